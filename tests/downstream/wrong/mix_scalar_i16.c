/* mix_scalar_i16: wrong: the same function of the library, one by one.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

#include "../../include/mix.h"

XL_KERNEL(mix_scalar_i16, .summary = "r[i] = a[i] + b[i], wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(i16, a, 1), XL_IN(i16, b, 1), XL_OUT(i16, r, 1), XL_COUNT})

XL_REFERENCE(mix_scalar_i16)(const int16_t *a, const int16_t *b, int16_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (int16_t)((uint16_t)a[i] + (uint16_t)b[i]);
}

#ifndef XL_KERNEL_HOST
XL_VECTOR(void, mix_scalar_i16)(const int16_t *a, const int16_t *b, int16_t *r, size_t n)
{
    mix_scalar(a, b, r, n);
}
#endif
