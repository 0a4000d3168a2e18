/* ramp_u32: multiplies by gains that come again every eight samples: a class template, with an object that is made before main.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

#include "ramp.hpp"

XL_KERNEL(ramp_u32, .summary = "r[i] = a[i] * (3 + i % 8)", .contract = {XL_EXACT},
          .args = {XL_IN(u32, a, 1), XL_OUT(u32, r, 1), XL_COUNT})

XL_REFERENCE(ramp_u32)(const uint32_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] * (3 + (uint32_t)(i % 8));
}

static const Ramp<uint32_t, 8> ramp(3);

XL_VECTOR(void, ramp_u32)(const uint32_t *a, uint32_t *r, size_t n)
{
    ramp.apply(a, r, n);
}
