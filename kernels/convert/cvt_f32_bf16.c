/* cvt_f32_bf16: float to bfloat16 (its upper 16 bits), to nearest even; a NaN stays a NaN,
 * quietened.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(cvt_f32_bf16,
          .summary = "r[i] = a[i] as bfloat16, to nearest even; NaN keeps its top bits, made quiet",
          .contract = {XL_EXACT}, .vector_steps = 1, .elementwise = 1,
          .args = {XL_IN(f32, a, 1), XL_OUT(u16, r, 1), XL_COUNT},
          .needs = {{"neon:cvt_f32_bf16_bfcvtn", "bf16"}})

XL_REFERENCE(cvt_f32_bf16)(const float *a, uint16_t *r, size_t n)
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

XL_VEC void cvt_f32_bf16_step(const float *a, uint16_t *r, size_t i, size_t vl)
{
    xl_u32 bits = xl_u32_bitcast_f32(xl_f32_load(a + i, vl));
    xl_u32 high = xl_u32_shr(bits, 16, vl);
    /* Half of the last place, less one where the kept part is even: a tie then rounds to even.
     */
    xl_u32 half = xl_u32_add(xl_u32_and(high, xl_u32_set1(1, vl), vl), xl_u32_set1(0x7fff, vl), vl);
    xl_u32 rounded = xl_u32_shr(xl_u32_add(bits, half, vl), 16, vl);
    xl_u32 quiet = xl_u32_or(high, xl_u32_set1(0x40, vl), vl);
    xl_u32 magnitude = xl_u32_and(bits, xl_u32_set1(0x7fffffff, vl), vl);
    xl_m32 nan = xl_u32_lt(xl_u32_set1(0x7f800000, vl), magnitude, vl);
    xl_u32_store_narrow_u16(r + i, xl_u32_select(nan, quiet, rounded, vl), vl);
}

XL_VECTOR(void, cvt_f32_bf16)(const float *a, uint16_t *r, size_t n)
{
    XL_STRIPS(u32, n, cvt_f32_bf16_step(a, r, i, vl));
}

#if XL_ISA_IS_neon
__attribute__((target("+bf16"))) static void cvt_f32_bf16_bfcvtn(const float *a, uint16_t *r,
                                                                 size_t n)
{
    for (; n >= 4; a += 4, r += 4, n -= 4)
        vst1_u16(r, vreinterpret_u16_bf16(vcvt_bf16_f32(vld1q_f32(a))));
    if (n) {
        float rest[4] = {0};
        uint16_t rounded[4];
        memcpy(rest, a, n * sizeof *a);
        vst1_u16(rounded, vreinterpret_u16_bf16(vcvt_bf16_f32(vld1q_f32(rest))));
        memcpy(r, rounded, n * sizeof *r);
    }
}
#endif

XL_VARIANT(cvt_f32_bf16, neon, cvt_f32_bf16__neon)
XL_VARIANT(cvt_f32_bf16, neon, cvt_f32_bf16_bfcvtn)
