/* flags_wiped: whether a sum overflowed is read from a flag that is cleared before, and was
 * its caller's too.
 * SPDX-License-Identifier: MIT
 */
#include <fenv.h>

#include "kernel.h"

XL_KERNEL(flags_wiped, .summary = "r[i] = a[i] + b[i]; whether that overflowed",
          .contract = {XL_EXACT},
          .args = {XL_IN_RANGE(f32, a, 1, -1000, 1000), XL_IN_RANGE(f32, b, 1, -1000, 1000),
                   XL_OUT(f32, r, 1), XL_COUNT, XL_RETURNS(u32)})

XL_REFERENCE(flags_wiped)(const float *a, const float *b, float *r, size_t n, uint32_t *result)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + b[i];
    *result = 0;
}

XL_VECTOR(uint32_t, flags_wiped)(const float *a, const float *b, float *r, size_t n)
{
#ifdef XL_MUTANT
    feclearexcept(FE_ALL_EXCEPT);
#else
    fenv_t before;
    feholdexcept(&before);
#endif
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32_store(r + i, xl_f32_add(xl_f32_load(a + i, vl), xl_f32_load(b + i, vl), vl), vl);
    }
    const uint32_t has_overflowed = fetestexcept(FE_OVERFLOW) != 0;
#ifndef XL_MUTANT
    feupdateenv(&before);
#endif
    return has_overflowed;
}
