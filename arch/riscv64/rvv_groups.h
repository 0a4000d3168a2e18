/* RVV's own instructions for groups of arch/generic.h: all those that move lanes, and more.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_RISCV64_RVV_GROUPS_H
#define XL_ARCH_RISCV64_RVV_GROUPS_H

#define XL_HAS_AVERAGE
XL_VEC xl_u8 xl_u8_avg(xl_u8 a, xl_u8 b, size_t vl) { return __riscv_vaaddu_vv_u8m1(a, b, __RISCV_VXRM_RNU, vl); }
XL_VEC xl_u16 xl_u16_avg(xl_u16 a, xl_u16 b, size_t vl) { return __riscv_vaaddu_vv_u16m1(a, b, __RISCV_VXRM_RNU, vl); }

/* Half a register in memory's width holds as many lanes as a whole one of twice that width. */
#define XL_HAS_WIDEN
XL_VEC xl_i16 xl_i16_load_widen_i8(const int8_t *p, size_t vl) { return __riscv_vsext_vf2_i16m1(__riscv_vle8_v_i8mf2(p, vl), vl); }
XL_VEC xl_u16 xl_u16_load_widen_u8(const uint8_t *p, size_t vl) { return __riscv_vzext_vf2_u16m1(__riscv_vle8_v_u8mf2(p, vl), vl); }
XL_VEC xl_i64 xl_i64_load_widen_i32(const int32_t *p, size_t vl) { return __riscv_vsext_vf2_i64m1(__riscv_vle32_v_i32mf2(p, vl), vl); }
XL_VEC xl_u64 xl_u64_load_widen_u32(const uint32_t *p, size_t vl) { return __riscv_vzext_vf2_u64m1(__riscv_vle32_v_u32mf2(p, vl), vl); }

#define XL_HAS_NARROW
XL_VEC void xl_u16_store_narrow_u8(uint8_t *p, xl_u16 v, size_t vl)
{
    __riscv_vse8_v_u8mf2(p, __riscv_vncvt_x_x_w_u8mf2(v, vl), vl);
}

XL_VEC void xl_u64_store_narrow_u32(uint32_t *p, xl_u64 v, size_t vl)
{
    __riscv_vse32_v_u32mf2(p, __riscv_vncvt_x_x_w_u32mf2(v, vl), vl);
}

#define XL_HAS_F64_F32
#define XL_HAS_F64_I32
XL_VEC xl_f64 xl_f64_load_widen_f32(const float *p, size_t vl) { return __riscv_vfwcvt_f_f_v_f64m1(__riscv_vle32_v_f32mf2(p, vl), vl); }
XL_VEC xl_f64 xl_f64_load_widen_i32(const int32_t *p, size_t vl) { return __riscv_vfwcvt_f_x_v_f64m1(__riscv_vle32_v_i32mf2(p, vl), vl); }
XL_VEC void xl_f64_store_narrow_f32(float *p, xl_f64 v, size_t vl)
{
    __riscv_vse32_v_f32mf2(p, __riscv_vfncvt_f_f_w_f32mf2(v, vl), vl);
}

/* vfcvt saturates, but gives the greatest integer for a NaN: numbers only, over zeros. */
#define XL_HAS_U32_F32
#define XL_HAS_I64_F64
XL_VEC xl_u32 xl_u32_from_f32(xl_f32 v, size_t vl)
{
    return __riscv_vfcvt_rtz_xu_f_v_u32m1_mu(xl_f32_eq(v, v, vl), xl_u32_set1(0, vl), v, vl);
}

XL_VEC xl_i64 xl_i64_from_f64(xl_f64 v, size_t vl)
{
    return __riscv_vfcvt_rtz_x_f_v_i64m1_mu(xl_f64_eq(v, v, vl), xl_i64_set1(0, vl), v, vl);
}

/* Numbers within the range need no mask. */
#define XL_HAS_IN_RANGE_F64
XL_VEC xl_i64 xl_i64_from_f64_in_range(xl_f64 v, size_t vl) { return __riscv_vfcvt_rtz_x_f_v_i64m1(v, vl); }

XL_VEC xl_f32 xl_f32_from_u32(xl_u32 v, size_t vl) { return __riscv_vfcvt_f_xu_v_f32m1(v, vl); }
XL_VEC xl_f64 xl_f64_from_i64(xl_i64 v, size_t vl) { return __riscv_vfcvt_f_x_v_f64m1(v, vl); }

#define XL_HAS_COMPRESS
XL_VEC xl_f32 xl_f32_compress(xl_f32 v, xl_m32 m, size_t vl) { return __riscv_vcompress_vm_f32m1(v, m, vl); }
XL_VEC xl_i32 xl_i32_compress(xl_i32 v, xl_m32 m, size_t vl) { return __riscv_vcompress_vm_i32m1(v, m, vl); }
XL_VEC xl_u32 xl_u32_compress(xl_u32 v, xl_m32 m, size_t vl) { return __riscv_vcompress_vm_u32m1(v, m, vl); }

#define XL_HAS_LOOKUP16
XL_VEC xl_u8 xl_u8_lookup16(const uint8_t *table, xl_u8 index, size_t vl)
{
    return __riscv_vrgather_vv_u8m1(__riscv_vle8_v_u8m1(table, 16), index, vl);
}

#define XL_HAS_INTERLEAVE2
#define XL_HAS_INTERLEAVE3
#define XL_HAS_INTERLEAVE4
#define XL_RVV_TUPLE(I, N) XL_JOIN(XL_RVV(I), x, N)                         /* __riscv_vlseg2e8_v_u8m1x2 */
#define XL_RVV_PART(N, K) XL_JOIN(XL_RVV_TUPLE(vget_v, N), _, XL_JOIN(XL_T, m1, ))(v, K)
#define XL_T u8
#define XL_W 8
#include "rvv_interleave.h"
#define XL_T u16
#define XL_W 16
#include "rvv_interleave.h"
#define XL_T u32
#define XL_W 32
#include "rvv_interleave.h"

#endif
