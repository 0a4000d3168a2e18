/* Lane types as the host handles them: sizes, names, bits, byte order.
 * SPDX-License-Identifier: MIT
 */
#include "judge/types.h"

#include <string.h>

static const struct {
    const char *name;
    uint8_t size;
    bool is_float, is_signed;
} types[XL_TYPES] = {
    [XL_f32] = {"f32", 4, true, true},   [XL_f64] = {"f64", 8, true, true},
    [XL_i8] = {"i8", 1, false, true},    [XL_i16] = {"i16", 2, false, true},
    [XL_i32] = {"i32", 4, false, true},  [XL_i64] = {"i64", 8, false, true},
    [XL_u8] = {"u8", 1, false, false},   [XL_u16] = {"u16", 2, false, false},
    [XL_u32] = {"u32", 4, false, false}, [XL_u64] = {"u64", 8, false, false},
};

size_t xl_type_size(enum xl_type type)
{
    return types[type].size;
}

const char *xl_type_name(enum xl_type type)
{
    return types[type].name;
}

bool xl_type_is_float(enum xl_type type)
{
    return types[type].is_float;
}

bool xl_type_is_signed(enum xl_type type)
{
    return types[type].is_signed;
}

/* The host is x86-64, so the low bytes of a word come first. Copies of a size that the compiler
 * knows are an instruction, and no call. */
uint64_t xl_bits_get(enum xl_type type, const void *array, size_t i)
{
    const size_t size = types[type].size;
    const uint8_t *from = (const uint8_t *)array + i * size;
    uint64_t bits = 0;
    switch (size) {
    case 1:
        return *from;
    case 2:
        memcpy(&bits, from, 2);
        break;
    case 4:
        memcpy(&bits, from, 4);
        break;
    default:
        memcpy(&bits, from, 8);
    }
    return bits;
}

void xl_bits_set(enum xl_type type, void *array, size_t i, uint64_t bits)
{
    const size_t size = types[type].size;
    uint8_t *to = (uint8_t *)array + i * size;
    switch (size) {
    case 1:
        *to = (uint8_t)bits;
        break;
    case 2:
        memcpy(to, &bits, 2);
        break;
    case 4:
        memcpy(to, &bits, 4);
        break;
    default:
        memcpy(to, &bits, 8);
    }
}

double xl_bits_value(enum xl_type type, uint64_t bits)
{
    float f32;
    double f64;
    switch (type) {
    case XL_f32:
        memcpy(&f32, &bits, sizeof f32);
        return f32;
    case XL_f64:
        memcpy(&f64, &bits, sizeof f64);
        return f64;
    default:
        break;
    }
    unsigned unused = 64 - 8 * (unsigned)types[type].size;
    if (types[type].is_signed)
        return (double)((int64_t)(bits << unused) >> unused);
    return (double)bits;
}

/* All ones in each element of a word that is a NaN: one is more than an infinity, without its sign.
 * Of two f32 in a word, the sum of neither reaches the other. */
static uint64_t nans_of(enum xl_type type, uint64_t word)
{
    if (type == XL_f64)
        return -(((word & INT64_MAX) + 0x000fffffffffffff) >> 63);
    if (type != XL_f32)
        return 0;
    uint64_t nans = (word & 0x7fffffff7fffffff) + 0x007fffff007fffff;
    return (nans >> 31 & 0x0000000100000001) * UINT32_MAX;
}

/* The multiplier is that of splitmix64; the shift brings high bits down, which a product does not.
 */
uint64_t xl_digest_on(uint64_t digest, enum xl_type type, const void *array, size_t count)
{
    const uint8_t *bytes = array;
    uint64_t word;
    for (size_t left = count * types[type].size, step; left; left -= step, bytes += step) {
        step = left < sizeof word ? left : sizeof word;
        word = 0;
        memcpy(&word, bytes, step);
        digest = (digest ^ (word | nans_of(type, word))) * 0x9e3779b97f4a7c15;
        digest ^= digest >> 32;
    }
    return (digest ^ count) * 0x9e3779b97f4a7c15;
}

void xl_copy_swapped(enum xl_type type, void *to, const void *from, size_t count, bool swap)
{
    size_t size = types[type].size;
    if (!swap || size == 1) {
        memcpy(to, from, count * size);
        return;
    }
    for (size_t i = 0; i < count; i++)
        xl_bits_set(type, to, i, __builtin_bswap64(xl_bits_get(type, from, i)) >> (64 - 8 * size));
}

void xl_flush_subnormals(enum xl_type type, void *array, size_t count)
{
    if (type != XL_f32)
        return;
    for (size_t i = 0; i < count; i++) {
        uint64_t bits = xl_bits_get(type, array, i);
        if ((bits & 0x7f800000) == 0)
            xl_bits_set(type, array, i, bits & 0x80000000);
    }
}
