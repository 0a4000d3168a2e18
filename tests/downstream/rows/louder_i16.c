/* louder_i16: doubles the volume of audio samples, with saturation.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(louder_i16, .summary = "r[i] = a[i] + a[i], saturating", .contract = {XL_EXACT},
          .args = {XL_IN(i16, a, 1), XL_OUT(i16, r, 1), XL_COUNT})

XL_REFERENCE(louder_i16)(const int16_t *a, int16_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        int32_t sum = 2 * (int32_t)a[i];
        r[i] = (int16_t)(sum > INT16_MAX ? INT16_MAX : sum < INT16_MIN ? INT16_MIN : sum);
    }
}

XL_VECTOR(void, louder_i16)(const int16_t *a, int16_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i16_vl(n - i);
        xl_i16 x = xl_i16_load(a + i, vl);
        xl_i16_store(r + i, xl_i16_add_sat(x, x, vl), vl);
    }
}
