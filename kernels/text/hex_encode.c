/* hex_encode: bytes as two hexadecimal digits each.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(hex_encode,
          .summary = "r[2i], r[2i + 1] = the hexadecimal digits of p[i], the upper first",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS},
          .by_lane = {{"sse2", "no shuffle of bytes"}},
          .args = {XL_IN(u8, p, 1), XL_OUT(u8, r, 2), XL_COUNT})

XL_REFERENCE(hex_encode)(const uint8_t *p, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        r[2 * i] = (uint8_t)"0123456789abcdef"[p[i] / 16];
        r[2 * i + 1] = (uint8_t)"0123456789abcdef"[p[i] % 16];
    }
}

XL_VEC void hex_encode_step(const uint8_t *p, uint8_t *r, size_t vl)
{
    const uint8_t *digits = (const uint8_t *)"0123456789abcdef";
    xl_u8 bytes = xl_u8_load(p, vl);
    xl_u8 high = xl_u8_lookup16(digits, xl_u8_shr(bytes, 4, vl), vl);
    xl_u8 low = xl_u8_lookup16(digits, xl_u8_and_s(bytes, 15, vl), vl);
    xl_u8_store2(r, high, low, vl);
}

XL_VECTOR(void, hex_encode)(const uint8_t *p, uint8_t *r, size_t n)
{
    XL_STRIPS(u8, n, hex_encode_step(p + i, r + 2 * i, vl));
}
