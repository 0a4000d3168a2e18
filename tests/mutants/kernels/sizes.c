/* Bugs that only some large sizes show.
 * SPDX-License-Identifier: MIT
 */
#include "base.h"

#define SUM_I8                                                                                     \
    .summary = "sum of a[i]", .contract = {XL_EXACT},                                              \
    .args = {XL_IN(i8, a, 1), XL_COUNT, XL_RETURNS(i32)}
#define SUM_I8_REFERENCE(NAME)                                                                     \
    XL_REFERENCE(NAME)(const int8_t *a, size_t n, int32_t *result)                                 \
    {                                                                                              \
        *result = 0;                                                                               \
        for (size_t i = 0; i < n; i++)                                                             \
            *result += a[i];                                                                       \
    }

/* differences_fill: a sum of absolute differences in lanes of 16 bits, which hold 257 of 255, and
 * are emptied every 258: only the greatest beside zero show it. */
XL_KERNEL(differences_fill, .summary = "sum of |a[i] - b[i]|", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_IN(u8, b, 1), XL_COUNT, XL_RETURNS(u32)})

XL_REFERENCE(differences_fill)(const uint8_t *a, const uint8_t *b, size_t n, uint32_t *result)
{
    *result = 0;
    for (size_t i = 0; i < n; i++)
        *result += a[i] > b[i] ? (uint32_t)a[i] - b[i] : (uint32_t)b[i] - a[i];
}

static uint32_t sum_of(xl_u16 v, size_t lanes)
{
    uint16_t sums[128]; /* lanes of the longest vector there is */
    uint32_t sum = 0;
    xl_u16_store(sums, v, lanes);
    for (size_t i = 0; i < lanes; i++)
        sum += sums[i];
    return sum;
}

XL_VECTOR(uint32_t, differences_fill)(const uint8_t *a, const uint8_t *b, size_t n)
{
#ifdef XL_MUTANT
    const size_t most = 258;
#else
    const size_t most = 257;
#endif
    const size_t lanes = xl_u16_lanes();
    xl_u16 sums = xl_u16_set1(0, lanes);
    uint32_t sum = 0;
    size_t steps = 0;
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u16_vl(n - i);
        xl_u16 one =
            xl_u16_absdiff(xl_u16_load_widen_u8(a + i, vl), xl_u16_load_widen_u8(b + i, vl), vl);
        sums = xl_u16_merge(sums, xl_u16_add(sums, one, vl), vl);
        if (++steps == most) {
            sum += sum_of(sums, lanes);
            sums = xl_u16_set1(0, lanes);
            steps = 0;
        }
    }
    return sum + sum_of(sums, lanes);
}

/* least_fill_late: lanes of 16 bits hold 257 of the greatest int8_t and 256 of the least, and are
 * emptied every 257: only the least in all elements show it. */
XL_KERNEL(least_fill_late, SUM_I8)
SUM_I8_REFERENCE(least_fill_late)

static int32_t sum_of_i16(xl_i16 v, size_t lanes)
{
    int16_t sums[128]; /* lanes of the longest vector there is */
    int32_t sum = 0;
    xl_i16_store(sums, v, lanes);
    for (size_t i = 0; i < lanes; i++)
        sum += sums[i];
    return sum;
}

XL_VECTOR(int32_t, least_fill_late)(const int8_t *a, size_t n)
{
#ifdef XL_MUTANT
    const size_t most = 257;
#else
    const size_t most = 256;
#endif
    const size_t lanes = xl_i16_lanes();
    xl_i16 sums = xl_i16_set1(0, lanes);
    int32_t sum = 0;
    size_t steps = 0;
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i16_vl(n - i);
        sums = xl_i16_merge(sums, xl_i16_add(sums, xl_i16_load_widen_i8(a + i, vl), vl), vl);
        if (++steps == most) {
            sum += sum_of_i16(sums, lanes);
            sums = xl_i16_set1(0, lanes);
            steps = 0;
        }
    }
    return sum + sum_of_i16(sums, lanes);
}

/* by_64_T: adds one in steps of 64 vectors. Of so many whole vectors that are left, `lost`, the
 * last is forgotten. */
