/* gain_i16: halves the volume of audio samples. A kernel as a project outside Crosslane would keep
 * it.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

#include "../../include/gain.h"

XL_KERNEL(gain_i16, .summary = "r[i] = a[i] / 2, toward minus infinity", .contract = {XL_EXACT},
          .args = {XL_IN(i16, a, 1), XL_OUT(i16, r, 1), XL_COUNT})

XL_REFERENCE(gain_i16)(const int16_t *a, int16_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (int16_t)(a[i] >> GAIN_SHIFT);
}

XL_VECTOR(void, gain_i16)(const int16_t *a, int16_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i16_vl(n - i);
        xl_i16_store(r + i, xl_i16_shr(xl_i16_load(a + i, vl), GAIN_SHIFT, vl), vl);
    }
}
