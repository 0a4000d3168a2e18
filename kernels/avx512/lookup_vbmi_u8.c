/* lookup_vbmi_u8: bytes from a table of 64, by one instruction (AVX512_VBMI).
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(lookup_vbmi_u8, .summary = "r[i] = table[a[i] % 64], by VBMI", .only = "avx512",
          .contract = {XL_EXACT},
          .args = {XL_IN_FIXED(u8, table, 64), XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT},
          .needs = {{"avx512", "avx512vbmi"}})

XL_REFERENCE(lookup_vbmi_u8)(const uint8_t *table, const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = table[a[i] % 64];
}

#if XL_ISA_IS_avx512
__attribute__((target("avx512vbmi")))
XL_VECTOR(void, lookup_vbmi_u8)(const uint8_t *table, const uint8_t *a, uint8_t *r, size_t n)
{
    const __m512i bytes = _mm512_loadu_si512(table);
    for (size_t i = 0; i < n; i += 64) {
        const __mmask64 below = n - i < 64 ? (UINT64_C(1) << (n - i)) - 1 : ~UINT64_C(0);
        const __m512i places = _mm512_maskz_loadu_epi8(below, a + i);
        _mm512_mask_storeu_epi8(r + i, below, _mm512_permutexvar_epi8(places, bytes));
    }
}
#endif
