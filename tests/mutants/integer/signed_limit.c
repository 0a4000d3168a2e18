/* signed_limit: a signed minimum holds an unsigned value: what has its top bit set is taken for
 * negative.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(signed_limit, .summary = "r[i] = min(a[i], 255)", .contract = {XL_EXACT},
          .args = {XL_IN(u16, a, 1), XL_OUT(u16, r, 1), XL_COUNT})

XL_REFERENCE(signed_limit)(const uint16_t *a, uint16_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] < 255 ? a[i] : 255;
}

XL_VECTOR(void, signed_limit)(const uint16_t *a, uint16_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u16_vl(n - i);
        xl_u16 x = xl_u16_load(a + i, vl);
#ifdef XL_MUTANT
        xl_u16 v = xl_u16_bitcast_i16(xl_i16_min(xl_i16_bitcast_u16(x), xl_i16_set1(255, vl), vl));
#else
        xl_u16 v = xl_u16_min(x, xl_u16_set1(255, vl), vl);
#endif
        xl_u16_store(r + i, v, vl);
    }
}
