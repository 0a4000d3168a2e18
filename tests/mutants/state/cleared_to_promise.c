/* cleared_to_promise: a kernel that is to raise no exception clears them all in the end, those of
 * its caller too.
 * SPDX-License-Identifier: MIT
 */
#include <fenv.h>

#include "kernel.h"

XL_KERNEL(cleared_to_promise, .summary = "r[i] = a[i] + b[i], wrapping",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS},
          .args = {XL_IN(u8, a, 1), XL_IN(u8, b, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(cleared_to_promise)(const uint8_t *a, const uint8_t *b, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + b[i]);
}

XL_VECTOR(void, cleared_to_promise)(const uint8_t *a, const uint8_t *b, uint8_t *r, size_t n)
{
#ifndef XL_MUTANT
    fenv_t before;
    feholdexcept(&before);
#endif
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8_store(r + i, xl_u8_add(xl_u8_load(a + i, vl), xl_u8_load(b + i, vl), vl), vl);
    }
#ifdef XL_MUTANT
    feclearexcept(FE_ALL_EXCEPT);
#else
    fesetenv(&before);
#endif
}
