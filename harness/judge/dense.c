/* Inputs of mathematical functions: where a kernel says that it is likely to be wrong, and a walk
 * through all numbers.
 * SPDX-License-Identifier: MIT
 */
#include "judge/dense.h"

#include <float.h>
#include <math.h>
#include <string.h>

size_t xl_dense_count(const struct xl_kernel *kernel)
{
    size_t count = XL_MAX_DENSE;
    while (count && kernel->dense[count - 1].lo == 0 && kernel->dense[count - 1].hi == 0)
        count--;
    return count;
}

const char *xl_dense_wrong(const struct xl_kernel *kernel)
{
    size_t count = xl_dense_count(kernel);
    if (!kernel->function && (count || kernel->period != 0))
        return ".dense and .period are for kernels with .function";
    if (!(kernel->period >= 0) || isinf(kernel->period))
        return ".period is a positive number";
    for (size_t i = 0; i < count; i++)
        if (!(kernel->dense[i].lo <= kernel->dense[i].hi))
            return "an interval of .dense ends before it begins";
    return NULL;
}

static uint64_t sign_of(enum xl_type type)
{
    return type == XL_f32 ? UINT64_C(1) << 31 : UINT64_C(1) << 63;
}

/* Numbers in their order: neighbours are neighbours, and both zeros are 0. */
static int64_t rank_of(enum xl_type type, double x)
{
    float f32 = (float)x;
    uint64_t bits = 0;
    memcpy(&bits, type == XL_f32 ? (void *)&f32 : (void *)&x, xl_type_size(type));
    int64_t size = (int64_t)(bits & ~sign_of(type));
    return bits & sign_of(type) ? -size : size;
}

static uint64_t bits_of_rank(enum xl_type type, int64_t rank)
{
    return rank < 0 ? (uint64_t)-rank | sign_of(type) : (uint64_t)rank;
}

uint64_t xl_dense_bits(const struct xl_kernel *kernel, enum xl_type type, uint64_t random)
{
    enum { CLOSE = 4 };
    const struct xl_interval *where = &kernel->dense[(random & 0xffff) % xl_dense_count(kernel)];
    int64_t lo = rank_of(type, where->lo), hi = rank_of(type, where->hi);
    uint64_t span = (uint64_t)hi - (uint64_t)lo, rest = random >> 16;
    uint64_t step = rest >> 3;
    /* 45 bits reach every float, and in doubles as many places of each interval. */
    if (span >> 45)
        step = (uint64_t)((double)step * 0x1p-45 * (double)span);
    switch (rest & 7) {
    case 0:
        return bits_of_rank(type, lo + (int64_t)(step % CLOSE % (span + 1)));
    case 1:
        return bits_of_rank(type, hi - (int64_t)(step % CLOSE % (span + 1)));
    default:
        return bits_of_rank(type, (int64_t)((uint64_t)lo + step % (span + 1)));
    }
}

uint64_t xl_near_bits(const struct xl_kernel *kernel, enum xl_type type, uint64_t random)
{
    int most = type == XL_f32 ? FLT_MAX_EXP : DBL_MAX_EXP;
    int digits = type == XL_f32 ? FLT_MANT_DIG : DBL_MANT_DIG;
    int reach = most - 2 - ilogb(kernel->period);
    /* Every other one so small that the next multiple is another number. */
    unsigned exponents = (unsigned)(random & 1 || reach < digits ? reach : digits);
    unsigned exponent = (unsigned)(random >> 1 & 0xffff) % (exponents ? exponents : 1);
    long double multiple =
        rintl(ldexpl(1 + (long double)(random >> 24 & 0xffffffff) * 0x1p-32L, (int)exponent)) *
        kernel->period;
    int64_t rank = rank_of(type, (double)multiple) + (int64_t)(random >> 60 & 3) - 1;
    return bits_of_rank(type, random >> 62 & 1 ? -rank : rank);
}

/* Each step can be undone: additions, multiplications by odd numbers, and shifts that are added to
 * what they were made of. The constants are of MurmurHash3's finalisers (Appleby, 2011, public
 * domain), chosen so that each bit of i reaches each bit of the pattern. */
uint64_t xl_walk_bits(enum xl_type type, size_t operand, uint64_t i)
{
    if (type == XL_f32) {
        uint32_t x = (uint32_t)i + (uint32_t)operand * 0x9e3779b9;
        x = (x ^ x >> 16) * 0x85ebca6b;
        x = (x ^ x >> 13) * 0xc2b2ae35;
        return x ^ x >> 16;
    }
    uint64_t x = i + operand * 0x9e3779b97f4a7c15;
    x = (x ^ x >> 33) * 0xff51afd7ed558ccd;
    x = (x ^ x >> 33) * 0xc4ceb9fe1a85ec53;
    return x ^ x >> 33;
}
