/* RVV's own instructions for groups of arch/generic.h: all those that move lanes, and more.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_RISCV64_RVV_GROUPS_H
#define XL_ARCH_RISCV64_RVV_GROUPS_H

#define XL_HAS_COPYSIGN
XL_RVV_BINARY(f32, f32m1, copysign, vfsgnj)
XL_RVV_BINARY(f64, f64m1, copysign, vfsgnj)

/* As xl_T_roundeven in rvv.h, with the rounding mode FRM in the place of the current one. */
#define XL_HAS_ROUND_F32
#define XL_HAS_ROUND_F64
#define XL_RVV_ROUND(T, R, W, I, WHOLE, OP, FRM)                                                                       \
    XL_VEC xl_##T xl_##T##_##OP(xl_##T a, size_t vl)                                                                   \
    {                                                                                                                  \
        xl_m##W small = __riscv_vmflt_vf_##R##_b##W(__riscv_vfabs_v_##R(a, vl), WHOLE, vl);                            \
        xl_##T whole = __riscv_vfcvt_f_x_v_##R##_m(small, __riscv_vfcvt_x_f_v_##I##_rm_m(small, a, FRM, vl), vl);      \
        return __riscv_vfsgnj_vv_##R##_mu(small, a, whole, a, vl);                                                     \
    }
#define XL_RVV_ROUND_ALL(T, R, W, I, WHOLE)                                                                            \
    XL_RVV_ROUND(T, R, W, I, WHOLE, floor, __RISCV_FRM_RDN)                                                            \
    XL_RVV_ROUND(T, R, W, I, WHOLE, ceil, __RISCV_FRM_RUP)                                                             \
    XL_RVV_ROUND(T, R, W, I, WHOLE, trunc, __RISCV_FRM_RTZ)
XL_RVV_ROUND_ALL(f32, f32m1, 32, i32m1, 0x1p23f)
XL_RVV_ROUND_ALL(f64, f64m1, 64, i64m1, 0x1p52)

#define XL_HAS_AVERAGE
#define XL_RVV_AVERAGE(T)                                                                                              \
    XL_VEC xl_##T xl_##T##_avg(xl_##T a, xl_##T b, size_t vl)                                                          \
    {                                                                                                                  \
        return __riscv_vaaddu_vv_##T##m1(a, b, __RISCV_VXRM_RNU, vl);                                                  \
    }
XL_RVV_AVERAGE(u8)
XL_RVV_AVERAGE(u16)

#define XL_HAS_MULHI32
XL_RVV_BINARY(i32, i32m1, mulhi, vmulh)
XL_RVV_BINARY(u32, u32m1, mulhi, vmulhu)

/* Half a register in memory's width holds as many lanes as a whole one of twice that width. */
#define XL_HAS_WIDEN
#define XL_RVV_WIDEN(T, M, W, EXTEND)                                                                                  \
    XL_VEC xl_##T xl_##T##_load_widen_##M(const xl_e_##M *p, size_t vl)                                                      \
    {                                                                                                                  \
        return __riscv_##EXTEND##_##T##m1(__riscv_vle##W##_v_##M##mf2(p, vl), vl);                                     \
    }
XL_RVV_WIDEN(i16, i8, 8, vsext_vf2)
XL_RVV_WIDEN(u16, u8, 8, vzext_vf2)
XL_RVV_WIDEN(i64, i32, 32, vsext_vf2)
XL_RVV_WIDEN(u64, u32, 32, vzext_vf2)

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
XL_RVV_WIDEN(f64, f32, 32, vfwcvt_f_f_v)
XL_RVV_WIDEN(f64, i32, 32, vfwcvt_f_x_v)
XL_VEC void xl_f64_store_narrow_f32(float *p, xl_f64 v, size_t vl)
{
    __riscv_vse32_v_f32mf2(p, __riscv_vfncvt_f_f_w_f32mf2(v, vl), vl);
}

/* vfcvt clamps, but gives the greatest integer for a NaN: numbers only, over zeros. */
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

XL_VEC xl_f32 xl_f32_from_u32(xl_u32 v, size_t vl) { return __riscv_vfcvt_f_xu_v_f32m1(v, vl); }
XL_VEC xl_f64 xl_f64_from_i64(xl_i64 v, size_t vl) { return __riscv_vfcvt_f_x_v_f64m1(v, vl); }

/* Indices have 16 bits: 8 would not do for the 8-bit lanes of a vector of more than 2048 bits. */
#define XL_HAS_REVERSE
#define XL_RVV_REVERSE(T, INDEX)                                                                                       \
    XL_VEC xl_##T xl_##T##_reverse(xl_##T v, size_t vl)                                                                \
    {                                                                                                                  \
        return __riscv_vrgatherei16_vv_##T##m1(v, __riscv_vrsub_vx_##INDEX(__riscv_vid_v_##INDEX(vl), vl - 1, vl), vl);\
    }
