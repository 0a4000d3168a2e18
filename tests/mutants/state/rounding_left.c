/* rounding_left: the rounding mode is left toward zero.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

#include <fenv.h>

XL_KERNEL(rounding_left, .summary = "r[i] = a[i] + b[i]", .contract = {XL_EXACT},
          .args = {XL_IN_RANGE(f32, a, 1, -1000, 1000), XL_IN_RANGE(f32, b, 1, -1000, 1000),
                   XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(rounding_left)(const float *a, const float *b, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + b[i];
}

#ifdef XL_MUTANT
static void leave(void)
{
    fesetround(FE_TOWARDZERO);
}
#else
static void leave(void)
{
}
#endif

XL_VECTOR(void, rounding_left)(const float *a, const float *b, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32_store(r + i, xl_f32_add(xl_f32_load(a + i, vl), xl_f32_load(b + i, vl), vl), vl);
    }
    leave();
}
