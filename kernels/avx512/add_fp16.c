/* add_fp16: sums of binary16 numbers, given as bits, rounded once (AVX512_FP16).
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "kernel.h"

XL_KERNEL(add_fp16, .summary = "r[i] = a[i] + b[i] in binary16, to nearest even; NaN gives 0x7e00",
          .only = "avx512", .contract = {XL_EXACT}, .elementwise = 1,
          .args = {XL_IN(u16, a, 1), XL_IN(u16, b, 1), XL_OUT(u16, r, 1), XL_COUNT},
          .needs = {{"avx512", "avx512_fp16"}})

static double add_fp16_value(uint16_t bits)
{
    const int exponent = bits >> 10 & 31, fraction = bits & 0x3ff;
    const double size = exponent == 31 ? (fraction ? NAN : INFINITY)
                        : exponent     ? ldexp(1024 + fraction, exponent - 25)
                                       : ldexp(fraction, -24);
    return bits >> 15 ? -size : size;
}

/* A sum of two binary16 numbers is exact in binary64: it has 41 bits at most. */
static uint16_t add_fp16_bits(double sum)
{
    const uint16_t sign = signbit(sum) ? 0x8000 : 0;
    int exponent;
    if (isnan(sum))
        return 0x7e00;
    if (isinf(sum))
        return sign | 0x7c00;
    frexp(sum, &exponent);
    const int last = sum == 0 || exponent < -13 ? -24 : exponent - 11;
    return (uint16_t)(sign |
                      (int)fmin(rint(ldexp(fabs(sum), -last)) + 1024.0 * (last + 24), 0x7c00));
}

XL_REFERENCE(add_fp16)(const uint16_t *a, const uint16_t *b, uint16_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = add_fp16_bits(add_fp16_value(a[i]) + add_fp16_value(b[i]));
}

#if XL_ISA_IS_avx512
__attribute__((target("avx512fp16")))
XL_VECTOR(void, add_fp16)(const uint16_t *a, const uint16_t *b, uint16_t *r, size_t n)
{
    for (size_t i = 0; i < n; i += 32) {
        const __mmask32 below = n - i < 32 ? (1u << (n - i)) - 1 : ~0u;
        const __m512h sum =
            _mm512_add_ph(_mm512_castsi512_ph(_mm512_maskz_loadu_epi16(below, a + i)),
                          _mm512_castsi512_ph(_mm512_maskz_loadu_epi16(below, b + i)));
        const __mmask32 is_nan = _mm512_cmp_ph_mask(sum, sum, _CMP_UNORD_Q);
        const __m512i bits = _mm512_mask_set1_epi16(_mm512_castph_si512(sum), is_nan, 0x7e00);
        _mm512_mask_storeu_epi16(r + i, below, bits);
    }
}
#endif
