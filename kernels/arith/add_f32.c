/* add_f32: the element-wise sum of two float arrays. The shortest kernel there is: copy it to start
 * another.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(add_f32, .summary = "r[i] = a[i] + b[i]", .contract = {XL_EXACT, .rounding = 1},
          .vector_steps = 1, .elementwise = 1, .in_place = 1,
          .args = {XL_IN(f32, a, 1), XL_IN(f32, b, 1), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(add_f32)(const float *a, const float *b, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + b[i];
}

/* Full strips, then the rest: arch/strips.h. */
XL_VECTOR(void, add_f32)(const float *a, const float *b, float *r, size_t n)
{
    XL_STRIPS(
        f32, n,
        xl_f32_store(r + i, xl_f32_add(xl_f32_load(a + i, vl), xl_f32_load(b + i, vl), vl), vl));
}
