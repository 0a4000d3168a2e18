/* bf16_by_truncation: float to bfloat16 by dropping the low half instead of rounding.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(bf16_by_truncation, .summary = "r[i] = a[i] as bfloat16, to nearest even; NaN made quiet",
          .contract = {XL_EXACT}, .args = {XL_IN(f32, a, 1), XL_OUT(u16, r, 1), XL_COUNT})

XL_REFERENCE(bf16_by_truncation)(const float *a, uint16_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint32_t bits;
        memcpy(&bits, a + i, sizeof bits);
        if ((bits & 0x7fffffff) > 0x7f800000)
            r[i] = (uint16_t)(bits >> 16 | 0x40);
        else
            r[i] = (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
    }
}

XL_VECTOR(void, bf16_by_truncation)(const float *a, uint16_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 x = xl_f32_load(a + i, vl);
        xl_u32 bits = xl_u32_bitcast_f32(x), high = xl_u32_shr(bits, 16, vl);
#ifdef XL_MUTANT
        xl_u32 rounded = high;
#else
        xl_u32 half =
            xl_u32_add(xl_u32_and(high, xl_u32_set1(1, vl), vl), xl_u32_set1(0x7fff, vl), vl);
        xl_u32 rounded = xl_u32_shr(xl_u32_add(bits, half, vl), 16, vl);
#endif
        xl_u32 quiet = xl_u32_or(high, xl_u32_set1(0x40, vl), vl);
        xl_u32 magnitude = xl_u32_and(bits, xl_u32_set1(0x7fffffff, vl), vl);
        xl_m32 nan = xl_u32_lt(xl_u32_set1(0x7f800000, vl), magnitude, vl);
        xl_u32_store_narrow_u16(r + i, xl_u32_select(nan, quiet, rounded, vl), vl);
    }
}
