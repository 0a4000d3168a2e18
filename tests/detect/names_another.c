/* Scalar code that calls global_function's vectors for a size that never comes: they are no
 * evidence of this kernel.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(names_another, .summary = "r[i] = a[i] + b[i]", .contract = {XL_EXACT},
          .args = {XL_IN(f32, a, 1), XL_IN(f32, b, 1), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(names_another)(const float *a, const float *b, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + b[i];
}

#ifndef XL_KERNEL_HOST
void add_of_global_function(const float *a, const float *b, float *r, size_t n);

XL_VECTOR(void, names_another)(const float *a, const float *b, float *r, size_t n)
{
    if (n == 1 << 20)
        add_of_global_function(a, b, r, n);
    else
        for (size_t i = 0; i < n; i++)
            r[i] = a[i] + b[i];
}
#endif
