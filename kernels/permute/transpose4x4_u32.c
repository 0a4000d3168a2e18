/* transpose4x4_u32: n matrices of four rows of four, transposed.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"
#include "native.h"

XL_KERNEL(transpose4x4_u32, .summary = "r[16i + 4j + k] = a[16i + 4k + j], j and k below 4",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS},
          .narrow = "a matrix has four columns; RVV takes one at a time",
          .args = {XL_IN(u32, a, 16), XL_OUT(u32, r, 16), XL_COUNT})

XL_REFERENCE(transpose4x4_u32)(const uint32_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < 4; j++)
            for (size_t k = 0; k < 4; k++)
                r[16 * i + 4 * j + k] = a[16 * i + 4 * k + j];
}

#if XL_ISA_IS_sse2 || XL_ISA_IS_sse4
XL_VEC void xl_transpose4x4(const uint32_t *a, uint32_t *r)
{
    const __m128i *in = (const __m128i *)a;
    __m128i *out = (__m128i *)r;
    __m128i row0 = _mm_loadu_si128(in), row1 = _mm_loadu_si128(in + 1);
    __m128i row2 = _mm_loadu_si128(in + 2), row3 = _mm_loadu_si128(in + 3);
    __m128i low01 = _mm_unpacklo_epi32(row0, row1), high01 = _mm_unpackhi_epi32(row0, row1);
    __m128i low23 = _mm_unpacklo_epi32(row2, row3), high23 = _mm_unpackhi_epi32(row2, row3);
    _mm_storeu_si128(out, _mm_unpacklo_epi64(low01, low23));
    _mm_storeu_si128(out + 1, _mm_unpackhi_epi64(low01, low23));
    _mm_storeu_si128(out + 2, _mm_unpacklo_epi64(high01, high23));
    _mm_storeu_si128(out + 3, _mm_unpackhi_epi64(high01, high23));
}
#elif XL_ISA_IS_avx2
/* Two rows a register: rows 0 and 2, 1 and 3, then pairs of them by column. */
XL_VEC void xl_transpose4x4(const uint32_t *a, uint32_t *r)
{
    __m256i row01 = _mm256_loadu_si256((const __m256i *)a);
    __m256i row23 = _mm256_loadu_si256((const __m256i *)(a + 8));
    __m256i row02 = _mm256_permute2x128_si256(row01, row23, 0x20);
    __m256i row13 = _mm256_permute2x128_si256(row01, row23, 0x31);
    __m256i low = _mm256_unpacklo_epi32(row02, row13), high = _mm256_unpackhi_epi32(row02, row13);
    _mm256_storeu_si256((__m256i *)r, _mm256_permute4x64_epi64(low, 0xd8));
    _mm256_storeu_si256((__m256i *)(r + 8), _mm256_permute4x64_epi64(high, 0xd8));
}
#elif XL_ISA_IS_avx512
XL_VEC void xl_transpose4x4(const uint32_t *a, uint32_t *r)
{
    __m512i from = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    _mm512_storeu_si512(r, _mm512_permutexvar_epi32(from, _mm512_loadu_si512(a)));
}
#elif XL_ISA_IS_lasx
/* As with AVX2. */
XL_VEC void xl_transpose4x4(const uint32_t *a, uint32_t *r)
{
    __m256i row01 = __lasx_xvld(a, 0), row23 = __lasx_xvld(a, 32);
    __m256i row02 = __lasx_xvpermi_q(row23, row01, 0x20);
    __m256i row13 = __lasx_xvpermi_q(row23, row01, 0x31);
    __m256i low = __lasx_xvilvl_w(row13, row02), high = __lasx_xvilvh_w(row13, row02);
    __lasx_xvst(__lasx_xvpermi_d(low, 0xd8), r, 0);
    __lasx_xvst(__lasx_xvpermi_d(high, 0xd8), r, 32);
}
#elif XL_ON_RVV
/* A segment load puts column k of the rows into register k. */
XL_VEC void xl_transpose4x4(const uint32_t *a, uint32_t *r)
{
    vuint32m1x4_t columns = __riscv_vlseg4e32_v_u32m1x4(a, 4);
    __riscv_vse32_v_u32m1(r, __riscv_vget_v_u32m1x4_u32m1(columns, 0), 4);
    __riscv_vse32_v_u32m1(r + 4, __riscv_vget_v_u32m1x4_u32m1(columns, 1), 4);
    __riscv_vse32_v_u32m1(r + 8, __riscv_vget_v_u32m1x4_u32m1(columns, 2), 4);
    __riscv_vse32_v_u32m1(r + 12, __riscv_vget_v_u32m1x4_u32m1(columns, 3), 4);
}
#elif XL_ISA_IS_neon
XL_VEC void xl_transpose4x4(const uint32_t *a, uint32_t *r)
{
    uint32x4_t row0 = vld1q_u32(a), row1 = vld1q_u32(a + 4);
    uint32x4_t row2 = vld1q_u32(a + 8), row3 = vld1q_u32(a + 12);
    uint32x4_t low02 = vzip1q_u32(row0, row2), high02 = vzip2q_u32(row0, row2);
    uint32x4_t low13 = vzip1q_u32(row1, row3), high13 = vzip2q_u32(row1, row3);
    vst1q_u32(r, vzip1q_u32(low02, low13));
    vst1q_u32(r + 4, vzip2q_u32(low02, low13));
    vst1q_u32(r + 8, vzip1q_u32(high02, high13));
    vst1q_u32(r + 12, vzip2q_u32(high02, high13));
}
#elif XL_ISA_IS_vx || XL_ISA_IS_vxe || XL_ISA_IS_vxe2 || XL_ISA_IS_vsx || XL_ISA_IS_vsx3 ||        \
    XL_ISA_IS_vsx31
/* "High" are the lanes that come first in memory. */
XL_VEC void xl_transpose4x4(const uint32_t *a, uint32_t *r)
{
    xl_u32 row0 = xl_u32_load(a, 4), row1 = xl_u32_load(a + 4, 4);
    xl_u32 row2 = xl_u32_load(a + 8, 4), row3 = xl_u32_load(a + 12, 4);
    xl_u32 low02 = vec_mergeh(row0, row2), high02 = vec_mergel(row0, row2);
    xl_u32 low13 = vec_mergeh(row1, row3), high13 = vec_mergel(row1, row3);
    xl_u32_store(r, vec_mergeh(low02, low13), 4);
    xl_u32_store(r + 4, vec_mergel(low02, low13), 4);
    xl_u32_store(r + 8, vec_mergeh(high02, high13), 4);
    xl_u32_store(r + 12, vec_mergel(high02, high13), 4);
}
#else
/* Taken apart by four, the rows are columns. */
XL_VEC void xl_transpose4x4(const uint32_t *a, uint32_t *r)
{
    for (size_t k = 0, vl; k < 4; k += vl) {
        vl = xl_u32_vl(4 - k);
        xl_u32 column0, column1, column2, column3;
        xl_u32_load4(a + 4 * k, &column0, &column1, &column2, &column3, vl);
        xl_u32_store(r + k, column0, vl);
        xl_u32_store(r + 4 + k, column1, vl);
        xl_u32_store(r + 8 + k, column2, vl);
        xl_u32_store(r + 12 + k, column3, vl);
    }
}
#endif

XL_VECTOR(void, transpose4x4_u32)(const uint32_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        xl_transpose4x4(a + 16 * i, r + 16 * i);
}
