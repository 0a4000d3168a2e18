/* The vector vocabulary on the vectors of RVA23: rvv.h, with the conversions of Zvfhmin; and what kernels use of Zvbb.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_RISCV64_RVA23_H
#define XL_ARCH_RISCV64_RVA23_H

#if !defined(__riscv_zvbb) || !defined(__riscv_zvfhmin) || !defined(__riscv_zba) || !defined(__riscv_zbb) || !defined(__riscv_zbs)
#error "rva23.h: compile with isas.def's flags for rva23: without them this would be RVV"
#endif
#include "rvv.h"

/* vfncvt rounds as frm says, to nearest even, and makes a NaN quiet. */
#define XL_HAS_F16
XL_VEC xl_f32 xl_f32_load_widen_f16(const uint16_t *p, size_t vl)
{
    vfloat16mf2_t half = __riscv_vreinterpret_v_u16mf2_f16mf2(__riscv_vle16_v_u16mf2(p, vl));
    return __riscv_vfwcvt_f_f_v_f32m1(half, vl);
}

XL_VEC void xl_f32_store_narrow_f16(uint16_t *p, xl_f32 v, size_t vl)
{
    vfloat16mf2_t half = __riscv_vfncvt_f_f_w_f16mf2(v, vl);
    __riscv_vse16_v_u16mf2(p, __riscv_vreinterpret_v_f16mf2_u16mf2(half), vl);
}

#define XL_T u8
#define XL_W 8
#include "rva23_cpop.h"
#define XL_T u32
#define XL_W 32
#include "rva23_cpop.h"
#define XL_T u64
#define XL_W 64
#include "rva23_cpop.h"

#endif
