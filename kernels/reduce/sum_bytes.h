/* The sum of the bytes of a vector.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_KERNELS_REDUCE_SUM_BYTES_H
#define XL_KERNELS_REDUCE_SUM_BYTES_H

#include "kernel.h"
#include "native.h"

/* Of all lanes. */
#if XL_ISA_IS_sse2 || XL_ISA_IS_sse4
XL_VEC uint64_t xl_sum_lanes(xl_u8 v)
{
    __m128i halves = _mm_sad_epu8(v, _mm_setzero_si128());
    return (uint32_t)_mm_cvtsi128_si32(halves) + (uint64_t)_mm_extract_epi16(halves, 4);
}
#elif XL_ISA_IS_avx2
XL_VEC uint64_t xl_sum_lanes(xl_u8 v)
{
    __m256i quarters = _mm256_sad_epu8(v, _mm256_setzero_si256());
    return xl_u64_reduce_add(quarters, xl_u64_lanes());
}
#elif XL_ISA_IS_avx512
XL_VEC uint64_t xl_sum_lanes(xl_u8 v)
{
    __m512i eighths = _mm512_sad_epu8(v, _mm512_setzero_si512());
    return xl_u64_reduce_add(eighths, xl_u64_lanes());
}
#elif XL_ISA_IS_neon
XL_VEC uint64_t xl_sum_lanes(xl_u8 v)
{
    return vaddlvq_u8(v);
}
#elif XL_ISA_IS_neon32
XL_VEC uint64_t xl_sum_lanes(xl_u8 v)
{
    return xl_u64_reduce_add(vpaddlq_u32(vpaddlq_u16(vpaddlq_u8(v))), xl_u64_lanes());
}
#elif XL_ON_SVE
XL_VEC uint64_t xl_sum_lanes(xl_u8 v)
{
    return svaddv_u8(svptrue_b8(), v);
}
#elif XL_ON_RVV
XL_VEC uint64_t xl_sum_lanes(xl_u8 v)
{
    /* 16 bits would do for 257 lanes, and a vector may have more. */
    size_t lanes = xl_u8_lanes();
    vuint16m2_t wide = __riscv_vzext_vf2_u16m2(v, lanes);
    xl_u32 sum = __riscv_vwredsumu_vs_u16m2_u32m1(wide, __riscv_vmv_s_x_u32m1(0, 1), lanes);
    return __riscv_vmv_x_s_u32m1_u32(sum);
}
#elif XL_ON_VSX
XL_VEC uint64_t xl_sum_lanes(xl_u8 v)
{
    return xl_u32_reduce_add(vec_sum4s(v, vec_splats(0u)), xl_u32_lanes());
}
#elif XL_ON_VX
XL_VEC uint64_t xl_sum_lanes(xl_u8 v)
{
    return xl_u32_reduce_add(vec_sum4(v, vec_splats((unsigned char)0)), xl_u32_lanes());
}
#else
XL_VEC uint64_t xl_sum_lanes(xl_u8 v)
{
    uint8_t bytes[sizeof v];
    uint64_t sum = 0;
    xl_u8_store(bytes, v, xl_u8_lanes());
    for (size_t i = 0, vl; i < xl_u8_lanes(); i += vl) {
        vl = xl_u32_vl(xl_u8_lanes() - i);
        sum += xl_u32_reduce_add(xl_u32_load_widen_u8(bytes + i, vl), vl);
    }
    return sum;
}
#endif

/* Of the lanes below vl. */
XL_VEC uint64_t xl_sum_bytes(xl_u8 v, size_t vl)
{
    return xl_sum_lanes(xl_u8_merge(xl_u8_set1(0, xl_u8_lanes()), v, vl));
}

#endif
