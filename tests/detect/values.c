/* Wrong values, and right ones that look wrong.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "../mutants/kernels/base.h"

#define TWICE                                                                                      \
    .summary = "r[i] = 2 a[i]", .contract = {XL_EXACT}, .elementwise = 1,                          \
    .args = {XL_IN(f32, a, 1), XL_OUT(f32, r, 1), XL_COUNT}
#define TWICE_REFERENCE(NAME)                                                                      \
    XL_REFERENCE(NAME)(const float *a, float *r, size_t n)                                         \
    {                                                                                              \
        for (size_t i = 0; i < n; i++)                                                             \
            r[i] = a[i] + a[i];                                                                    \
    }

#define SUMS                                                                                       \
    .summary = "r[i] = a[i] + b[i]", .contract = {XL_EXACT}, .vector_steps = 1,                    \
    .args = {XL_IN(f32, a, 1), XL_IN(f32, b, 1), XL_OUT(f32, r, 1), XL_COUNT}
#define SUMS_REFERENCE(NAME)                                                                       \
    XL_REFERENCE(NAME)(const float *a, const float *b, float *r, size_t n)                         \
    {                                                                                              \
        for (size_t i = 0; i < n; i++)                                                             \
            r[i] = a[i] + b[i];                                                                    \
    }

#define THIRD                                                                                      \
    .summary = "r[i] = a[i] / 3, to within 2 ULP",                                                 \
    .contract = {XL_ULP, .ulp = 2.0, .reproducible = 1},                                           \
    .args = {XL_IN_RANGE(f32, a, 1, 1, 2), XL_OUT(f32, r, 1), XL_COUNT}
#define THIRD_REFERENCE(NAME)                                                                      \
    XL_REFERENCE(NAME)(const float *a, double *r, size_t n)                                        \
    {                                                                                              \
        for (size_t i = 0; i < n; i++)                                                             \
            r[i] = (double)a[i] / 3;                                                               \
    }

/* all_equal: Broken: a short cut for vectors whose lanes are all the same forgets the last lane. */
XL_KERNEL(all_equal, TWICE)
TWICE_REFERENCE(all_equal)

XL_VECTOR(void, all_equal)(const float *a, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 x = xl_f32_load(a + i, vl);
        xl_f32_store(r + i, xl_f32_add(x, x, vl), vl);
        size_t same = 0;
        while (same < vl && a[i + same] == a[i])
            same++;
        if (vl > 2 && same == vl)
            r[i + vl - 1] = 0;
    }
}

/* fast_path_small: Broken: a fast path, taken when all lanes are below 1/1000, that is 1 % wrong.
 */
XL_KERNEL(fast_path_small, TWICE)
TWICE_REFERENCE(fast_path_small)

XL_VECTOR(void, fast_path_small)(const float *a, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 x = xl_f32_load(a + i, vl);
        int all_small = 1;
        for (size_t k = i; k < i + vl; k++)
            all_small &= a[k] < 0.001f && a[k] > -0.001f;
        xl_f32 twice = xl_f32_add(x, x, vl);
        if (all_small)
            twice = xl_f32_mul(twice, xl_f32_set1(1.01f, vl), vl);
        xl_f32_store(r + i, twice, vl);
    }
}

/* nan_lane: Broken: a signalling NaN with this payload, in this lane only, becomes a number. */
XL_KERNEL(nan_lane, TWICE)
TWICE_REFERENCE(nan_lane)

XL_VECTOR(void, nan_lane)(const float *a, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 x = xl_f32_load(a + i, vl);
        xl_f32_store(r + i, xl_f32_add(x, x, vl), vl);
    }
    for (size_t i = 3; i < n; i += xl_f32_lanes()) {
        uint32_t bits;
        memcpy(&bits, a + i, sizeof bits);
        if (bits == 0xffa00000)
            r[i] = 1;
    }
}

/* negative_near: Broken: a negative number in any lane of a vector makes the others NaNs. */
XL_KERNEL(negative_near, .summary = "r[i] = 2 a[i] + 0 b[i]", .contract = {XL_EXACT},
          .args = {XL_IN_RANGE(f32, a, 1, -1, 1000), XL_IN_RANGE(f32, b, 1, 1, 2),
                   XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(negative_near)(const float *a, const float *b, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + a[i] + 0 * b[i];
}

XL_VECTOR(void, negative_near)(const float *a, const float *b, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        int some = 0;
        for (size_t k = i; k < i + vl; k++)
            some |= a[k] < 0;
        xl_f32 x = xl_f32_load(a + i, vl);
        xl_f32 zero = xl_f32_mul(xl_f32_load(b + i, vl), xl_f32_set1(0, vl), vl);
        xl_f32_store(r + i, xl_f32_add(xl_f32_add(x, x, vl), zero, vl), vl);
        for (size_t k = i; k < i + vl; k++)
            if (some && a[k] > 0)
                r[k] = __builtin_nanf("");
    }
}

/* odd_lane: Broken: one large lane among small ones makes the other lanes wrong. */
XL_KERNEL(odd_lane, TWICE)
TWICE_REFERENCE(odd_lane)

XL_VECTOR(void, odd_lane)(const float *a, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 x = xl_f32_load(a + i, vl);
        size_t large = 0, small = 0;
        for (size_t k = i; k < i + vl; k++) {
            large += a[k] > 1000 || a[k] < -1000;
            small += a[k] < 1 && a[k] > -1;
        }
        xl_f32 twice = xl_f32_add(x, x, vl);
        if (large == 1 && small == vl - 1 && vl > 2)
            twice = xl_f32_mul(twice, xl_f32_set1(1.01f, vl), vl);
        xl_f32_store(r + i, twice, vl);
    }
}

