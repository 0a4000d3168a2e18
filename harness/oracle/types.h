/* Lane types as the host handles them: sizes, names, bits, byte order.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_ORACLE_TYPES_H
#define XL_HARNESS_ORACLE_TYPES_H

#include <float.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "contract.h"

#define XL_IS_BIG_ENDIAN (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__) /* the host */

enum { XL_MAX_ARITY = 3 }; /* operands of a function, and of a kernel whose inputs are kept */

struct xl_type_info {
    const char *name;
    uint8_t size; /* bytes */
    bool is_float, is_signed;
};

/* In the header, because functions that run for each element must be inline. */
static const struct xl_type_info xl_types[XL_TYPES] = {
    [XL_f32] = {"f32", 4, true, true},   [XL_f64] = {"f64", 8, true, true},
    [XL_i8] = {"i8", 1, false, true},    [XL_i16] = {"i16", 2, false, true},
    [XL_i32] = {"i32", 4, false, true},  [XL_i64] = {"i64", 8, false, true},
    [XL_u8] = {"u8", 1, false, false},   [XL_u16] = {"u16", 2, false, false},
    [XL_u32] = {"u32", 4, false, false}, [XL_u64] = {"u64", 8, false, false},
};

static inline size_t xl_type_size(enum xl_type type)
{
    return xl_types[type].size;
}

static inline unsigned xl_type_bits(enum xl_type type)
{
    return 8 * (unsigned)xl_types[type].size;
}

/* A word with the bits of the type. */
static inline uint64_t xl_type_mask(enum xl_type type)
{
    return UINT64_MAX >> (64 - xl_type_bits(type));
}

static inline const char *xl_type_name(enum xl_type type)
{
    return xl_types[type].name;
}

static inline bool xl_type_is_float(enum xl_type type)
{
    return xl_types[type].is_float;
}

static inline bool xl_type_is_signed(enum xl_type type)
{
    return xl_types[type].is_signed;
}

/* Element i of an array in host byte order, as bits, zero-extended; and the reverse. Copies of a
 * size that the compiler knows are an instruction. */
static inline uint64_t xl_bits_get(enum xl_type type, const void *array, size_t i)
{
    const size_t size = xl_types[type].size;
    const uint8_t *from = (const uint8_t *)array + i * size;
    uint64_t bits = 0;
    uint32_t word;
    uint16_t half;
    switch (size) {
    case 1:
        return *from;
    case 2:
        memcpy(&half, from, 2);
        return half;
    case 4:
        memcpy(&word, from, 4);
        return word;
    default:
        memcpy(&bits, from, 8);
    }
    return bits;
}

static inline void xl_bits_set(enum xl_type type, void *array, size_t i, uint64_t bits)
{
    const size_t size = xl_types[type].size;
    uint8_t *to = (uint8_t *)array + i * size;
    switch (size) {
    case 1:
        *to = (uint8_t)bits;
        break;
    case 2:
        memcpy(to, &(uint16_t){(uint16_t)bits}, 2);
        break;
    case 4:
        memcpy(to, &(uint32_t){(uint32_t)bits}, 4);
        break;
    default:
        memcpy(to, &bits, 8);
    }
}

/* The value that bits of a type stand for. 64-bit integers round. */
static inline double xl_bits_value(enum xl_type type, uint64_t bits)
{
    const uint32_t word = (uint32_t)bits;
    float f32;
    double f64;
    switch (type) {
    case XL_f32:
        memcpy(&f32, &word, sizeof f32);
        return f32;
    case XL_f64:
        memcpy(&f64, &bits, sizeof f64);
        return f64;
    default:
        break;
    }
    unsigned unused = 64 - 8 * (unsigned)xl_types[type].size;
    if (xl_types[type].is_signed)
        return (double)((int64_t)(bits << unused) >> unused);
    return (double)bits;
}

/* Continues a hash with `count` elements, in order. All NaNs of a float type are equal. It is the
 * same in either byte order. */
uint64_t xl_digest_on(uint64_t digest, enum xl_type type, const void *array, size_t count);

/* Copies `count` elements, reversing the bytes of each if `swap`. */
void xl_copy_swapped(enum xl_type type, void *to, const void *from, size_t count, bool swap);

/* Whether these bits are a subnormal f32. */
static inline bool xl_is_subnormal(enum xl_type type, uint64_t bits)
{
    return type == XL_f32 && (bits & 0x7f800000) == 0 && (bits & 0x007fffff) != 0;
}

/* Replaces each subnormal of an f32 array by a zero of its sign; does nothing for other types. */
void xl_flush_subnormals(enum xl_type type, void *array, size_t count);

/* Whether it would change one of them. */
bool xl_has_subnormals(enum xl_type type, const void *array, size_t count);

/* The number that these bits mean. C reads it back if it is finite. */
void xl_print_number(enum xl_type type, uint64_t bits, char *text, size_t size);

/* The bits of a number in a float type; and in any type: an integer is rounded. */
uint64_t xl_float_bits(enum xl_type type, long double x);
uint64_t xl_number_bits(enum xl_type type, double x);

/* The exponent of long double: of x87's format (64 bits of fraction, the first of them 1) or of
 * IEEE 754's binary128. Both have 15 bits of exponent with the sign before them. Inline, because
 * frexpl and ldexpl are calls. */

_Static_assert((LDBL_MANT_DIG == 64 || LDBL_MANT_DIG == 113) && LDBL_MAX_EXP == 16384,
               "x87's format, or binary128");

#define XL_IS_X87 (LDBL_MANT_DIG == 64)

enum {
    XL_EXTENDED_BIAS = 16383,
    /* Bytes in a long double: of sign and exponent, and of the last bits of the fraction. */
    XL_EXPONENT_AT = XL_IS_BIG_ENDIAN ? 0
                     : XL_IS_X87      ? 8
                                      : 14,
    XL_LAST_BITS_AT = XL_IS_BIG_ENDIAN ? 15 : 0
};

/* For a normal number, the exponent of frexpl. For 0 and subnormal numbers, less than for any
 * normal one; for infinities and NaNs, more. */
static inline int xl_exponent_of(long double x)
{
    uint16_t sign_exponent;
    memcpy(&sign_exponent, (const char *)&x + XL_EXPONENT_AT, sizeof sign_exponent);
    return (sign_exponent & 0x7fff) - XL_EXTENDED_BIAS + 1;
}

/* 2 to the power of the exponent of a normal number; for a smaller exponent, the least power. */
static inline long double xl_power_of_two(int exponent)
{
    const int biased = exponent + XL_EXTENDED_BIAS;
    const uint16_t sign_exponent = (uint16_t)(biased > 0 ? biased : 1);
    long double power = XL_IS_X87; /* x87's 1 has the bits of fraction of each power of two */
    memcpy((char *)&power + XL_EXPONENT_AT, &sign_exponent, sizeof sign_exponent);
    return power;
}

#endif
