/* Lane types as the host handles them: sizes, names, bits, byte order.
 * SPDX-License-Identifier: MIT
 */
#include "oracle/types.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

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

/* The next `bytes` bytes, the first one lowest. */
static uint64_t word_of(enum xl_type type, const uint8_t *at, size_t bytes)
{
    uint64_t word = 0;
    if (!XL_IS_BIG_ENDIAN)
        memcpy(&word, at, bytes);
    for (size_t i = 0; XL_IS_BIG_ENDIAN && i < bytes / xl_types[type].size; i++)
        word |= xl_bits_get(type, at, i) << xl_type_bits(type) * i;
    return word;
}

/* The multiplier is that of splitmix64; the shift brings high bits down, which a product does not.
 */
uint64_t xl_digest_on(uint64_t digest, enum xl_type type, const void *array, size_t count)
{
    const uint8_t *bytes = array;
    uint64_t word;
    for (size_t left = count * xl_types[type].size, step; left; left -= step, bytes += step) {
        step = left < sizeof word ? left : sizeof word;
        word = word_of(type, bytes, step);
        digest = (digest ^ (word | nans_of(type, word))) * 0x9e3779b97f4a7c15;
        digest ^= digest >> 32;
    }
    return (digest ^ count) * 0x9e3779b97f4a7c15;
}

void xl_copy_swapped(enum xl_type type, void *to, const void *from, size_t count, bool swap)
{
    size_t size = xl_types[type].size;
    if (!swap || size == 1) {
        memcpy(to, from, count * size);
        return;
    }
    for (size_t i = 0; i < count; i++)
        xl_bits_set(type, to, i, __builtin_bswap64(xl_bits_get(type, from, i)) >> (64 - 8 * size));
}

void xl_flush_subnormals(enum xl_type type, void *array, size_t count)
{
    for (size_t i = 0; type == XL_f32 && i < count; i++) {
        const uint64_t bits = xl_bits_get(type, array, i);
        if (xl_is_subnormal(type, bits))
            xl_bits_set(type, array, i, bits & 0x80000000);
    }
}

bool xl_has_subnormals(enum xl_type type, const void *array, size_t count)
{
    bool has = false;
    for (size_t i = 0; type == XL_f32 && i < count && !has; i++)
        has = xl_is_subnormal(type, xl_bits_get(type, array, i));
    return has;
}

uint64_t xl_float_bits(enum xl_type type, long double x)
{
    const float f32 = (float)x;
    const double f64 = (double)x;
    return xl_bits_get(type, type == XL_f32 ? (const void *)&f32 : (const void *)&f64, 0);
}

uint64_t xl_number_bits(enum xl_type type, double x)
{
    return xl_type_is_float(type) ? xl_float_bits(type, x)
                                  : (uint64_t)llround(x) & xl_type_mask(type);
}

void xl_print_number(enum xl_type type, uint64_t bits, char *text, size_t size)
{
    const unsigned unused = 64 - xl_type_bits(type);
    if (type == XL_f32)
        snprintf(text, size, "%.9g", xl_bits_value(type, bits));
    else if (type == XL_f64)
        snprintf(text, size, "%.17g", xl_bits_value(type, bits));
    else if (xl_type_is_signed(type))
        snprintf(text, size, "%" PRId64, (int64_t)(bits << unused) >> unused);
    else
        snprintf(text, size, "%" PRIu64, bits);
}