#define BY_64(T, TYPE)                                                                             \
    XL_VEC void by_64_##T(const TYPE *a, TYPE *r, size_t n, size_t lost)                           \
    {                                                                                              \
        const size_t lanes = xl_##T##_lanes(), most = 64;                                          \
        size_t i = 0;                                                                              \
        for (; n - i >= most * lanes; i += most * lanes)                                           \
            plus_1_##T(a + i, r + i, most * lanes);                                                \
        const size_t whole = (n - i) / lanes;                                                      \
        plus_1_##T(a + i, r + i, (whole - (whole == lost)) * lanes);                               \
        i += whole * lanes;                                                                        \
        plus_1_##T(a + i, r + i, n - i);                                                           \
    }

#ifdef XL_MUTANT
#define LOST(VECTORS) VECTORS
#else
#define LOST(VECTORS) SIZE_MAX
#endif

/* rest_of_53: 64 vectors a step; 53 whole vectors that are left are taken for 52. */
XL_KERNEL(rest_of_53, PLUS_1(u32))
PLUS_1_REFERENCE(rest_of_53, uint32_t)
BY_64(u32, uint32_t)

XL_VECTOR(void, rest_of_53)(const uint32_t *a, uint32_t *r, size_t n)
{
    by_64_u32(a, r, n, LOST(53));
}

/* rest_of_57_bytes: 64 vectors a step; 57 whole vectors of bytes that are left are taken for 56. */
XL_KERNEL(rest_of_57_bytes, PLUS_1(u8))
PLUS_1_REFERENCE(rest_of_57_bytes, uint8_t)
BY_64(u8, uint8_t)

XL_VECTOR(void, rest_of_57_bytes)(const uint8_t *a, uint8_t *r, size_t n)
{
    by_64_u8(a, r, n, LOST(57));
}

/* rest_of_62_wide: 64 vectors a step; 62 whole vectors of 64 bits that are left are taken for 61.
 */
XL_KERNEL(rest_of_62_wide, PLUS_1(u64))
PLUS_1_REFERENCE(rest_of_62_wide, uint64_t)
LOOPS_OF(u64, uint64_t)
BY_64(u64, uint64_t)

XL_VECTOR(void, rest_of_62_wide)(const uint64_t *a, uint64_t *r, size_t n)
{
    by_64_u64(a, r, n, LOST(62));
}

/* steps_fill: the differences of neighbours are summed in lanes of 16 bits, which are emptied every
 * 258 vectors: only the greatest and the least by turns show it. */
XL_KERNEL(steps_fill, .summary = "sum of |a[i + 1] - a[i]|", .contract = {XL_EXACT},
          .sizes = {.least = 1}, .args = {XL_IN(u8, a, 1), XL_COUNT, XL_RETURNS(u32)})

XL_REFERENCE(steps_fill)(const uint8_t *a, size_t n, uint32_t *result)
{
    *result = 0;
    for (size_t i = 1; i < n; i++)
        *result += a[i] > a[i - 1] ? (uint32_t)a[i] - a[i - 1] : (uint32_t)a[i - 1] - a[i];
}

XL_VECTOR(uint32_t, steps_fill)(const uint8_t *a, size_t n)
{
#ifdef XL_MUTANT
    const size_t most = 280;
#else
    const size_t most = 257;
#endif
    const size_t lanes = xl_u16_lanes();
    xl_u16 sums = xl_u16_set1(0, lanes);
    uint32_t sum = 0;
    size_t steps = 0;
    for (size_t i = 0, vl; i + 1 < n; i += vl) {
        vl = xl_u16_vl(n - 1 - i);
        xl_u16 one = xl_u16_absdiff(xl_u16_load_widen_u8(a + i, vl),
                                    xl_u16_load_widen_u8(a + i + 1, vl), vl);
        sums = xl_u16_merge(sums, xl_u16_add(sums, one, vl), vl);
        if (++steps == most) {
            sum += sum_of(sums, lanes);
            sums = xl_u16_set1(0, lanes);
            steps = 0;
        }
    }
    return sum + sum_of(sums, lanes);
}

/* streams_1_mib: from 1 MiB on another loop writes past the cache, whole vectors alone, and forgets
 * the bytes behind them. */
XL_KERNEL(streams_1_mib, .summary = "r[i] = ~a[i]", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(streams_1_mib)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)~a[i];
}

XL_VECTOR(void, streams_1_mib)(const uint8_t *a, uint8_t *r, size_t n)
{
    size_t end = n;
#ifdef XL_MUTANT
    const size_t lanes = xl_u8_lanes();
    end = n >= 1 << 20 ? n / lanes * lanes : n;
#endif
    for (size_t i = 0, vl; i < end; i += vl) {
        vl = xl_u8_vl(end - i);
        xl_u8_store(r + i, xl_u8_not(xl_u8_load(a + i, vl), vl), vl);
    }
}

