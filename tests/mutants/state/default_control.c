/* default_control: the floating-point environment is made the default one in the end, and not what
 * it was: what its caller had of flags is gone.
 * SPDX-License-Identifier: MIT
 */
#include <fenv.h>

#include "kernel.h"

XL_KERNEL(default_control, .summary = "r[i] = a[i] + b[i]", .contract = {XL_EXACT},
          .args = {XL_IN_RANGE(f32, a, 1, -1000, 1000), XL_IN_RANGE(f32, b, 1, -1000, 1000),
                   XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(default_control)(const float *a, const float *b, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + b[i];
}

XL_VECTOR(void, default_control)(const float *a, const float *b, float *r, size_t n)
{
    fenv_t before;
    feholdexcept(&before);
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32_store(r + i, xl_f32_add(xl_f32_load(a + i, vl), xl_f32_load(b + i, vl), vl), vl);
    }
#ifdef XL_MUTANT
    fesetenv(FE_DFL_ENV);
#else
    fesetenv(&before);
#endif
}