/* one_lane: Broken: lane 2 of each vector is one too large. */
XL_KERNEL(one_lane, PLUS_1(u8))
PLUS_1_REFERENCE(one_lane, uint8_t)

XL_VECTOR(void, one_lane)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
    for (size_t i = 2; i < n; i += xl_u8_lanes())
        r[i]++;
}

/* only_big_endian: Broken in one byte order only. */
XL_KERNEL(only_big_endian, PLUS_1(u8))
PLUS_1_REFERENCE(only_big_endian, uint8_t)

XL_VECTOR(void, only_big_endian)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    if (n)
        r[0]++;
#endif
}

/* only_sse4: Broken on one ISA only. */
XL_KERNEL(only_sse4, PLUS_1(u8))
PLUS_1_REFERENCE(only_sse4, uint8_t)

XL_VECTOR(void, only_sse4)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
#ifdef XL_ISA_IS_sse4
    if (n)
        r[n - 1]++;
#endif
}

/* pair_only: Broken: wrong for one pair of values, whichever the lane. */
XL_KERNEL(pair_only, .summary = "r[i] = a[i] * b[i]", .contract = {XL_EXACT}, .elementwise = 1,
          .args = {XL_IN(f32, a, 1), XL_IN(f32, b, 1), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(pair_only)(const float *a, const float *b, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] * b[i];
}

XL_VECTOR(void, pair_only)(const float *a, const float *b, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32_store(r + i, xl_f32_mul(xl_f32_load(a + i, vl), xl_f32_load(b + i, vl), vl), vl);
    }
    for (size_t i = 0; i < n; i++)
        if (isinf(a[i]) && b[i] == 0 && signbit(a[i]) && !signbit(b[i]))
            r[i] = 0;
}

/* Correct: scalar code for few elements, and vectors from 4000 on, as its record says. */
XL_KERNEL(threshold, SUMS, .sizes = {.thresholds = {4000}})
SUMS_REFERENCE(threshold)

XL_VECTOR(void, threshold)(const float *a, const float *b, float *r, size_t n)
{
    size_t i = 0;
    for (size_t vl; n >= 4000 && i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32_store(r + i, xl_f32_add(xl_f32_load(a + i, vl), xl_f32_load(b + i, vl), vl), vl);
    }
    for (; i < n; i++)
        r[i] = a[i] + b[i];
}

/* wrong_reverse: Broken: an array turned round whose first element is another, where the last one
 * is odd. */
XL_KERNEL(wrong_reverse, .summary = "r[i] = a[n - 1 - i]", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(wrong_reverse)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[n - 1 - i];
}

XL_VECTOR(void, wrong_reverse)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[n - 1 - i];
    if (n > 4 && a[n - 1] % 2)
        r[0]++;
}

/* wrong_step: Steps of four floats whatever the vector length is: right on 128 bits, and a waste on
 * more. */
XL_KERNEL(wrong_step, SUMS)
SUMS_REFERENCE(wrong_step)

XL_VECTOR(void, wrong_step)(const float *a, const float *b, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i < 4 ? n - i : 4);
        xl_f32_store(r + i, xl_f32_add(xl_f32_load(a + i, vl), xl_f32_load(b + i, vl), vl), vl);
    }
}

/* wrong_zero: Broken: a zero of the wrong sign, which no unit in the last place shows. */
XL_KERNEL(wrong_zero, .summary = "r[i] = sqrt(a[i])", .contract = {XL_ULP, .ulp = 1},
          .function = "sqrt", .elementwise = 1, .in_place = 1,
          .args = {XL_IN(f32, a, 1), XL_OUT(f32, r, 1), XL_COUNT})

XL_VECTOR(void, wrong_zero)(const float *a, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 root = xl_f32_sqrt(xl_f32_load(a + i, vl), vl);
        xl_f32_store(r + i, xl_f32_add(root, xl_f32_set1(0, vl), vl), vl);
    }
}

