/* swap_rb_u32: pixels of four samples, red and blue changed over: 0xAARRGGBB to 0xAABBGGRR.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(swap_rb_u32, .summary = "r[i] = p[i] with bytes 0 and 2 changed over",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .elementwise = 1, .in_place = 1,
          .args = {XL_IN(u32, p, 1), XL_OUT(u32, r, 1), XL_COUNT})

XL_REFERENCE(swap_rb_u32)(const uint32_t *p, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (p[i] & 0xff00ff00) | (p[i] >> 16 & 0xff) | (p[i] & 0xff) << 16;
}

XL_VEC void swap_rb_u32_step(const uint32_t *p, uint32_t *r, size_t i, size_t vl)
{
    xl_u32 v = xl_u32_load(p + i, vl);
    xl_u32 stays = xl_u32_and(v, xl_u32_set1(0xff00ff00, vl), vl);
    xl_u32 moves = xl_u32_and(v, xl_u32_set1(0x00ff00ff, vl), vl);
    xl_u32 moved = xl_u32_or(xl_u32_shl(moves, 16, vl), xl_u32_shr(moves, 16, vl), vl);
    xl_u32_store(r + i, xl_u32_or(stays, moved, vl), vl);
}

XL_VECTOR(void, swap_rb_u32)(const uint32_t *p, uint32_t *r, size_t n)
{
    XL_STRIPS(u32, n, swap_rb_u32_step(p, r, i, vl));
}
