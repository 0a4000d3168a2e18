/* reverse_f32: an array of floats from its end to its beginning.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(reverse_f32, .summary = "r[i] = a[n-1-i]", .contract = {XL_EXACT},
          .args = {XL_IN(f32, a, 1), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(reverse_f32)(const float *a, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[n - 1 - i];
}

XL_VEC void reverse_f32_step(const float *a, float *r, size_t n, size_t i, size_t vl)
{
    xl_f32_store(r + n - i - vl, xl_f32_reverse(xl_f32_load(a + i, vl), vl), vl);
}

XL_VECTOR(void, reverse_f32)(const float *a, float *r, size_t n)
{
    XL_STRIPS(f32, n, reverse_f32_step(a, r, n, i, vl));
}
