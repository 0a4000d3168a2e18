/* gemm4x4_i8: the innermost part of a product of matrices of bytes: panels of n columns and of n
 * rows, of four each, multiplied and added to a tile of 4 x 4, wrapping.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"
#include "native.h"
#include "tile.h"

XL_KERNEL(gemm4x4_i8, .summary = "c[4i + j] += sum over k < n of a[4k + i] * b[4k + j], wrapping",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .narrow = "a tile has four columns",
          .args = {XL_IN(i8, a, 4), XL_IN(i8, b, 4), XL_INOUT_FIXED(i32, c, 16), XL_COUNT})

XL_REFERENCE(gemm4x4_i8)(const int8_t *a, const int8_t *b, int32_t *c, size_t n)
{
    for (size_t j = 0; j < 16; j++) {
        uint32_t sum = (uint32_t)c[j];
        for (size_t k = 0; k < n; k++)
            sum += (uint32_t)(a[4 * k + j / 4] * b[4 * k + j % 4]);
        c[j] = (int32_t)sum;
    }
}

#if XL_ISA_IS_avx2
/* The four bytes of two steps, or of one and zeros, in turn and in 16 bits. */
XL_VEC __m128i xl_gemm_pairs(const int8_t *p, bool two)
{
    int32_t first, second = 0;
    memcpy(&first, p, sizeof first);
    if (two)
        memcpy(&second, p + 4, sizeof second);
    return _mm_cvtepi8_epi16(
        _mm_unpacklo_epi8(_mm_cvtsi32_si128(first), _mm_cvtsi32_si128(second)));
}

/* PMADDWD takes two steps at once. Two rows a register. */
XL_VECTOR(void, gemm4x4_i8)(const int8_t *a, const int8_t *b, int32_t *c, size_t n)
{
    const __m256i row01 = _mm256_set_epi32(1, 1, 1, 1, 0, 0, 0, 0);
    const __m256i row23 = _mm256_set_epi32(3, 3, 3, 3, 2, 2, 2, 2);
    __m256i c01 = _mm256_loadu_si256((const __m256i *)(const void *)c);
    __m256i c23 = _mm256_loadu_si256((const __m256i *)(const void *)(c + 8));
    for (size_t k = 0; k < n; k += 2) {
        bool two = k + 1 < n;
        __m256i left = _mm256_castsi128_si256(xl_gemm_pairs(a + 4 * k, two));
        __m256i right = _mm256_broadcastsi128_si256(xl_gemm_pairs(b + 4 * k, two));
        __m256i left01 = _mm256_permutevar8x32_epi32(left, row01);
        __m256i left23 = _mm256_permutevar8x32_epi32(left, row23);
        c01 = _mm256_add_epi32(c01, _mm256_madd_epi16(left01, right));
        c23 = _mm256_add_epi32(c23, _mm256_madd_epi16(left23, right));
    }
    _mm256_storeu_si256((__m256i *)(void *)c, c01);
    _mm256_storeu_si256((__m256i *)(void *)(c + 8), c23);
}
#else
typedef const int8_t *xl_tile_left;
#define XL_TILE_LEFT(P) (P)
/* NEON and RVV multiply 16 bits into 32. */
#if XL_ON_NEON
typedef int16x4_t xl_tile_right;
XL_VEC int16x4_t xl_gemm_bytes(const int8_t *p)
{
    int32_t bytes;
    memcpy(&bytes, p, sizeof bytes);
    return vget_low_s16(vmovl_s8(vreinterpret_s8_s32(vdup_n_s32(bytes))));
}
#define XL_TILE_RIGHT(P, VL) xl_gemm_bytes(P)
#define XL_TILE_STEP(SUM, LEFT, ROW, RIGHT, VL) vmlal_n_s16(SUM, RIGHT, (LEFT)[ROW])
#elif XL_ON_RVV
typedef vint16mf2_t xl_tile_right;
#define XL_TILE_RIGHT(P, VL) __riscv_vsext_vf2_i16mf2(__riscv_vle8_v_i8mf4(P, VL), VL)
#define XL_TILE_STEP(SUM, LEFT, ROW, RIGHT, VL) __riscv_vwmacc_vx_i32m1(SUM, (LEFT)[ROW], RIGHT, VL)
#else
typedef xl_i32 xl_tile_right;
#define XL_TILE_RIGHT(P, VL) xl_i32_load_widen_i8(P, VL)
#define XL_TILE_STEP(SUM, LEFT, ROW, RIGHT, VL)                                                    \
    xl_i32_add(SUM, xl_i32_mul(xl_i32_set1((LEFT)[ROW], VL), RIGHT, VL), VL)
#endif
XL_TILE_LOOP(gemm4x4_i8, i8, i32)
#endif
