/* interleave4_u32: makes one array of four, an element of each in turn.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(interleave4_u32, .summary = "p[4i], p[4i+1], p[4i+2], p[4i+3] = a[i], b[i], c[i], d[i]",
          .contract = {XL_EXACT},
          .args = {XL_IN(u32, a, 1), XL_IN(u32, b, 1), XL_IN(u32, c, 1), XL_IN(u32, d, 1),
                   XL_OUT(u32, p, 4), XL_COUNT})

XL_REFERENCE(interleave4_u32)
(const uint32_t *a, const uint32_t *b, const uint32_t *c, const uint32_t *d, uint32_t *p, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        p[4 * i] = a[i];
        p[4 * i + 1] = b[i];
        p[4 * i + 2] = c[i];
        p[4 * i + 3] = d[i];
    }
}

XL_VEC void interleave4_u32_step(const uint32_t *a, const uint32_t *b, const uint32_t *c,
                                 const uint32_t *d, uint32_t *p, size_t i, size_t vl)
{
    xl_u32_store4(p + 4 * i, xl_u32_load(a + i, vl), xl_u32_load(b + i, vl), xl_u32_load(c + i, vl),
                  xl_u32_load(d + i, vl), vl);
}

XL_VECTOR(void, interleave4_u32)(const uint32_t *a, const uint32_t *b, const uint32_t *c,
                                 const uint32_t *d, uint32_t *p, size_t n)
{
    XL_STRIPS(u32, n, interleave4_u32_step(a, b, c, d, p, i, vl));
}
