/* Narrowing by half with signed saturation, where an ISA has an instruction for it.
 * SPDX-License-Identifier: MIT
 *
 * XL_HAS_NARROW_PAIR: two full vectors become one. XL_HAS_NARROW_STORE: a vector becomes half of
 * one in memory.
 */
#ifndef XL_KERNELS_CONVERT_NARROW_H
#define XL_KERNELS_CONVERT_NARROW_H

#include "kernel.h"
#include "native.h"

#if XL_ISA_IS_sse2 || XL_ISA_IS_sse4
#define XL_HAS_NARROW_PAIR 1
#define XL_NARROW_I32(A, B) (xl_i16) _mm_packs_epi32((__m128i)(A), (__m128i)(B))
#define XL_NARROW_I16(A, B) (xl_i8) _mm_packs_epi16((__m128i)(A), (__m128i)(B))
#elif XL_ISA_IS_avx2
/* The pack is within halves: its quarters come out as 0 2 1 3. */
#define XL_HAS_NARROW_PAIR 1
XL_VEC xl_i16 xl_narrow_pair_i32(xl_i32 a, xl_i32 b)
{
    __m256i quarters = _mm256_packs_epi32((__m256i)a, (__m256i)b);
    return (xl_i16)_mm256_permute4x64_epi64(quarters, 0xd8);
}
XL_VEC xl_i8 xl_narrow_pair_i16(xl_i16 a, xl_i16 b)
{
    __m256i quarters = _mm256_packs_epi16((__m256i)a, (__m256i)b);
    return (xl_i8)_mm256_permute4x64_epi64(quarters, 0xd8);
}
#define XL_NARROW_I32(A, B) xl_narrow_pair_i32(A, B)
#define XL_NARROW_I16(A, B) xl_narrow_pair_i16(A, B)
#elif XL_ON_NEON
#define XL_HAS_NARROW_PAIR 1
#define XL_NARROW_I32(A, B) vcombine_s16(vqmovn_s32(A), vqmovn_s32(B))
#define XL_NARROW_I16(A, B) vcombine_s8(vqmovn_s16(A), vqmovn_s16(B))
#elif XL_ON_VSX || XL_ON_VX
#define XL_HAS_NARROW_PAIR 1
#define XL_NARROW_I32(A, B) vec_packs(A, B)
#define XL_NARROW_I16(A, B) vec_packs(A, B)
#elif XL_ISA_IS_avx512
#define XL_HAS_NARROW_STORE 1
XL_VEC void xl_narrow_store_i32(int16_t *r, xl_i32 v, size_t vl)
{
    _mm512_mask_cvtsepi32_storeu_epi16(r, (__mmask16)((1u << vl) - 1), (__m512i)v);
}
XL_VEC void xl_narrow_store_i16(int8_t *r, xl_i16 v, size_t vl)
{
    _mm512_mask_cvtsepi16_storeu_epi8(r, (__mmask32)((UINT64_C(1) << vl) - 1), (__m512i)v);
}
#elif XL_ON_RVV
#define XL_HAS_NARROW_STORE 1
XL_VEC void xl_narrow_store_i32(int16_t *r, xl_i32 v, size_t vl)
{
    __riscv_vse16(r, __riscv_vnclip_wx_i16mf2(v, 0, __RISCV_VXRM_RDN, vl), vl);
}
XL_VEC void xl_narrow_store_i16(int8_t *r, xl_i16 v, size_t vl)
{
    __riscv_vse8(r, __riscv_vnclip_wx_i8mf2(v, 0, __RISCV_VXRM_RDN, vl), vl);
}
#endif

/* Held between the limits of the narrow type, whose low bits are then the result. */
#if !XL_HAS_NARROW_STORE
XL_VEC void xl_narrow_store_i32(int16_t *r, xl_i32 v, size_t vl)
{
    v = xl_i32_max(v, xl_i32_set1(INT16_MIN, vl), vl);
    xl_i32_store_narrow_i16(r, xl_i32_min(v, xl_i32_set1(INT16_MAX, vl), vl), vl);
}
XL_VEC void xl_narrow_store_i16(int8_t *r, xl_i16 v, size_t vl)
{
    v = xl_i16_max(v, xl_i16_set1(INT8_MIN, vl), vl);
    xl_i16_store_narrow_i8(r, xl_i16_min(v, xl_i16_set1(INT8_MAX, vl), vl), vl);
}
#endif

/* As many pairs of full vectors as there are; returns how many elements that were. */
#if XL_HAS_NARROW_PAIR
#define XL_NARROW_PAIRS(FROM, TO, NARROW)                                                          \
    XL_VEC size_t xl_narrow_pairs_##FROM(const xl_e_##FROM *a, xl_e_##TO *r, size_t n)             \
    {                                                                                              \
        size_t i = 0, lanes = xl_##FROM##_lanes();                                                 \
        for (; n - i >= 2 * lanes; i += 2 * lanes) {                                               \
            xl_##FROM first = xl_##FROM##_load(a + i, lanes);                                      \
            xl_##FROM second = xl_##FROM##_load(a + i + lanes, lanes);                             \
            xl_##TO##_store(r + i, NARROW(first, second), 2 * lanes);                              \
        }                                                                                          \
        return i;                                                                                  \
    }
#else
#define XL_NARROW_PAIRS(FROM, TO, NARROW)                                                          \
    XL_VEC size_t xl_narrow_pairs_##FROM(const xl_e_##FROM *a, xl_e_##TO *r, size_t n)             \
    {                                                                                              \
        (void)a, (void)r, (void)n;                                                                 \
        return 0;                                                                                  \
    }
#endif
XL_NARROW_PAIRS(i32, i16, XL_NARROW_I32)
XL_NARROW_PAIRS(i16, i8, XL_NARROW_I16)

#endif
