/* interleave2_u16: makes one array of two, an element of each in turn (stereo samples, say).
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(interleave2_u16, .summary = "p[2i], p[2i+1] = a[i], b[i]", .contract = {XL_EXACT},
          .args = {XL_IN(u16, a, 1), XL_IN(u16, b, 1), XL_OUT(u16, p, 2), XL_COUNT})

XL_REFERENCE(interleave2_u16)(const uint16_t *a, const uint16_t *b, uint16_t *p, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        p[2 * i] = a[i];
        p[2 * i + 1] = b[i];
    }
}

XL_VEC void interleave2_u16_step(const uint16_t *a, const uint16_t *b, uint16_t *p, size_t i,
                                 size_t vl)
{
    xl_u16_store2(p + 2 * i, xl_u16_load(a + i, vl), xl_u16_load(b + i, vl), vl);
}

XL_VECTOR(void, interleave2_u16)(const uint16_t *a, const uint16_t *b, uint16_t *p, size_t n)
{
    XL_STRIPS(u16, n, interleave2_u16_step(a, b, p, i, vl));
}
