/* Correct: scalar code for few elements, and vectors from 4000 on.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(threshold, .summary = "r[i] = a[i] + b[i]", .contract = {XL_EXACT}, .vector_steps = 1,
          .args = {XL_IN(f32, a, 1), XL_IN(f32, b, 1), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(threshold)(const float *a, const float *b, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + b[i];
}

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
