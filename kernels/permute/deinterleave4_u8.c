/* deinterleave4_u8: splits groups of four bytes (pixels with alpha, say) into four arrays.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(deinterleave4_u8, .summary = "a[i], b[i], c[i], d[i] = p[4i], p[4i+1], p[4i+2], p[4i+3]",
          .contract = {XL_EXACT},
          .args = {XL_IN(u8, p, 4), XL_OUT(u8, a, 1), XL_OUT(u8, b, 1), XL_OUT(u8, c, 1),
                   XL_OUT(u8, d, 1), XL_COUNT})

XL_REFERENCE(deinterleave4_u8)
(const uint8_t *p, uint8_t *a, uint8_t *b, uint8_t *c, uint8_t *d, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        a[i] = p[4 * i];
        b[i] = p[4 * i + 1];
        c[i] = p[4 * i + 2];
        d[i] = p[4 * i + 3];
    }
}

XL_VEC void deinterleave4_u8_step(const uint8_t *p, uint8_t *a, uint8_t *b, uint8_t *c, uint8_t *d,
                                  size_t i, size_t vl)
{
    xl_u8 first, second, third, fourth;
    xl_u8_load4(p + 4 * i, &first, &second, &third, &fourth, vl);
    xl_u8_store(a + i, first, vl);
    xl_u8_store(b + i, second, vl);
    xl_u8_store(c + i, third, vl);
    xl_u8_store(d + i, fourth, vl);
}

XL_VECTOR(void, deinterleave4_u8)(const uint8_t *p, uint8_t *a, uint8_t *b, uint8_t *c, uint8_t *d,
                                  size_t n)
{
    XL_STRIPS(u8, n, deinterleave4_u8_step(p, a, b, c, d, i, vl));
}