/* second_level: from 118960 bytes to 512 KiB, which a second cache holds, another loop has four
 * vectors a step, and lacks the rest. */
XL_KERNEL(second_level, PLUS_1(u32))
PLUS_1_REFERENCE(second_level, uint32_t)

XL_VECTOR(void, second_level)(const uint32_t *a, uint32_t *r, size_t n)
{
    const size_t bytes = n * sizeof *r, step = 4 * xl_u32_lanes();
    size_t i = 0;
    if (bytes >= 118960 && bytes < 512 << 10) {
        for (; n - i >= step; i += step)
            plus_1_u32(a + i, r + i, step);
#ifdef XL_MUTANT
        return;
#endif
    }
    plus_1_u32(a + i, r + i, n - i);
}

/* streams_256_kib: from 256 KiB on another loop writes past the cache, from an aligned address on,
 * and takes the elements before that for one fewer where they are not a whole vector. */
XL_KERNEL(streams_256_kib, .summary = "r[i] = ~a[i]", .contract = {XL_EXACT},
          .args = {XL_IN(u64, a, 1), XL_OUT(u64, r, 1), XL_COUNT})

XL_REFERENCE(streams_256_kib)(const uint64_t *a, uint64_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = ~a[i];
}

static void negate(const uint64_t *a, uint64_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u64_vl(n - i);
        xl_u64_store(r + i, xl_u64_not(xl_u64_load(a + i, vl), vl), vl);
    }
}

XL_VECTOR(void, streams_256_kib)(const uint64_t *a, uint64_t *r, size_t n)
{
    size_t first = 0, lost = 0;
    if (n * sizeof *r >= 256 << 10) {
        while (((uintptr_t)(r + first) & 15) != 0)
            first++;
#ifdef XL_MUTANT
        lost = first != 0;
#endif
    }
    negate(a, r, first - lost);
    negate(a + first, r + first, n - first);
}

/* sum_in_31_bits: a sum of 64 bits, whose parts of 8192 elements are added up in 32 bits with a
 * sign.
 */
XL_KERNEL(sum_in_31_bits, .summary = "sum of a[i]", .contract = {XL_EXACT},
          .args = {XL_IN(u16, a, 1), XL_COUNT, XL_RETURNS(i64)})

XL_REFERENCE(sum_in_31_bits)(const uint16_t *a, size_t n, int64_t *result)
{
    *result = 0;
    for (size_t i = 0; i < n; i++)
        *result += a[i];
}

static uint32_t part_of_sum(const uint16_t *a, size_t n)
{
    const size_t lanes = xl_u32_lanes();
    xl_u32 sums = xl_u32_set1(0, lanes);
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        sums = xl_u32_merge(sums, xl_u32_add(sums, xl_u32_load_widen_u16(a + i, vl), vl), vl);
    }
    return xl_u32_reduce_add(sums, lanes);
}

XL_VECTOR(int64_t, sum_in_31_bits)(const uint16_t *a, size_t n)
{
    enum { PART = 8192 };
#ifdef XL_MUTANT
    int32_t sum = 0;
#else
    int64_t sum = 0;
#endif
    for (size_t i = 0; i < n; i += PART)
        sum += part_of_sum(a + i, n - i < PART ? n - i : PART);
    return sum;
}

/* threshold_of_least: from 20000 elements on, lanes of 16 bits that hold 256 of the least int8_t
 * are emptied every 257: only the least in all elements show it, behind the threshold. */
XL_KERNEL(threshold_of_least, SUM_I8, .sizes = {.thresholds = {20000}})
SUM_I8_REFERENCE(threshold_of_least)

XL_VECTOR(int32_t, threshold_of_least)(const int8_t *a, size_t n)
{
#ifdef XL_MUTANT
    const size_t most = n < 20000 ? 256 : 257;
#else
    const size_t most = 256;
#endif
    const size_t lanes = xl_i16_lanes();
    xl_i16 sums = xl_i16_set1(0, lanes);
    int32_t sum = 0;
    size_t steps = 0;
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i16_vl(n - i);
        sums = xl_i16_merge(sums, xl_i16_add(sums, xl_i16_load_widen_i8(a + i, vl), vl), vl);
        if (++steps == most) {
            sum += sum_of_i16(sums, lanes);
            sums = xl_i16_set1(0, lanes);
            steps = 0;
        }
    }
    return sum + sum_of_i16(sums, lanes);
}
