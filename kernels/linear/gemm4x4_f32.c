/* gemm4x4_f32: the innermost part of a matrix product: panels of n columns and of n rows, of four
 * each, multiplied and added to a tile of 4 x 4.
 * SPDX-License-Identifier: MIT
 *
 * Bound: each element of c is a sum of n + 1 terms with n roundings (linear.h).
 */
#include "linear.h"
#include "native.h"
#include "tile.h"

XL_KERNEL(gemm4x4_f32, .summary = "c[4i + j] += sum over k < n of a[4k + i] * b[4k + j]",
          .contract = {XL_BOUND, .reproducible = 1}, .narrow = "a tile has four columns",
          .args = {XL_FACTORS(a, 4, 0), XL_FACTORS(b, 4, 0), XL_FACTORS_INOUT(c, 0, 16), XL_COUNT})

XL_REFERENCE(gemm4x4_f32)(const float *a, const float *b, struct xl_bounded *c, size_t n)
{
    for (size_t j = 0; j < 16; j++) {
        struct xl_sum s = {0};
        xl_sum_add(&s, c[j].value);
        for (size_t k = 0; k < n; k++)
            xl_sum_add(&s, (double)a[4 * k + j / 4] * b[4 * k + j % 4]);
        c[j] = xl_linear_bounded(&s, (double)n);
    }
}

#if XL_ISA_IS_avx512
/* The tile is one register. */
XL_VECTOR(void, gemm4x4_f32)(const float *a, const float *b, float *c, size_t n)
{
    const __m512i row = _mm512_set_epi32(3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0);
    __m512 tile = _mm512_loadu_ps(c);
    for (size_t k = 0; k < 4 * n; k += 4) {
        __m512 left = _mm512_permutevar_ps(_mm512_broadcast_f32x4(_mm_loadu_ps(a + k)), row);
        __m512 right = _mm512_broadcast_f32x4(_mm_loadu_ps(b + k));
        tile = _mm512_fmadd_ps(left, right, tile);
    }
    _mm512_storeu_ps(c, tile);
}
#elif XL_ISA_IS_avx2
/* Two rows a register. */
XL_VECTOR(void, gemm4x4_f32)(const float *a, const float *b, float *c, size_t n)
{
    const __m256i row01 = _mm256_set_epi32(1, 1, 1, 1, 0, 0, 0, 0);
    const __m256i row23 = _mm256_set_epi32(3, 3, 3, 3, 2, 2, 2, 2);
    __m256 c01 = _mm256_loadu_ps(c), c23 = _mm256_loadu_ps(c + 8);
    for (size_t k = 0; k < 4 * n; k += 4) {
        __m256 left = _mm256_broadcast_ps((const __m128 *)(const void *)(a + k));
        __m256 right = _mm256_broadcast_ps((const __m128 *)(const void *)(b + k));
        c01 = _mm256_fmadd_ps(_mm256_permutevar_ps(left, row01), right, c01);
        c23 = _mm256_fmadd_ps(_mm256_permutevar_ps(left, row23), right, c23);
    }
    _mm256_storeu_ps(c, c01);
    _mm256_storeu_ps(c + 8, c23);
}
#elif XL_ISA_IS_vsx31
/* The tile is one of POWER10's accumulators, and each step an outer product. */
XL_VECTOR(void, gemm4x4_f32)(const float *a, const float *b, float *c, size_t n)
{
    typedef __vector unsigned char bytes;
    bytes rows[4];
    __vector_quad tile;
    __builtin_mma_build_acc(&tile, (bytes)vec_xl(0, c), (bytes)vec_xl(16, c), (bytes)vec_xl(32, c),
                            (bytes)vec_xl(48, c));
    for (size_t k = 0; k < 4 * n; k += 4)
        __builtin_mma_xvf32gerpp(&tile, (bytes)vec_xl(0, a + k), (bytes)vec_xl(0, b + k));
    __builtin_mma_disassemble_acc(rows, &tile);
    for (int i = 0; i < 4; i++)
        vec_xst((__vector float)rows[i], 16 * i, c);
}
#else
typedef xl_f32 xl_tile_right;
#define XL_TILE_RIGHT(P, VL) xl_f32_load(P, VL)
/* NEON and SVE multiply by a lane, RVV by a register that holds one number. */
#if XL_ISA_IS_neon
typedef xl_f32 xl_tile_left;
#define XL_TILE_LEFT(P) vld1q_f32(P)
#define XL_TILE_STEP(SUM, LEFT, ROW, RIGHT, VL) vfmaq_laneq_f32(SUM, RIGHT, LEFT, ROW)
#elif XL_ON_SVE
typedef xl_f32 xl_tile_left;
#define XL_TILE_LEFT(P) svld1_f32(svptrue_pat_b32(SV_VL4), P)
#define XL_TILE_STEP(SUM, LEFT, ROW, RIGHT, VL) svmla_lane_f32(SUM, RIGHT, LEFT, ROW)
#else
typedef const float *xl_tile_left;
#define XL_TILE_LEFT(P) (P)
#if XL_ON_RVV
#define XL_TILE_STEP(SUM, LEFT, ROW, RIGHT, VL) __riscv_vfmacc_vf_f32m1(SUM, (LEFT)[ROW], RIGHT, VL)
#else
#define XL_TILE_STEP(SUM, LEFT, ROW, RIGHT, VL)                                                    \
    xl_f32_fma(xl_f32_set1((LEFT)[ROW], VL), RIGHT, SUM, VL)
#endif
#endif
XL_TILE_LOOP(gemm4x4_f32, f32, f32)
#endif
