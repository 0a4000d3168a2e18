/* sum_pairwise_f32: the sum of an array of floats, by halves: an order that no vector length
 * changes, in which each element is in few additions.
 * SPDX-License-Identifier: MIT
 *
 * Bound. Each element is in at most k = ceil(log2(n)) additions, so that the error is at most
 * gamma(k) S, with S the sum of |a[i]| (Higham, section 4.2). Sums do not underflow, but a CPU that
 * flushes can lose two operands and a sum, 2^-126 each, in each of n - 1 additions: n * 2^-124.
 */
#include "kernel.h"
#include "sum.h"

XL_KERNEL(sum_pairwise_f32, .summary = "sum of a[i], by halves",
          .contract = {XL_BOUND, .reproducible = 1},
          .narrow = "blocks of 32 are halved whatever the vector length is",
          .args = {XL_IN_RANGE(f32, a, 1, -1000, 1000), XL_COUNT, XL_RETURNS(f32)})

XL_REFERENCE(sum_pairwise_f32)(const float *a, size_t n, struct xl_bounded *result)
{
    struct xl_sum s = {0};
    int depth = 0;
    for (size_t i = 0; i < n; i++)
        xl_sum_add(&s, a[i]);
    while ((size_t)1 << depth < n)
        depth++;
    result->value = xl_sum_value(&s);
    result->bound = xl_gamma(depth, XL_UNIT_F32) * s.magnitude + (double)n * 0x1p-124;
}

enum { XL_PAIRWISE_BLOCK = 32 };

/* r[i] = a[i] + a[half + i], and a[i] where there is no other. */
XL_VEC void xl_add_halves(const float *a, float *r, size_t half, size_t n)
{
    for (size_t i = 0, vl; i < n - half; i += vl) {
        vl = xl_f32_vl(n - half - i);
        xl_f32 sum = xl_f32_add(xl_f32_load(a + i, vl), xl_f32_load(a + half + i, vl), vl);
        xl_f32_store(r + i, sum, vl);
    }
    if (2 * half > n)
        r[half - 1] = a[half - 1];
}

/* noinline: a recursive function stays one of this kernel's own. */
__attribute__((noinline)) static float xl_pairwise(const float *a, size_t n)
{
    float sums[XL_PAIRWISE_BLOCK / 2];
    size_t half = (n + 1) / 2;
    if (n == 1)
        return a[0];
    if (n > XL_PAIRWISE_BLOCK)
        return xl_pairwise(a, half) + xl_pairwise(a + half, n - half);
    for (xl_add_halves(a, sums, half, n); half > 1; half = (half + 1) / 2)
        xl_add_halves(sums, sums, (half + 1) / 2, half);
    return sums[0];
}

XL_VECTOR(float, sum_pairwise_f32)(const float *a, size_t n)
{
    return n ? xl_pairwise(a, n) : 0;
}