XL_RVV_REVERSE(f32, u16mf2)
XL_RVV_REVERSE(f64, u16mf4)
XL_RVV_REVERSE(i8, u16m2)
XL_RVV_REVERSE(i16, u16m1)
XL_RVV_REVERSE(i32, u16mf2)
XL_RVV_REVERSE(i64, u16mf4)
XL_RVV_REVERSE(u8, u16m2)
XL_RVV_REVERSE(u16, u16m1)
XL_RVV_REVERSE(u32, u16mf2)
XL_RVV_REVERSE(u64, u16mf4)

#define XL_HAS_COMPRESS
#define XL_RVV_COMPRESS(T)                                                                                             \
    XL_VEC xl_##T xl_##T##_compress(xl_##T v, xl_m32 m, size_t vl) { return __riscv_vcompress_vm_##T##m1(v, m, vl); }
XL_RVV_COMPRESS(f32)
XL_RVV_COMPRESS(i32)
XL_RVV_COMPRESS(u32)

#define XL_HAS_LOOKUP16
XL_VEC xl_u8 xl_u8_lookup16(const uint8_t *table, xl_u8 index, size_t vl)
{
    return __riscv_vrgather_vv_u8m1(__riscv_vle8_v_u8m1(table, 16), index, vl);
}

#define XL_HAS_INTERLEAVE2
#define XL_HAS_INTERLEAVE3
#define XL_HAS_INTERLEAVE4
#define XL_RVV_GET(T, N, K) __riscv_vget_v_##T##m1x##N##_##T##m1(v, K)
#define XL_RVV_LOAD3(T, W)                                                                                             \
    XL_VEC void xl_##T##_load3(const xl_e_##T *p, xl_##T *a, xl_##T *b, xl_##T *c, size_t vl)                          \
    {                                                                                                                  \
        vuint##W##m1x3_t v = __riscv_vlseg3e##W##_v_##T##m1x3(p, vl);                                                  \
        *a = XL_RVV_GET(T, 3, 0), *b = XL_RVV_GET(T, 3, 1), *c = XL_RVV_GET(T, 3, 2);                                  \
    }
#define XL_RVV_INTERLEAVED(T, W)                                                                                       \
    XL_VEC void xl_##T##_load2(const xl_e_##T *p, xl_##T *a, xl_##T *b, size_t vl)                                     \
    {                                                                                                                  \
        vuint##W##m1x2_t v = __riscv_vlseg2e##W##_v_##T##m1x2(p, vl);                                                  \
        *a = XL_RVV_GET(T, 2, 0), *b = XL_RVV_GET(T, 2, 1);                                                            \
    }                                                                                                                  \
    XL_VEC void xl_##T##_load4(const xl_e_##T *p, xl_##T *a, xl_##T *b, xl_##T *c, xl_##T *d, size_t vl)               \
    {                                                                                                                  \
        vuint##W##m1x4_t v = __riscv_vlseg4e##W##_v_##T##m1x4(p, vl);                                                  \
        *a = XL_RVV_GET(T, 4, 0), *b = XL_RVV_GET(T, 4, 1), *c = XL_RVV_GET(T, 4, 2), *d = XL_RVV_GET(T, 4, 3);        \
    }                                                                                                                  \
    XL_VEC void xl_##T##_store2(xl_e_##T *p, xl_##T a, xl_##T b, size_t vl)                                            \
    {                                                                                                                  \
        __riscv_vsseg2e##W##_v_##T##m1x2(p, __riscv_vcreate_v_##T##m1x2(a, b), vl);                                    \
    }                                                                                                                  \
    XL_VEC void xl_##T##_store3(xl_e_##T *p, xl_##T a, xl_##T b, xl_##T c, size_t vl)                                  \
    {                                                                                                                  \
        __riscv_vsseg3e##W##_v_##T##m1x3(p, __riscv_vcreate_v_##T##m1x3(a, b, c), vl);                                 \
    }                                                                                                                  \
    XL_VEC void xl_##T##_store4(xl_e_##T *p, xl_##T a, xl_##T b, xl_##T c, xl_##T d, size_t vl)                        \
    {                                                                                                                  \
        __riscv_vsseg4e##W##_v_##T##m1x4(p, __riscv_vcreate_v_##T##m1x4(a, b, c, d), vl);                              \
    }
XL_RVV_INTERLEAVED(u8, 8)
XL_RVV_INTERLEAVED(u16, 16)
XL_RVV_INTERLEAVED(u32, 32)
XL_RVV_LOAD3(u16, 16)
XL_RVV_LOAD3(u32, 32)

#endif
