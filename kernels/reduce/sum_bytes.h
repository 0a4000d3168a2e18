/* Sums of bytes: a vector of sums takes the bytes of many strips, and is folded once.
 * SPDX-License-Identifier: MIT
 *
 *     xl_byte_sums          sums of bytes, in lanes of 16 bits or more
 *     xl_byte_sums_zero     none yet
 *     xl_byte_sums_add      with the lanes of v below vl; XL_BYTE_STRIPS times before a lane can
 * overflow xl_byte_sums_total    all lanes in one number
 */
#ifndef XL_KERNELS_REDUCE_SUM_BYTES_H
#define XL_KERNELS_REDUCE_SUM_BYTES_H

#include "kernel.h"
#include "native.h"

/* A lane of 16 bits takes two bytes of each strip, 510 at most. */
enum { XL_BYTE_STRIPS = 128 };

/* Zeros in the lanes from vl on. */
XL_VEC xl_u8 xl_bytes_below(xl_u8 v, size_t vl)
{
    return xl_u8_merge(xl_u8_set1(0, xl_u8_lanes()), v, vl);
}

#if XL_ISA_IS_sse2 || XL_ISA_IS_sse4
typedef __m128i xl_byte_sums;
XL_VEC xl_byte_sums xl_byte_sums_zero(void)
{
    return _mm_setzero_si128();
}
XL_VEC xl_byte_sums xl_byte_sums_add(xl_byte_sums sums, xl_u8 v, size_t vl)
{
    __m128i bytes = (__m128i)xl_bytes_below(v, vl);
    return _mm_add_epi64(sums, _mm_sad_epu8(bytes, _mm_setzero_si128()));
}
XL_VEC uint64_t xl_byte_sums_total(xl_byte_sums sums)
{
    return xl_u64_reduce_add((xl_u64)sums, xl_u64_lanes());
}
#elif XL_ISA_IS_avx2
typedef __m256i xl_byte_sums;
XL_VEC xl_byte_sums xl_byte_sums_zero(void)
{
    return _mm256_setzero_si256();
}
XL_VEC xl_byte_sums xl_byte_sums_add(xl_byte_sums sums, xl_u8 v, size_t vl)
{
    __m256i bytes = (__m256i)xl_bytes_below(v, vl);
    return _mm256_add_epi64(sums, _mm256_sad_epu8(bytes, _mm256_setzero_si256()));
}
XL_VEC uint64_t xl_byte_sums_total(xl_byte_sums sums)
{
    return xl_u64_reduce_add((xl_u64)sums, xl_u64_lanes());
}
#elif XL_ISA_IS_avx512
typedef __m512i xl_byte_sums;
XL_VEC xl_byte_sums xl_byte_sums_zero(void)
{
    return _mm512_setzero_si512();
}
XL_VEC xl_byte_sums xl_byte_sums_add(xl_byte_sums sums, xl_u8 v, size_t vl)
{
    __m512i bytes = (__m512i)xl_bytes_below(v, vl);
    return _mm512_add_epi64(sums, _mm512_sad_epu8(bytes, _mm512_setzero_si512()));
}
XL_VEC uint64_t xl_byte_sums_total(xl_byte_sums sums)
{
    return xl_u64_reduce_add((xl_u64)sums, xl_u64_lanes());
}
#elif XL_ON_NEON
typedef uint16x8_t xl_byte_sums;
XL_VEC xl_byte_sums xl_byte_sums_zero(void)
{
    return vdupq_n_u16(0);
}
XL_VEC xl_byte_sums xl_byte_sums_add(xl_byte_sums sums, xl_u8 v, size_t vl)
{
    return vpadalq_u8(sums, xl_bytes_below(v, vl));
}
XL_VEC uint64_t xl_byte_sums_total(xl_byte_sums sums)
{
    return xl_u64_reduce_add(vpaddlq_u32(vpaddlq_u16(sums)), xl_u64_lanes());
}
#elif XL_ON_SVE
typedef svuint32_t xl_byte_sums;
XL_VEC xl_byte_sums xl_byte_sums_zero(void)
{
    return svdup_n_u32(0);
}
XL_VEC xl_byte_sums xl_byte_sums_add(xl_byte_sums sums, xl_u8 v, size_t vl)
{
    return svdot_n_u32(sums, xl_bytes_below(v, vl), 1);
}
XL_VEC uint64_t xl_byte_sums_total(xl_byte_sums sums)
{
    return svaddv_u32(svptrue_b32(), sums);
}
#elif XL_ON_RVV
/* Tail lanes keep what they have, so no byte is cleared. */
typedef vuint16m2_t xl_byte_sums;
XL_VEC xl_byte_sums xl_byte_sums_zero(void)
{
    return __riscv_vmv_v_x_u16m2(0, __riscv_vsetvlmax_e16m2());
}
XL_VEC xl_byte_sums xl_byte_sums_add(xl_byte_sums sums, xl_u8 v, size_t vl)
{
    return __riscv_vwaddu_wv_u16m2_tu(sums, sums, v, vl);
}
XL_VEC uint64_t xl_byte_sums_total(xl_byte_sums sums)
{
    vuint32m1_t zero = __riscv_vmv_s_x_u32m1(0, 1);
    return __riscv_vmv_x_s_u32m1_u32(
        __riscv_vwredsumu_vs_u16m2_u32m1(sums, zero, __riscv_vsetvlmax_e16m2()));
}
#elif XL_ON_VSX
typedef xl_u32 xl_byte_sums;
XL_VEC xl_byte_sums xl_byte_sums_zero(void)
{
    return vec_splats(0u);
}
XL_VEC xl_byte_sums xl_byte_sums_add(xl_byte_sums sums, xl_u8 v, size_t vl)
{
    return vec_sum4s(xl_bytes_below(v, vl), sums);
}
XL_VEC uint64_t xl_byte_sums_total(xl_byte_sums sums)
{
    return xl_u32_reduce_add(sums, xl_u32_lanes());
}
#elif XL_ON_VX
typedef xl_u32 xl_byte_sums;
XL_VEC xl_byte_sums xl_byte_sums_zero(void)
{
    return vec_splats(0u);
}
XL_VEC xl_byte_sums xl_byte_sums_add(xl_byte_sums sums, xl_u8 v, size_t vl)
{
    return sums + vec_sum4(xl_bytes_below(v, vl), vec_splats((unsigned char)0));
}
XL_VEC uint64_t xl_byte_sums_total(xl_byte_sums sums)
{
    return xl_u32_reduce_add(sums, xl_u32_lanes());
}
#elif XL_ISA_IS_lsx
typedef __m128i xl_byte_sums;
XL_VEC xl_byte_sums xl_byte_sums_zero(void)
{
    return __lsx_vldi(0);
}
XL_VEC xl_byte_sums xl_byte_sums_add(xl_byte_sums sums, xl_u8 v, size_t vl)
{
    __m128i bytes = (__m128i)xl_bytes_below(v, vl);
    return __lsx_vadd_h(sums, __lsx_vhaddw_hu_bu(bytes, bytes));
}
XL_VEC uint64_t xl_byte_sums_total(xl_byte_sums sums)
{
    __m128i words = __lsx_vhaddw_wu_hu(sums, sums);
    return xl_u64_reduce_add((xl_u64)__lsx_vhaddw_du_wu(words, words), xl_u64_lanes());
}
#elif XL_ISA_IS_lasx
typedef __m256i xl_byte_sums;
XL_VEC xl_byte_sums xl_byte_sums_zero(void)
{
    return __lasx_xvldi(0);
}
XL_VEC xl_byte_sums xl_byte_sums_add(xl_byte_sums sums, xl_u8 v, size_t vl)
{
    __m256i bytes = (__m256i)xl_bytes_below(v, vl);
    return __lasx_xvadd_h(sums, __lasx_xvhaddw_hu_bu(bytes, bytes));
}
XL_VEC uint64_t xl_byte_sums_total(xl_byte_sums sums)
{
    __m256i words = __lasx_xvhaddw_wu_hu(sums, sums);
    return xl_u64_reduce_add((xl_u64)__lasx_xvhaddw_du_wu(words, words), xl_u64_lanes());
}
#else
/* The scalar vocabulary of the host. */
typedef uint64_t xl_byte_sums;
XL_VEC xl_byte_sums xl_byte_sums_zero(void)
{
    return 0;
}
XL_VEC xl_byte_sums xl_byte_sums_add(xl_byte_sums sums, xl_u8 v, size_t vl)
{
    return sums + xl_u8_get(v, 0, vl);
}
XL_VEC uint64_t xl_byte_sums_total(xl_byte_sums sums)
{
    return sums;
}
#endif

/* Elements of the next block: no lane of sums overflows in it. */
XL_VEC size_t xl_byte_block(size_t n)
{
    size_t most = XL_BYTE_STRIPS * xl_u8_lanes();
    return n < most ? n : most;
}

#endif
