/* quantize_f32_u8: multiplied, rounded to nearest even, moved by the zero point, held between 0 and
 * 255; a NaN gives the zero point.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "kernel.h"

XL_KERNEL(quantize_f32_u8, .summary = "r[i] = rint(a[i] * scale) + zero, clamped; NaN gives zero",
          .contract = {XL_EXACT}, .elementwise = 1,
          .args = {XL_IN(f32, a, 1), XL_VALUE_RANGE(f32, scale, -1000, 1000), XL_VALUE(u8, zero),
                   XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(quantize_f32_u8)(const float *a, float scale, uint8_t zero, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        float product = a[i] * scale;
        double whole = isnan(product) ? zero : (double)rintf(product) + zero;
        r[i] = (uint8_t)fmax(0, fmin(255, whole));
    }
}

XL_VEC void quantize_f32_u8_step(const float *a, float scale, uint8_t zero, uint8_t *r, size_t i,
                                 size_t vl)
{
    xl_f32 product = xl_f32_mul(xl_f32_load(a + i, vl), xl_f32_set1(scale, vl), vl);
    xl_i32 whole = xl_i32_from_f32_roundeven(product, vl), zeros = xl_i32_set1(zero, vl);
    /* Clamped before the sum, which would wrap. */
    whole = xl_i32_max(whole, xl_i32_set1(-zero, vl), vl);
    whole = xl_i32_min(whole, xl_i32_set1(255 - zero, vl), vl);
    xl_i32_store_narrow_i8((int8_t *)r + i, xl_i32_add(whole, zeros, vl), vl);
}

#if XL_ISA_IS_sse2 || XL_ISA_IS_sse4 || XL_ISA_IS_avx2
/* The numbers of a vector, from -zero to 255 - zero. The limits are whole numbers, so that they can
 * hold the product before it is rounded. A NaN becomes 0. */
XL_VEC xl_x86 quantize_f32_u8_whole(const float *a, xl_f32 scale, xl_f32 least, xl_f32 most)
{
    xl_f32 product = XL_X86(mul_ps)(scale, xl_f32_load(a, xl_f32_lanes()));
    product = XL_X86(and_ps)(product, (xl_f32)xl_f32_eq(product, product, xl_f32_lanes()).v);
    return XL_X86(cvtps_epi32)(XL_X86(max_ps)(XL_X86(min_ps)(product, most), least));
}

/* Four vectors at a time. Returns how many elements these are. */
XL_VEC size_t quantize_f32_u8_fours(const float *a, float scale, uint8_t zero, uint8_t *r, size_t n)
{
    const size_t lanes = xl_f32_lanes();
    const xl_f32 by = xl_f32_set1(scale, lanes), least = xl_f32_set1((float)-zero, lanes);
    const xl_f32 most = xl_f32_set1((float)(255 - zero), lanes);
    const xl_x86 zeros = XL_X86(set1_epi16)(zero);
    size_t i = 0;
    for (; n - i >= 4 * lanes; i += 4 * lanes) {
        xl_x86 low = XL_X86(packs_epi32)(quantize_f32_u8_whole(a + i, by, least, most),
                                         quantize_f32_u8_whole(a + i + lanes, by, least, most));
        xl_x86 high =
            XL_X86(packs_epi32)(quantize_f32_u8_whole(a + i + 2 * lanes, by, least, most),
                                quantize_f32_u8_whole(a + i + 3 * lanes, by, least, most));
        xl_x86 bytes =
            XL_X86(packus_epi16)(XL_X86(add_epi16)(low, zeros), XL_X86(add_epi16)(high, zeros));
#if XL_ISA_IS_avx2 /* packs work within halves */
        bytes = _mm256_permutevar8x32_epi32(bytes, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
#endif
        xl_u8_store(r + i, (xl_u8)bytes, 4 * lanes);
    }
    return i;
}
#elif XL_ISA_IS_avx512
XL_VEC size_t quantize_f32_u8_fours(const float *a, float scale, uint8_t zero, uint8_t *r, size_t n)
{
    const __m512 by = _mm512_set1_ps(scale), least = _mm512_set1_ps((float)-zero);
    const __m512 most = _mm512_set1_ps((float)(255 - zero));
    size_t i = 0;
    for (; n - i >= 16; i += 16) {
        __m512 product = _mm512_mul_ps(by, _mm512_loadu_ps(a + i));
        __mmask16 is_number = _mm512_cmp_ps_mask(product, product, _CMP_ORD_Q);
        product = _mm512_max_ps(_mm512_min_ps(product, most), least);
        __m512i whole = _mm512_maskz_cvtps_epi32(is_number, product);
        whole = _mm512_add_epi32(whole, _mm512_set1_epi32(zero));
        _mm_storeu_si128((__m128i *)(r + i), _mm512_cvtepi32_epi8(whole));
    }
    return i;
}
#else
XL_VEC size_t quantize_f32_u8_fours(const float *a, float scale, uint8_t zero, uint8_t *r, size_t n)
{
    (void)a;
    (void)scale;
    (void)zero;
    (void)r;
    (void)n;
    return 0;
}
#endif

XL_VECTOR(void, quantize_f32_u8)(const float *a, float scale, uint8_t zero, uint8_t *r, size_t n)
{
    const size_t at = quantize_f32_u8_fours(a, scale, zero, r, n);
    XL_STRIPS(f32, n - at, quantize_f32_u8_step(a, scale, zero, r, at + i, vl));
}
