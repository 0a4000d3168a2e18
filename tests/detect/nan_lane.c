/* Broken: a signalling NaN with this payload, in this lane only, becomes a number.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(nan_lane, .summary = "r[i] = 2 a[i]", .contract = {XL_EXACT}, .elementwise = 1,
          .args = {XL_IN(f32, a, 1), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(nan_lane)(const float *a, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + a[i];
}

XL_VECTOR(void, nan_lane)(const float *a, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 x = xl_f32_load(a + i, vl);
        xl_f32_store(r + i, xl_f32_add(x, x, vl), vl);
    }
    for (size_t i = 3; i < n; i += xl_f32_lanes()) {
        uint32_t bits;
        memcpy(&bits, a + i, sizeof bits);
        if (bits == 0xffa00000)
            r[i] = 1;
    }
}
