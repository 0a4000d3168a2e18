/* deinterleave2_u16: splits pairs of 16 bits (stereo samples, say) into two arrays.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(deinterleave2_u16, .summary = "a[i], b[i] = p[2i], p[2i+1]", .contract = {XL_EXACT},
          .args = {XL_IN(u16, p, 2), XL_OUT(u16, a, 1), XL_OUT(u16, b, 1), XL_COUNT})

XL_REFERENCE(deinterleave2_u16)(const uint16_t *p, uint16_t *a, uint16_t *b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        a[i] = p[2 * i];
        b[i] = p[2 * i + 1];
    }
}

XL_VEC void deinterleave2_u16_step(const uint16_t *p, uint16_t *a, uint16_t *b, size_t i, size_t vl)
{
    xl_u16 first, second;
    xl_u16_load2(p + 2 * i, &first, &second, vl);
    xl_u16_store(a + i, first, vl);
    xl_u16_store(b + i, second, vl);
}

XL_VECTOR(void, deinterleave2_u16)(const uint16_t *p, uint16_t *a, uint16_t *b, size_t n)
{
    XL_STRIPS(u16, n, deinterleave2_u16_step(p, a, b, i, vl));
}
