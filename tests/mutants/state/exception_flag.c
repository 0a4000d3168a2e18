/* exception_flag: whether something was divided by zero is read from a flag that nobody clears
 * before.
 * SPDX-License-Identifier: MIT
 */
#include <fenv.h>

#include "kernel.h"

XL_KERNEL(exception_flag, .summary = "r[i] = a[i] + b[i]; whether that divided by zero",
          .contract = {XL_EXACT},
          .args = {XL_IN_RANGE(f32, a, 1, -1000, 1000), XL_IN_RANGE(f32, b, 1, -1000, 1000),
                   XL_OUT(f32, r, 1), XL_COUNT, XL_RETURNS(u32)})

XL_REFERENCE(exception_flag)
(const float *a, const float *b, float *r, size_t n, uint32_t *result)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + b[i];
    *result = 0;
}

XL_VECTOR(uint32_t, exception_flag)(const float *a, const float *b, float *r, size_t n)
{
#ifndef XL_MUTANT
    fexcept_t before;
    fegetexceptflag(&before, FE_DIVBYZERO);
    feclearexcept(FE_DIVBYZERO);
#endif
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32_store(r + i, xl_f32_add(xl_f32_load(a + i, vl), xl_f32_load(b + i, vl), vl), vl);
    }
    const uint32_t has_divided = fetestexcept(FE_DIVBYZERO) != 0;
#ifndef XL_MUTANT
    fesetexceptflag(&before, FE_DIVBYZERO);
#endif
    return has_divided;
}
