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
#else
    /* Loads of lanes: there is no gather, or, on x86, one that takes longer. */
    enum { XL_LANES_64 = sizeof(xl_u64) / sizeof(uint64_t) };
#if !defined XL_KERNEL_HOST && !XL_ISA_IS_scalar /* vectors of GNU C */
#define XL_PAIR_64(I) table[index[I]], table[index[I + 1]]
#if XL_ISA_IS_avx512
    if (vl == XL_LANES_64)
        return (xl_u64){XL_PAIR_64(0), XL_PAIR_64(2), XL_PAIR_64(4), XL_PAIR_64(6)};
#elif XL_ISA_IS_avx2 || XL_ISA_IS_lasx
    if (vl == XL_LANES_64)
        return (xl_u64){XL_PAIR_64(0), XL_PAIR_64(2)};
#else
    if (vl == XL_LANES_64)
        return (xl_u64){XL_PAIR_64(0)};
#endif
#undef XL_PAIR_64
#endif
    uint64_t lanes[XL_LANES_64];
    for (size_t i = 0; i < vl; i++)
        lanes[i] = table[index[i]];
    return xl_u64_load(lanes, vl);
#endif
}

#endif
