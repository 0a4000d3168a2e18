/* deinterleave3_u8: splits triples of bytes (pixels, say) into three arrays.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(deinterleave3_u8, .summary = "a[i], b[i], c[i] = p[3i], p[3i+1], p[3i+2]",
          .contract = {XL_EXACT},
          .args = {XL_IN(u8, p, 3), XL_OUT(u8, a, 1), XL_OUT(u8, b, 1), XL_OUT(u8, c, 1), XL_COUNT})

XL_REFERENCE(deinterleave3_u8)(const uint8_t *p, uint8_t *a, uint8_t *b, uint8_t *c, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        a[i] = p[3 * i];
        b[i] = p[3 * i + 1];
        c[i] = p[3 * i + 2];
    }
}

XL_VEC void deinterleave3_u8_step(const uint8_t *p, uint8_t *a, uint8_t *b, uint8_t *c, size_t i,
                                  size_t vl)
{
    xl_u8 first, second, third;
    xl_u8_load3(p + 3 * i, &first, &second, &third, vl);
    xl_u8_store(a + i, first, vl);
    xl_u8_store(b + i, second, vl);
    xl_u8_store(c + i, third, vl);
}

XL_VECTOR(void, deinterleave3_u8)(const uint8_t *p, uint8_t *a, uint8_t *b, uint8_t *c, size_t n)
{
    XL_STRIPS(u8, n, deinterleave3_u8_step(p, a, b, c, i, vl));
}
