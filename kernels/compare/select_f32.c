/* select_f32: one of two floats, as a third array says.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

/* A random mask hardly has a zero: in half of the calls, each as often. */
XL_PREPARE(select_f32)(size_t arg, void *elements, size_t count, uint64_t seed)
{
    int32_t *m = elements;
    if (arg == 0 && seed % 2)
        for (size_t i = 0; i < count; i++)
            m[i] &= 1;
}

XL_KERNEL(select_f32, .summary = "r[i] = m[i] ? a[i] : b[i]", .contract = {XL_EXACT},
          .elementwise = 1, .in_place = 1, .prepare = select_f32_prepare,
          .args = {XL_IN(i32, m, 1), XL_IN(f32, a, 1), XL_IN(f32, b, 1), XL_OUT(f32, r, 1),
                   XL_COUNT})

XL_REFERENCE(select_f32)(const int32_t *m, const float *a, const float *b, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = m[i] ? a[i] : b[i];
}

XL_VEC void select_f32_step(const int32_t *m, const float *a, const float *b, float *r, size_t i,
                            size_t vl)
{
    xl_m32 zero = xl_i32_eq(xl_i32_load(m + i, vl), xl_i32_set1(0, vl), vl);
    xl_f32 picked = xl_f32_select(zero, xl_f32_load(b + i, vl), xl_f32_load(a + i, vl), vl);
    xl_f32_store(r + i, picked, vl);
}

XL_VECTOR(void, select_f32)(const int32_t *m, const float *a, const float *b, float *r, size_t n)
{
    XL_STRIPS(f32, n, select_f32_step(m, a, b, r, i, vl));
}
