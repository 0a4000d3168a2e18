/* Correct: its vectors are in a function of its own that is not static, and is not inlined.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(global_function, .summary = "r[i] = a[i] + b[i]", .contract = {XL_EXACT},
          .args = {XL_IN(f32, a, 1), XL_IN(f32, b, 1), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(global_function)(const float *a, const float *b, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + b[i];
}

#ifndef XL_KERNEL_HOST
void add_of_global_function(const float *a, const float *b, float *r, size_t n);

__attribute__((noinline)) void add_of_global_function(const float *a, const float *b, float *r,
                                                      size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32_store(r + i, xl_f32_add(xl_f32_load(a + i, vl), xl_f32_load(b + i, vl), vl), vl);
    }
}

/* By a pointer, as a dispatcher would. */
XL_VECTOR(void, global_function)(const float *a, const float *b, float *r, size_t n)
{
    void (*volatile add)(const float *, const float *, float *, size_t) = add_of_global_function;
    add(a, b, r, n);
}
#endif
