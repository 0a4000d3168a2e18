/* Broken: a sum whose error is up to 2^-10 of it, under a bound of float's additions.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

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
