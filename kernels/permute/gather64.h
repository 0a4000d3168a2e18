/* Gathers of 64-bit lanes by 32-bit indices.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_KERNELS_PERMUTE_GATHER64_H
#define XL_KERNELS_PERMUTE_GATHER64_H

#include "kernel.h"
#include "native.h"

/* Lane i is the element of `table` at index[i]. */
XL_VEC xl_u64 xl_gather64(const uint64_t *table, const uint32_t *index, size_t vl)
{
#if XL_ON_SVE
    svbool_t below = xl_sve_below_64(vl);
    return svld1_gather_u64index_u64(below, table, svld1uw_u64(below, index));
#elif XL_ON_RVV
    /* Offsets of 32 bits reach 4 GiB: twice as many lanes as those of the data, in half a register.
     */
    vuint32mf2_t offset = __riscv_vsll_vx_u32mf2(__riscv_vle32_v_u32mf2(index, vl), 3, vl);
    return __riscv_vluxei32_v_u64m1(table, offset, vl);
#elif XL_ISA_IS_avx512
    __mmask8 below = (__mmask8)((1u << vl) - 1);
    __m256i lanes = _mm256_maskz_loadu_epi32(below, index);
    return (xl_u64)_mm512_mask_i32gather_epi64(_mm512_setzero_si512(), below, lanes, table, 8);
#elif XL_ISA_IS_avx2
    /* A lane from vl on has index 0 and is masked. */
    int32_t lanes[4] = {0};
    int64_t below[4] = {0};
    for (size_t i = 0; i < vl; i++)
        lanes[i] = (int32_t)index[i], below[i] = -1;
    __m256i mask = _mm256_loadu_si256((const __m256i *)(const void *)below);
    __m128i at = _mm_loadu_si128((const __m128i *)(const void *)lanes);
    return (xl_u64)_mm256_mask_i32gather_epi64(_mm256_setzero_si256(),
                                               (const long long *)(const void *)table, at, mask, 8);
#else
    uint64_t lanes[sizeof(xl_u64) / sizeof(uint64_t)];
    for (size_t i = 0; i < vl; i++)
        lanes[i] = table[index[i]];
    return xl_u64_load(lanes, vl);
#endif
}

#endif
