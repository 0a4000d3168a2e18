/* sum_compensated_f32: the sum of an array of floats; each lane keeps what its additions lose, and
 * gives it back at the end.
 * SPDX-License-Identifier: MIT
 *
 * Knuth's two-sum finds what an addition loses exactly, without a compare ("The Art of Computer
 * Programming", 4.2.2, theorem B).
 *
 * Bound. What is lost is at most gamma(n) S in all, with S the sum of |a[i]|, and is itself summed
 * with an error of gamma(n) of that; one more addition, rounded, makes the result: u |sum| +
 * gamma(n)^2 S (Ogita, Rump and Oishi, "Accurate Sum and Dot Product", 2005, theorem 4.1; it does
 * not ask for an order). On a CPU that flushes, each of the seven operations on each element, and
 * each operand of one, can lose 2^-126: n * 2^-121.
 */
#include "kernel.h"
#include "sum.h"

XL_KERNEL(sum_compensated_f32, .summary = "sum of a[i], compensated", .contract = {XL_BOUND},
          .args = {XL_IN_RANGE(f32, a, 1, -1e6, 1e6), XL_COUNT, XL_RETURNS(f32)})

XL_REFERENCE(sum_compensated_f32)(const float *a, size_t n, struct xl_bounded *result)
{
    struct xl_sum s = {0};
    for (size_t i = 0; i < n; i++)
        xl_sum_add(&s, a[i]);
    double gamma = xl_gamma((double)n, XL_UNIT_F32);
    result->value = xl_sum_value(&s);
    result->bound =
        XL_UNIT_F32 * fabs(result->value) + gamma * gamma * s.magnitude + (double)n * 0x1p-121;
}

/* What sum = fl(a + b) lost. */
XL_VEC xl_f32 xl_lost(xl_f32 a, xl_f32 b, xl_f32 sum, size_t vl)
{
    xl_f32 of_b = xl_f32_sub(sum, a, vl), of_a = xl_f32_sub(sum, of_b, vl);
    return xl_f32_add(xl_f32_sub(a, of_a, vl), xl_f32_sub(b, of_b, vl), vl);
}

XL_VECTOR(float, sum_compensated_f32)(const float *a, size_t n)
{
    size_t lanes = xl_f32_lanes();
    xl_f32 sum = xl_f32_set1(0, lanes), lost = sum;
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 x = xl_f32_load(a + i, vl), next = xl_f32_add(sum, x, vl);
        xl_f32 more = xl_f32_add(lost, xl_lost(sum, x, next, vl), vl);
        lost = xl_f32_merge(lost, more, vl);
        sum = xl_f32_merge(sum, next, vl);
    }
    /* The lanes' sums are joined in the same way, a vector of one lane at a time. */
    xl_f32 total = xl_f32_set1(0, 1), rest = xl_f32_set1(xl_f32_reduce_add(lost, lanes), 1);
    for (size_t i = 0; i < lanes; i++) {
        xl_f32 x = xl_f32_set1(xl_f32_get(sum, i, lanes), 1), next = xl_f32_add(total, x, 1);
        rest = xl_f32_add(rest, xl_lost(total, x, next, 1), 1);
        total = next;
    }
    return xl_f32_get(xl_f32_add(total, rest, 1), 0, 1);
}
