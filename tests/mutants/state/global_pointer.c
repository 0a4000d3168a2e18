/* global_pointer: gp is used as one more register for what a loop needs, and is left so.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(global_pointer, .summary = "r[i] = a[i] + b[i]", .contract = {XL_EXACT},
          .only = "rvv rva23",
          .args = {XL_IN_RANGE(f32, a, 1, -1000, 1000), XL_IN_RANGE(f32, b, 1, -1000, 1000),
                   XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(global_pointer)(const float *a, const float *b, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + b[i];
}

static void leave(void)
{
#ifdef XL_MUTANT
    __asm__ volatile("mv gp, zero");
#endif
}

XL_VECTOR(void, global_pointer)(const float *a, const float *b, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32_store(r + i, xl_f32_add(xl_f32_load(a + i, vl), xl_f32_load(b + i, vl), vl), vl);
    }
    leave();
}
