/* A template: the inclusive prefix sum of a vector of narrow lanes, wrapping, in as many steps as
 * the number of lanes has bits.
 * SPDX-License-Identifier: MIT
 *
 *     #define XL_T u8                  // or u16
 *     #define XL_W 8
 *     #include "scan_lanes.h"          // ends with #undef XL_T and #undef XL_W
 */
#include "native.h"
#include "template.h"

#if XL_ON_RVV
#define XL_SCAN_(NAME) XL_JOIN(__riscv_##NAME##_, XL_T, m1)
/* Lane i is lane i - k of v; zeros in the first k lanes. */
XL_VEC XL_V XL_OP(shift_up)(XL_V v, size_t k, size_t vl)
{
    return XL_SCAN_(vslideup_vx)(XL_OP(set1)(0, vl), v, k, vl);
}
#undef XL_SCAN_
#elif XL_ON_SVE
XL_VEC XL_V XL_OP(shift_up)(XL_V v, size_t k, size_t vl)
{
    /* The first k lanes of one, then v. */
    return svsplice(XL_JOIN(xl_sve_below_, XL_W, )(k), XL_OP(set1)(0, vl), v);
}
#elif XL_ISA_IS_sse2 || XL_ISA_IS_sse4
/* The shift's length is a constant in the instruction. */
XL_VEC XL_V XL_OP(shift_up)(XL_V v, size_t k, size_t vl)
{
    (void)vl;
    switch (k * XL_W / 8) {
    case 1:
        return (XL_V)_mm_slli_si128((__m128i)v, 1);
    case 2:
        return (XL_V)_mm_slli_si128((__m128i)v, 2);
    case 4:
        return (XL_V)_mm_slli_si128((__m128i)v, 4);
    default:
        return (XL_V)_mm_slli_si128((__m128i)v, 8);
    }
}
#elif XL_ISA_IS_avx2
/* Each half gets what the half below it shifts out: the low half has zeros below. */
XL_VEC XL_V XL_OP(shift_up)(XL_V v, size_t k, size_t vl)
{
    __m256i w = (__m256i)v, below = _mm256_permute2x128_si256(w, w, 0x08);
    (void)vl;
    switch (k * XL_W / 8) {
    case 1:
        return (XL_V)_mm256_alignr_epi8(w, below, 15);
    case 2:
        return (XL_V)_mm256_alignr_epi8(w, below, 14);
    case 4:
        return (XL_V)_mm256_alignr_epi8(w, below, 12);
    case 8:
        return (XL_V)_mm256_alignr_epi8(w, below, 8);
    default:
        return (XL_V)below;
    }
}
#elif XL_ISA_IS_avx512
/* Each quarter gets what the quarter below it shifts out. */
XL_VEC XL_V XL_OP(shift_up)(XL_V v, size_t k, size_t vl)
{
    __m512i w = (__m512i)v, zero = _mm512_setzero_si512();
    __m512i below = _mm512_alignr_epi32(w, zero, 12);
    (void)vl;
    switch (k * XL_W / 8) {
    case 1:
        return (XL_V)_mm512_alignr_epi8(w, below, 15);
    case 2:
        return (XL_V)_mm512_alignr_epi8(w, below, 14);
    case 4:
        return (XL_V)_mm512_alignr_epi8(w, below, 12);
    case 8:
        return (XL_V)_mm512_alignr_epi8(w, below, 8);
    case 16:
        return (XL_V)below;
    default:
        return (XL_V)_mm512_alignr_epi32(w, zero, 8);
    }
}
#elif XL_ISA_IS_lasx
XL_VEC XL_V XL_OP(shift_up)(XL_V v, size_t k, size_t vl)
{
    __m256i w = (__m256i)v, below = __lasx_xvpermi_q(__lasx_xvrepli_b(0), w, 0x02);
    (void)vl;
    switch (k * XL_W / 8) {
    case 1:
        return (XL_V)__lasx_xvor_v(__lasx_xvbsll_v(w, 1), __lasx_xvbsrl_v(below, 15));
    case 2:
        return (XL_V)__lasx_xvor_v(__lasx_xvbsll_v(w, 2), __lasx_xvbsrl_v(below, 14));
    case 4:
        return (XL_V)__lasx_xvor_v(__lasx_xvbsll_v(w, 4), __lasx_xvbsrl_v(below, 12));
    case 8:
        return (XL_V)__lasx_xvor_v(__lasx_xvbsll_v(w, 8), __lasx_xvbsrl_v(below, 8));
    default:
        return (XL_V)below;
    }
}
#elif XL_ON_NEON || XL_ON_VSX || XL_ON_VX || XL_ISA_IS_lsx
#if XL_ON_NEON
#define XL_SCAN_BYTES(V, K) vextq_u8(vdupq_n_u8(0), (uint8x16_t)(V), 16 - (K))
#elif XL_ON_VSX
/* Lane 0 is at the right end of the register. */
#define XL_SCAN_BYTES(V, K) vec_sld((__vector unsigned char)(V), vec_splats((unsigned char)0), K)
#elif XL_ON_VX
#define XL_SCAN_BYTES(V, K)                                                                        \
    vec_sld(vec_splats((unsigned char)0), (__vector unsigned char)(V), 16 - (K))
#else
#define XL_SCAN_BYTES(V, K) __lsx_vbsll_v((__m128i)(V), K)
#endif
XL_VEC XL_V XL_OP(shift_up)(XL_V v, size_t k, size_t vl)
{
    (void)vl;
    switch (k * XL_W / 8) {
    case 1:
        return (XL_V)XL_SCAN_BYTES(v, 1);
    case 2:
        return (XL_V)XL_SCAN_BYTES(v, 2);
    case 4:
        return (XL_V)XL_SCAN_BYTES(v, 4);
    default:
        return (XL_V)XL_SCAN_BYTES(v, 8);
    }
}
#undef XL_SCAN_BYTES
#else
/* One lane has none below it. */
XL_VEC XL_V XL_OP(shift_up)(XL_V v, size_t k, size_t vl)
{
    (void)k;
    return XL_OP(sub)(v, v, vl);
}
#endif

XL_VEC XL_V XL_OP(prefix_sum)(XL_V v, size_t vl)
{
    for (size_t k = 1; k < vl; k *= 2)
        v = XL_OP(add)(v, XL_OP(shift_up)(v, k, vl), vl);
    return v;
}

#undef XL_T
#undef XL_W
