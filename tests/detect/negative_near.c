/* Broken: a negative number in any lane of a vector makes the others NaNs.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

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
