/* signed_saturation: the saturating add of signed lanes on unsigned ones.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(signed_saturation, .summary = "r[i] = min(a[i] + b[i], 255)", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_IN(u8, b, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(signed_saturation)(const uint8_t *a, const uint8_t *b, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        unsigned sum = (unsigned)a[i] + b[i];
        r[i] = (uint8_t)(sum > UINT8_MAX ? UINT8_MAX : sum);
    }
}

XL_VECTOR(void, signed_saturation)(const uint8_t *a, const uint8_t *b, uint8_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8 x = xl_u8_load(a + i, vl), y = xl_u8_load(b + i, vl);
#ifdef XL_MUTANT
        xl_u8 v = xl_u8_bitcast_i8(xl_i8_add_sat(xl_i8_bitcast_u8(x), xl_i8_bitcast_u8(y), vl));
#else
        xl_u8 v = xl_u8_add_sat(x, y, vl);
#endif
        xl_u8_store(r + i, v, vl);
    }
}
