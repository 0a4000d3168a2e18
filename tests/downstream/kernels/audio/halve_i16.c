/* halve_i16: the same as gain_i16, in assembly.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(halve_i16, .summary = "r[i] = a[i] / 2, toward minus infinity", .contract = {XL_EXACT},
          .args = {XL_IN(i16, a, 1), XL_OUT(i16, r, 1), XL_COUNT}, .only = "neon vx vxe vxe2")

XL_REFERENCE(halve_i16)(const int16_t *a, int16_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (int16_t)(a[i] >> 1);
}
