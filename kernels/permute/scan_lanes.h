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
#elif XL_ON_NEON
XL_VEC XL_V XL_OP(shift_up)(XL_V v, size_t k, size_t vl)
{
    uint8x16_t w = (uint8x16_t)v, zero = vdupq_n_u8(0);
    (void)vl;
    switch (k * XL_W / 8) {
    case 1:
        return (XL_V)vextq_u8(zero, w, 15);
    case 2:
        return (XL_V)vextq_u8(zero, w, 14);
    case 4:
        return (XL_V)vextq_u8(zero, w, 12);
    default:
        return (XL_V)vextq_u8(zero, w, 8);
    }
}
#else
/* Through memory: a vector of zeros before v. */
XL_VEC XL_V XL_OP(shift_up)(XL_V v, size_t k, size_t vl)
{
    XL_E lanes[2 * sizeof v / sizeof(XL_E)] = {0};
    XL_OP(store)(lanes + vl, v, vl);
    return XL_OP(load)(lanes + vl - k, vl);
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