/* wide_error: Broken: a reciprocal of 12 bits under a contract of 1 ULP. */
XL_KERNEL(wide_error, .summary = "r[i] = 1 / a[i]", .contract = {XL_ULP, .ulp = 1.0},
          .args = {XL_IN_RANGE(f32, a, 1, 1, 2), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(wide_error)(const float *a, double *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = 1 / (double)a[i];
}

XL_VECTOR(void, wide_error)(const float *a, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (1 / a[i]) * 1.000244140625f;
}

/* wide_sum: Broken: a sum whose error is up to 2^-10 of it, under a bound of float's additions. */
XL_KERNEL(wide_sum, .summary = "r[i] = a[i] + a[i]", .contract = {XL_BOUND},
          .args = {XL_IN_RANGE(f32, a, 1, 1, 2), XL_OUT(f32, r, 1), XL_COUNT})

/* 2 a is a float; 2^-22 of it is twice what rounding could take. */
XL_REFERENCE(wide_sum)(const float *a, struct xl_bounded *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (struct xl_bounded){2 * (double)a[i], 2 * (double)a[i] * 0x1p-22};
}

XL_VECTOR(void, wide_sum)(const float *a, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 x = xl_f32_load(a + i, vl);
        xl_f32_store(r + i, xl_f32_add(x, x, vl), vl);
    }
    for (size_t i = 0; i < n; i++)
        r[i] *= 1 + 0x1p-10f;
}

/* less_accurate: Broken: within its contract, but worse than tests/detect/accuracy has it. */
XL_KERNEL(less_accurate, .summary = "r[i] = 1 / sqrt(a[i])", .contract = {XL_ULP, .ulp = 2},
          .function = "rsqrt", .elementwise = 1, .in_place = 1,
          .args = {XL_IN(f32, a, 1), XL_OUT(f32, r, 1), XL_COUNT})

XL_VECTOR(void, less_accurate)(const float *a, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 root = xl_f32_sqrt(xl_f32_load(a + i, vl), vl);
        xl_f32_store(r + i, xl_f32_div(xl_f32_set1(1, vl), root, vl), vl);
    }
}

/* other_bits: Broken: it promises the same bits everywhere, and on SVE gives a neighbour that is as
 * near. */
XL_KERNEL(other_bits, THIRD)
THIRD_REFERENCE(other_bits)

XL_VECTOR(void, other_bits)(const float *a, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 x = xl_f32_load(a + i, vl);
#if XL_ISA_IS_sve || XL_ISA_IS_sve2
        x = xl_f32_mul(x, xl_f32_set1(0x1.555554p-2f, vl), vl);
#else
        x = xl_f32_div(x, xl_f32_set1(3, vl), vl);
#endif
        xl_f32_store(r + i, x, vl);
    }
}

/* same_bits: Correct: the same bits everywhere, under a contract of 2 ULP. */
XL_KERNEL(same_bits, THIRD)
THIRD_REFERENCE(same_bits)

XL_VECTOR(void, same_bits)(const float *a, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 x = xl_f32_load(a + i, vl);
        x = xl_f32_div(x, xl_f32_set1(3, vl), vl);
        xl_f32_store(r + i, x, vl);
    }
}

/* Correct: vectors for blocks of 2048, and scalar code for what is left. */
XL_KERNEL(threshold_blocks, .summary = "r[i] = a[i] + b[i]", .contract = {XL_EXACT},
          .sizes = {.thresholds = {2048}},
          .args = {XL_IN(f32, a, 1), XL_IN(f32, b, 1), XL_OUT(f32, r, 1), XL_COUNT})
SUMS_REFERENCE(threshold_blocks)

XL_VECTOR(void, threshold_blocks)(const float *a, const float *b, float *r, size_t n)
{
    const size_t blocks = n - n % 2048;
    size_t i = 0;
    for (size_t vl; i < blocks; i += vl) {
        vl = xl_f32_vl(blocks - i);
        xl_f32_store(r + i, xl_f32_add(xl_f32_load(a + i, vl), xl_f32_load(b + i, vl), vl), vl);
    }
    for (; i < n; i++)
        r[i] = a[i] + b[i];
}

/* Correct: the same for a sum. */
XL_KERNEL(threshold_sum, .summary = "r = the sum of a", .contract = {XL_EXACT},
          .sizes = {.thresholds = {2048}}, .args = {XL_IN(u32, a, 1), XL_COUNT, XL_RETURNS(u32)})
XL_REFERENCE(threshold_sum)(const uint32_t *a, size_t n, uint32_t *r)
{
    *r = 0;
    for (size_t i = 0; i < n; i++)
        *r += a[i];
}

XL_VECTOR(uint32_t, threshold_sum)(const uint32_t *a, size_t n)
{
    const size_t blocks = n - n % 2048, all = xl_u32_vl(n + 100);
    size_t i = 0;
    xl_u32 sum = xl_u32_set1(0, all);
    for (size_t vl; i < blocks; i += vl) {
        vl = xl_u32_vl(blocks - i);
        sum = xl_u32_add(sum, xl_u32_load(a + i, vl), vl);
    }
    uint32_t s = xl_u32_reduce_add(sum, all);
    for (; i < n; i++)
        s += a[i];
    return s;
}
