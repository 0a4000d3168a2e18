/* scatter_add_i32: scaled additions to bins, where several lanes can have the same bin.
 * SPDX-License-Identifier: MIT
 *
 * SVE and RVV add what has no bin in common with an earlier lane, and repeat it with the lanes that
 * are left: every lane stores its number at its bin, and the lane whose number is read back is the
 * one that adds. For other ISAs there is no kernel: the compiler's scalar loop is faster than
 * products in vectors that are added lane after lane (by 1.12 on AVX-512), and than AVX-512's
 * VPCONFLICT with gather and scatter (by 30 where bins repeat, on Zen 4).
 */
#include "kernel.h"
#include "native.h"

enum { XL_SCATTER_BINS = 64 };

/* Runs of one bin, or two bins in turn, in three of four calls: random bins rarely repeat in a
 * short vector. */
XL_PREPARE(scatter_add_i32)(size_t arg, void *elements, size_t count, uint64_t seed)
{
    uint32_t *index = elements;
    if (arg != 2 || seed % 4 == 0)
        return;
    for (size_t i = 1; i < count; i++)
        index[i] = seed % 4 == 1 ? index[0] : i % 3 ? index[i - 1] : index[i / 5];
}

XL_KERNEL(scatter_add_i32, .summary = "bins[index[i]] += by * a[i], wrapping; indices can repeat",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .prepare = scatter_add_i32_prepare,
          .narrow = "lanes with the same bin are added one after the other",
          .by_lane = {{"all", "lanes with the same bin are added one after the other"}},
          .only = "sve sve2 sve2p1 sme2 rvv rva23",
          .args = {XL_IN(i32, a, 1), XL_VALUE(i32, by),
                   XL_IN_RANGE(u32, index, 1, 0, XL_SCATTER_BINS - 1),
                   XL_INOUT_FIXED(i32, bins, XL_SCATTER_BINS), XL_COUNT})

XL_REFERENCE(scatter_add_i32)(const int32_t *a, int32_t by, const uint32_t *index, int32_t *bins,
                              size_t n)
{
    for (size_t i = 0; i < n; i++)
        bins[index[i]] = (int32_t)((uint32_t)bins[index[i]] + (uint32_t)by * (uint32_t)a[i]);
}

#if XL_ON_SVE
XL_VEC void xl_scatter_add(int32_t *bins, uint32_t *owner, svuint32_t index, svint32_t v, size_t vl)
{
    svbool_t left = xl_sve_below_32(vl);
    svuint32_t lane = svindex_u32(0, 1);
    while (svptest_any(svptrue_b32(), left)) {
        svst1_scatter_u32index_u32(left, owner, index, lane);
        svuint32_t winner = svld1_gather_u32index_u32(left, owner, index);
        svbool_t alone = svcmpeq_u32(left, winner, lane);
        svint32_t sum = svadd_s32_x(alone, svld1_gather_u32index_s32(alone, bins, index), v);
        svst1_scatter_u32index_s32(alone, bins, index, sum);
        left = svbic_b_z(left, left, alone);
    }
}
#elif XL_ON_RVV
XL_VEC void xl_scatter_add(int32_t *bins, uint32_t *owner, vuint32m1_t index, vint32m1_t v,
                           size_t vl)
{
    vuint32m1_t offset = __riscv_vsll_vx_u32m1(index, 2, vl), lane = __riscv_vid_v_u32m1(vl);
    vbool32_t left = __riscv_vmset_m_b32(vl);
    while (__riscv_vfirst_m_b32(left, vl) >= 0) {
        __riscv_vsuxei32_v_u32m1_m(left, owner, offset, lane, vl);
        vuint32m1_t winner = __riscv_vluxei32_v_u32m1_m(left, owner, offset, vl);
        vbool32_t alone = __riscv_vmseq_vv_u32m1_b32(winner, lane, vl);
        alone = __riscv_vmand_mm_b32(alone, left, vl); /* lanes without a winner hold anything */
        vint32m1_t sum = __riscv_vluxei32_v_i32m1_m(alone, bins, offset, vl);
        sum = __riscv_vadd_vv_i32m1(sum, v, vl);
        __riscv_vsuxei32_v_i32m1_m(alone, bins, offset, sum, vl);
        left = __riscv_vmandn_mm_b32(left, alone, vl);
    }
}
#endif

#if XL_ON_SVE || XL_ON_RVV
XL_VECTOR(void, scatter_add_i32)(const int32_t *a, int32_t by, const uint32_t *index, int32_t *bins,
                                 size_t n)
{
    uint32_t owner[XL_SCATTER_BINS];
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32 v = xl_i32_mul(xl_i32_load(a + i, vl), xl_i32_set1(by, vl), vl);
        xl_scatter_add(bins, owner, xl_u32_load(index + i, vl), v, vl);
    }
}
#endif
