/* round_in_lane: a rounding shift as `(x + (1 << (s - 1))) >> s` in the width of a lane: the sum
 * wraps.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(round_in_lane, .summary = "r[i] = (a[i] + 8) >> 4, without wrapping",
          .contract = {XL_EXACT}, .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(round_in_lane)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)((a[i] + 8) >> 4);
}

XL_VECTOR(void, round_in_lane)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8 x = xl_u8_load(a + i, vl);
#ifdef XL_MUTANT
        xl_u8 v = xl_u8_shr(xl_u8_add(x, xl_u8_set1(8, vl), vl), 4, vl);
#else
        xl_u8 up = xl_u8_and(xl_u8_shr(x, 3, vl), xl_u8_set1(1, vl), vl);
        xl_u8 v = xl_u8_add(xl_u8_shr(x, 4, vl), up, vl);
#endif
        xl_u8_store(r + i, v, vl);
    }
}
