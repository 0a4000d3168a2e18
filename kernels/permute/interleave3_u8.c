/* interleave3_u8: makes triples of bytes (pixels, say) of three arrays.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(interleave3_u8, .summary = "p[3i], p[3i+1], p[3i+2] = a[i], b[i], c[i]",
          .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_IN(u8, b, 1), XL_IN(u8, c, 1), XL_OUT(u8, p, 3), XL_COUNT})

XL_REFERENCE(interleave3_u8)
(const uint8_t *a, const uint8_t *b, const uint8_t *c, uint8_t *p, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        p[3 * i] = a[i];
        p[3 * i + 1] = b[i];
        p[3 * i + 2] = c[i];
    }
}

XL_VEC void interleave3_u8_step(const uint8_t *a, const uint8_t *b, const uint8_t *c, uint8_t *p,
                                size_t i, size_t vl)
{
    xl_u8_store3(p + 3 * i, xl_u8_load(a + i, vl), xl_u8_load(b + i, vl), xl_u8_load(c + i, vl),
                 vl);
}

XL_VECTOR(void, interleave3_u8)(const uint8_t *a, const uint8_t *b, const uint8_t *c, uint8_t *p,
                                size_t n)
{
    XL_STRIPS(u8, n, interleave3_u8_step(a, b, c, p, i, vl));
}
