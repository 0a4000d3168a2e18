/* qadd_u8: the sum of quantized tensors that have scales of their own, in fixed point: of each one
 * the multiplier has 16 bits behind the point, and bias holds the zero points and half a unit.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

enum { XL_QADD_SHIFT = 16 };

XL_KERNEL(qadd_u8, .summary = "r[i] = clamp((a[i] * ma + b[i] * mb + bias) >> 16, 0, 255)",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .elementwise = 1, .in_place = 1,
          .args = {XL_IN(u8, a, 1), XL_IN(u8, b, 1), XL_VALUE_RANGE(i32, ma, -0x200000, 0x200000),
                   XL_VALUE_RANGE(i32, mb, -0x200000, 0x200000),
                   XL_VALUE_RANGE(i32, bias, -0x10000000, 0x10000000), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(qadd_u8)
(const uint8_t *a, const uint8_t *b, int32_t ma, int32_t mb, int32_t bias, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        int32_t sum = (a[i] * ma + b[i] * mb + bias) >> XL_QADD_SHIFT;
        r[i] = (uint8_t)(sum < 0 ? 0 : sum > UINT8_MAX ? UINT8_MAX : sum);
    }
}

XL_VEC void qadd_u8_step(const uint8_t *a, const uint8_t *b, int32_t ma, int32_t mb, int32_t bias,
                         uint8_t *r, size_t i, size_t vl)
{
    xl_i32 x = xl_i32_bitcast_u32(xl_u32_load_widen_u8(a + i, vl));
    xl_i32 y = xl_i32_bitcast_u32(xl_u32_load_widen_u8(b + i, vl));
    x = xl_i32_add(xl_i32_mul(x, xl_i32_set1(ma, vl), vl), xl_i32_set1(bias, vl), vl);
    x = xl_i32_add(xl_i32_mul(y, xl_i32_set1(mb, vl), vl), x, vl);
    x = xl_i32_shr(x, XL_QADD_SHIFT, vl);
    x = xl_i32_min(xl_i32_max(x, xl_i32_set1(0, vl), vl), xl_i32_set1(UINT8_MAX, vl), vl);
    xl_u32_store_narrow_u8(r + i, xl_u32_bitcast_i32(x), vl);
}

XL_VECTOR(void, qadd_u8)(const uint8_t *a, const uint8_t *b, int32_t ma, int32_t mb, int32_t bias,
                         uint8_t *r, size_t n)
{
    XL_STRIPS(i32, n, qadd_u8_step(a, b, ma, mb, bias, r, i, vl));
}
