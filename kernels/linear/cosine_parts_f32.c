/* cosine_parts_f32: the three sums of which the cosine of the angle between two vectors is made, in
 * one pass: r[0] / sqrt(r[1] r[2]).
 * SPDX-License-Identifier: MIT
 *
 * Bound: n roundings (linear.h).
 */
#include "linear.h"

XL_KERNEL(cosine_parts_f32, .summary = "r[0], r[1], r[2] = sums of a[i] b[i], a[i]^2, b[i]^2",
          .contract = {XL_BOUND},
          .args = {XL_FACTORS(a, 1, 0), XL_FACTORS(b, 1, 0), XL_OUT_FIXED(f32, r, 3), XL_COUNT})

XL_REFERENCE(cosine_parts_f32)(const float *a, const float *b, struct xl_bounded *r, size_t n)
{
    struct xl_sum dot = {0}, aa = {0}, bb = {0};
    for (size_t i = 0; i < n; i++) {
        xl_sum_add(&dot, (double)a[i] * b[i]);
        xl_sum_add(&aa, (double)a[i] * a[i]);
        xl_sum_add(&bb, (double)b[i] * b[i]);
    }
    r[0] = xl_linear_bounded(&dot, (double)n);
    r[1] = xl_linear_bounded(&aa, (double)n);
    r[2] = xl_linear_bounded(&bb, (double)n);
}

XL_VEC void cosine_parts_f32_step(const float *a, const float *b, size_t vl, xl_f32 *dot,
                                  xl_f32 *aa, xl_f32 *bb)
{
    xl_f32 x = xl_f32_load(a, vl), y = xl_f32_load(b, vl);
    *dot = xl_f32_mul_add_keep(x, y, *dot, vl);
    *aa = xl_f32_mul_add_keep(x, x, *aa, vl);
    *bb = xl_f32_mul_add_keep(y, y, *bb, vl);
}

XL_VECTOR(void, cosine_parts_f32)(const float *a, const float *b, float *r, size_t n)
{
    size_t lanes = xl_f32_lanes();
    xl_f32 dot = xl_f32_set1(0, lanes), aa = dot, bb = dot;
    XL_STRIPS(f32, n, cosine_parts_f32_step(a + i, b + i, vl, &dot, &aa, &bb));
    r[0] = xl_f32_reduce_add(dot, lanes);
    r[1] = xl_f32_reduce_add(aa, lanes);
    r[2] = xl_f32_reduce_add(bb, lanes);
}
