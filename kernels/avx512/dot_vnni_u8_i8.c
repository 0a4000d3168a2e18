/* dot_vnni_u8_i8: the sum of products of unsigned with signed bytes, four of them by one
 * instruction and lane (AVX512_VNNI).
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(dot_vnni_u8_i8, .summary = "sum of a[i] * b[i], modulo 2^32, by VNNI", .only = "avx512",
          .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_IN(i8, b, 1), XL_COUNT, XL_RETURNS(i32)},
          .needs = {{"avx512", "avx512_vnni"}})

XL_REFERENCE(dot_vnni_u8_i8)(const uint8_t *a, const int8_t *b, size_t n, int32_t *result)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += (uint32_t)(a[i] * b[i]);
    *result = (int32_t)sum;
}

#if XL_ISA_IS_avx512
__attribute__((target("avx512vnni"))) XL_VECTOR(int32_t, dot_vnni_u8_i8)(const uint8_t *a,
                                                                         const int8_t *b, size_t n)
{
    __m512i sum = _mm512_setzero_si512();
    for (size_t i = 0; i < n; i += 64) {
        const __mmask64 below = n - i < 64 ? (UINT64_C(1) << (n - i)) - 1 : ~UINT64_C(0);
        sum = _mm512_dpbusd_epi32(sum, _mm512_maskz_loadu_epi8(below, a + i),
                                  _mm512_maskz_loadu_epi8(below, b + i));
    }
    return _mm512_reduce_add_epi32(sum);
}
#endif
