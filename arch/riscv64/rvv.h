/* The vector vocabulary on RVV 1.0, for every VLEN: one register a vector (LMUL 1), vl as the hardware's own.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_RISCV64_RVV_H
#define XL_ARCH_RISCV64_RVV_H

#include <riscv_vector.h>

/* strips.h: the vector length is not a constant. */
#define XL_SCALABLE 1

/* Each intrinsic is given the caller's vl and is tail-agnostic, so lanes from vl on may become all ones; merge alone
 * keeps them. Only xl_T_vl asks vsetvl how many lanes n elements get: for n between lanes and 2 * lanes the answer is
 * the CPU's choice. */

/* Operation OP on one or two vectors, by the instruction I (with its operand letters); R is the type in intrinsics. */
#define XL_RVV_UNARY(T, R, OP, I)                                                                                      \
    XL_VEC xl_##T xl_##T##_##OP(xl_##T a, size_t vl) { return __riscv_##I##_##R(a, vl); }
#define XL_RVV_BINARY(T, R, OP, I)                                                                                     \
    XL_VEC xl_##T xl_##T##_##OP(xl_##T a, xl_##T b, size_t vl) { return __riscv_##I##_vv_##R(a, b, vl); }
#define XL_RVV_COMPARE(T, R, W, OP, I)                                                                                 \
    XL_VEC xl_m##W xl_##T##_##OP(xl_##T a, xl_##T b, size_t vl) { return __riscv_##I##_vv_##R##_b##W(a, b, vl); }

/* Masks of SEW W at LMUL 1 have the type named by the ratio, which is W. */
#define XL_RVV_MASK(W)                                                                                                 \
    typedef vbool##W##_t xl_m##W;                                                                                      \
    XL_VEC xl_m##W xl_m##W##_and(xl_m##W a, xl_m##W b, size_t vl) { return __riscv_vmand_mm_b##W(a, b, vl); }          \
    XL_VEC xl_m##W xl_m##W##_or(xl_m##W a, xl_m##W b, size_t vl) { return __riscv_vmor_mm_b##W(a, b, vl); }            \
    XL_VEC xl_m##W xl_m##W##_not(xl_m##W a, size_t vl) { return __riscv_vmnot_m_b##W(a, vl); }                         \
    XL_VEC bool xl_m##W##_any(xl_m##W m, size_t vl) { return __riscv_vfirst_m_b##W(m, vl) >= 0; }                      \
    XL_VEC size_t xl_m##W##_first(xl_m##W m, size_t vl)                                                                \
    {                                                                                                                  \
        long first = __riscv_vfirst_m_b##W(m, vl);                                                                     \
        return first < 0 ? vl : (size_t)first;                                                                         \
    }                                                                                                                  \
    XL_VEC size_t xl_m##W##_count(xl_m##W m, size_t vl) { return __riscv_vcpop_m_b##W(m, vl); }

/* What all ten lane types share: T the lane type, R its name in intrinsics, V its vector type, W its width, SET and GET
 * the moves from and to a scalar. */
#define XL_RVV_COMMON(T, R, V, W, SET, GET)                                                                            \
    typedef V xl_##T;                                                                                                  \
    XL_VEC size_t xl_##T##_lanes(void) { return __riscv_vsetvlmax_e##W##m1(); }                                        \
    XL_VEC size_t xl_##T##_vl(size_t n) { return __riscv_vsetvl_e##W##m1(n); }                                         \
    XL_VEC xl_##T xl_##T##_set1(xl_e_##T x, size_t vl) { return __riscv_##SET##_##R(x, vl); }                          \
    XL_VEC xl_##T xl_##T##_load(const xl_e_##T *p, size_t vl) { return __riscv_vle##W##_v_##R(p, vl); }                \
    XL_VEC void xl_##T##_store(xl_e_##T *p, xl_##T v, size_t vl) { __riscv_vse##W##_v_##R(p, v, vl); }                 \
    XL_VEC xl_##T xl_##T##_merge(xl_##T a, xl_##T b, size_t vl) { return __riscv_vmv_v_v_##R##_tu(a, b, vl); }         \
    XL_VEC xl_e_##T xl_##T##_get(xl_##T v, size_t i, size_t vl)                                                        \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return __riscv_##GET##_##R##_##T(__riscv_vslidedown_vx_##R(v, i, 1));                                          \
    }                                                                                                                  \
    XL_VEC xl_##T xl_##T##_select(xl_m##W m, xl_##T a, xl_##T b, size_t vl)                                            \
    {                                                                                                                  \
        return __riscv_vmerge_vvm_##R(b, a, m, vl);                                                                    \
    }

/* Floating minimum and maximum: vfmin and vfmax order the zeros as wanted but drop a NaN, so only lanes in which both
 * operands are numbers are computed, over a vector of NaN. The second compare is masked by the first: no vmand. */
#define XL_RVV_FLOAT_MINMAX(T, R, W, OP)                                                                               \
    XL_VEC xl_##T xl_##T##_##OP(xl_##T a, xl_##T b, size_t vl)                                                         \
    {                                                                                                                  \
        xl_m##W numbers = __riscv_vmfeq_vv_##R##_b##W(a, a, vl);                                                       \
        numbers = __riscv_vmfeq_vv_##R##_b##W##_mu(numbers, numbers, b, b, vl);                                        \
        xl_##T nan = __riscv_vfmv_v_f_##R((xl_e_##T)__builtin_nan(""), vl);                                            \
        return __riscv_vf##OP##_vv_##R##_mu(numbers, nan, a, b, vl);                                                   \
    }                                                                                                                  \
    XL_VEC xl_e_##T xl_##T##_reduce_##OP(xl_##T v, size_t vl)                                                          \
    {                                                                                                                  \
        if (__riscv_vfirst_m_b##W(__riscv_vmfne_vv_##R##_b##W(v, v, vl), vl) >= 0)                                     \
            return (xl_e_##T)__builtin_nan("");                                                                        \
        return __riscv_vfmv_f_s_##R##_##T(__riscv_vfred##OP##_vs_##R##_##R(v, v, vl));                                 \
    }

/* Floats: I the integer type of the same width, WHOLE a value from which on every float is an integer. rint goes
 * through I where it can, takes the sign back for results of zero, and leaves large values, infinities and NaN alone;
 * vfcvt rounds as frm says, to nearest even like the rest. The sum starts at -0, the one value that changes no sum. */
#define XL_RVV_FLOAT(T, R, V, W, I, WHOLE)                                                                             \
    XL_RVV_COMMON(T, R, V, W, vfmv_v_f, vfmv_f_s)                                                                      \
    XL_RVV_BINARY(T, R, add, vfadd)                                                                                    \
    XL_RVV_BINARY(T, R, sub, vfsub)                                                                                    \
    XL_RVV_BINARY(T, R, mul, vfmul)                                                                                    \
    XL_RVV_BINARY(T, R, div, vfdiv)                                                                                    \
    XL_RVV_UNARY(T, R, sqrt, vfsqrt_v)                                                                                 \
    XL_RVV_UNARY(T, R, abs, vfabs_v)                                                                                   \
    XL_RVV_UNARY(T, R, neg, vfneg_v)                                                                                   \
    XL_RVV_COMPARE(T, R, W, eq, vmfeq)                                                                                 \
    XL_RVV_COMPARE(T, R, W, lt, vmflt)                                                                                 \
    XL_RVV_COMPARE(T, R, W, le, vmfle)                                                                                 \
    XL_RVV_FLOAT_MINMAX(T, R, W, min)                                                                                  \
    XL_RVV_FLOAT_MINMAX(T, R, W, max)                                                                                  \
    XL_VEC xl_##T xl_##T##_fma(xl_##T a, xl_##T b, xl_##T c, size_t vl)                                                \
    {                                                                                                                  \
        return __riscv_vfmacc_vv_##R(c, a, b, vl);                                                                     \
    }                                                                                                                  \
    XL_VEC xl_##T xl_##T##_roundeven(xl_##T a, size_t vl)                                                                   \
    {                                                                                                                  \
        xl_m##W small = __riscv_vmflt_vf_##R##_b##W(__riscv_vfabs_v_##R(a, vl), WHOLE, vl);                            \
        xl_##T whole = __riscv_vfcvt_f_x_v_##R##_m(small, __riscv_vfcvt_x_f_v_##I##_m(small, a, vl), vl);              \
        return __riscv_vfsgnj_vv_##R##_mu(small, a, whole, a, vl);                                                     \
    }                                                                                                                  \
    XL_VEC xl_e_##T xl_##T##_reduce_add(xl_##T v, size_t vl)                                                           \
    {                                                                                                                  \
        xl_##T start = __riscv_vfmv_s_f_##R(-(xl_e_##T)0, 1);                                                          \
        return __riscv_vfmv_f_s_##R##_##T(__riscv_vfredusum_vs_##R##_##R(v, start, vl));                               \
    }

/* Integers: U is "u" in the names of instructions on unsigned lanes. Shifts take their count modulo W, so one of W or
 * more is dealt with first. */
#define XL_RVV_INT(T, R, V, W, U)                                                                                      \
    XL_RVV_COMMON(T, R, V, W, vmv_v_x, vmv_x_s)                                                                        \
    XL_RVV_BINARY(T, R, add, vadd)                                                                                     \
    XL_RVV_BINARY(T, R, sub, vsub)                                                                                     \
    XL_RVV_BINARY(T, R, min, vmin##U)                                                                                  \
    XL_RVV_BINARY(T, R, max, vmax##U)                                                                                  \
    XL_RVV_BINARY(T, R, and, vand)                                                                                     \
    XL_RVV_BINARY(T, R, or, vor)                                                                                       \
    XL_RVV_BINARY(T, R, xor, vxor)                                                                                     \
    XL_RVV_UNARY(T, R, not, vnot_v)                                                                                    \
    XL_RVV_COMPARE(T, R, W, eq, vmseq)                                                                                 \
    XL_RVV_COMPARE(T, R, W, lt, vmslt##U)                                                                              \
    XL_RVV_COMPARE(T, R, W, le, vmsle##U)                                                                              \
    XL_VEC xl_##T xl_##T##_shl(xl_##T a, unsigned k, size_t vl)                                                        \
    {                                                                                                                  \
        if (k >= W)                                                                                                    \
            return __riscv_vmv_v_x_##R(0, vl);                                                                         \
        return __riscv_vsll_vx_##R(a, k, vl);                                                                          \
    }

#define XL_RVV_SIGNED(T, R, V, W)                                                                                      \
    XL_RVV_INT(T, R, V, W, )                                                                                           \
    XL_VEC xl_##T xl_##T##_shr(xl_##T a, unsigned k, size_t vl)                                                        \
    {                                                                                                                  \
        return __riscv_vsra_vx_##R(a, k < W ? k : W - 1, vl);                                                          \
    }

#define XL_RVV_UNSIGNED(T, R, V, W)                                                                                    \
    XL_RVV_INT(T, R, V, W, u)                                                                                          \
    XL_VEC xl_##T xl_##T##_shr(xl_##T a, unsigned k, size_t vl)                                                        \
    {                                                                                                                  \
        if (k >= W)                                                                                                    \
            return __riscv_vmv_v_x_##R(0, vl);                                                                         \
        return __riscv_vsrl_vx_##R(a, k, vl);                                                                          \
    }

/* Reductions fold lane 0 of their second vector in: v itself serves for a minimum, where a value twice does no harm. */
#define XL_RVV_INT_REDUCE(T, R, U)                                                                                     \
    XL_VEC xl_e_##T xl_##T##_reduce_add(xl_##T v, size_t vl)                                                           \
    {                                                                                                                  \
        return __riscv_vmv_x_s_##R##_##T(__riscv_vredsum_vs_##R##_##R(v, __riscv_vmv_s_x_##R(0, 1), vl));              \
    }                                                                                                                  \
    XL_VEC xl_e_##T xl_##T##_reduce_min(xl_##T v, size_t vl)                                                           \
    {                                                                                                                  \
        return __riscv_vmv_x_s_##R##_##T(__riscv_vredmin##U##_vs_##R##_##R(v, v, vl));                                 \
    }                                                                                                                  \
    XL_VEC xl_e_##T xl_##T##_reduce_max(xl_##T v, size_t vl)                                                           \
    {                                                                                                                  \
        return __riscv_vmv_x_s_##R##_##T(__riscv_vredmax##U##_vs_##R##_##R(v, v, vl));                                 \
    }

/* scan_add: lane i adds lane i - k, for k = 1, 2, 4 and so on; vslideup leaves the lanes below k as they were, zero.
 * gather: offsets are in bytes, and 4 * index wants more than 32 bits. */
#define XL_RVV_INDEXED(T, R)                                                                                           \
    XL_VEC xl_##T xl_##T##_scan_add(xl_##T v, size_t vl)                                                               \
    {                                                                                                                  \
        xl_##T zero = __riscv_vmv_v_x_##R(0, vl);                                                                      \
        for (size_t k = 1; k < vl; k *= 2)                                                                             \
            v = __riscv_vadd_vv_##R(v, __riscv_vslideup_vx_##R(zero, v, k, vl), vl);                                   \
        return v;                                                                                                      \
    }                                                                                                                  \
    XL_VEC xl_##T xl_##T##_gather(const xl_e_##T *p, vuint32m1_t index, size_t vl)                                     \
    {                                                                                                                  \
        return __riscv_vluxei64_v_##R(p, __riscv_vwmulu_vx_u64m2(index, sizeof *p, vl), vl);                           \
    }

#define XL_RVV_BITS(TO, FROM)                                                                                          \
    XL_VEC xl_##TO xl_##TO##_bitcast_##FROM(xl_##FROM v) { return __riscv_vreinterpret_v_##FROM##m1_##TO##m1(v); }

XL_RVV_MASK(8)
XL_RVV_MASK(16)
XL_RVV_MASK(32)
XL_RVV_MASK(64)
XL_RVV_FLOAT(f32, f32m1, vfloat32m1_t, 32, i32m1, 0x1p23f)
XL_RVV_FLOAT(f64, f64m1, vfloat64m1_t, 64, i64m1, 0x1p52)
XL_RVV_SIGNED(i8, i8m1, vint8m1_t, 8)
XL_RVV_SIGNED(i16, i16m1, vint16m1_t, 16)
XL_RVV_SIGNED(i32, i32m1, vint32m1_t, 32)
XL_RVV_SIGNED(i64, i64m1, vint64m1_t, 64)
XL_RVV_UNSIGNED(u8, u8m1, vuint8m1_t, 8)
XL_RVV_UNSIGNED(u16, u16m1, vuint16m1_t, 16)
XL_RVV_UNSIGNED(u32, u32m1, vuint32m1_t, 32)
XL_RVV_UNSIGNED(u64, u64m1, vuint64m1_t, 64)
XL_RVV_BINARY(i16, i16m1, mul, vmul)
XL_RVV_BINARY(i32, i32m1, mul, vmul)
XL_RVV_BINARY(i64, i64m1, mul, vmul)
XL_RVV_BINARY(u16, u16m1, mul, vmul)
XL_RVV_BINARY(u32, u32m1, mul, vmul)
XL_RVV_BINARY(u64, u64m1, mul, vmul)
XL_RVV_BINARY(i16, i16m1, mulhi, vmulh)
XL_RVV_BINARY(u16, u16m1, mulhi, vmulhu)
XL_RVV_BINARY(i8, i8m1, add_sat, vsadd)
XL_RVV_BINARY(i8, i8m1, sub_sat, vssub)
XL_RVV_BINARY(i16, i16m1, add_sat, vsadd)
XL_RVV_BINARY(i16, i16m1, sub_sat, vssub)
XL_RVV_BINARY(u8, u8m1, add_sat, vsaddu)
XL_RVV_BINARY(u8, u8m1, sub_sat, vssubu)
XL_RVV_BINARY(u16, u16m1, add_sat, vsaddu)
XL_RVV_BINARY(u16, u16m1, sub_sat, vssubu)
XL_RVV_INT_REDUCE(i32, i32m1, )
XL_RVV_INT_REDUCE(i64, i64m1, )
XL_RVV_INT_REDUCE(u32, u32m1, u)
XL_RVV_INT_REDUCE(u64, u64m1, u)
XL_RVV_INDEXED(i32, i32m1)
XL_RVV_INDEXED(u32, u32m1)
XL_RVV_BITS(f32, i32)
XL_RVV_BITS(f32, u32)
XL_RVV_BITS(i32, f32)
XL_RVV_BITS(i32, u32)
XL_RVV_BITS(u32, f32)
XL_RVV_BITS(u32, i32)
XL_RVV_BITS(f64, i64)
XL_RVV_BITS(f64, u64)
XL_RVV_BITS(i64, f64)
XL_RVV_BITS(i64, u64)
XL_RVV_BITS(u64, f64)
XL_RVV_BITS(u64, i64)
XL_RVV_BITS(i16, u16)
XL_RVV_BITS(u16, i16)
XL_RVV_BITS(i8, u8)
XL_RVV_BITS(u8, i8)

XL_VEC xl_u32 xl_u32_iota(uint32_t start, size_t vl)
{
    return __riscv_vadd_vx_u32m1(__riscv_vid_v_u32m1(vl), start, vl);
}

XL_VEC xl_i32 xl_i32_iota(int32_t start, size_t vl) { return xl_i32_bitcast_u32(xl_u32_iota((uint32_t)start, vl)); }

XL_VEC void xl_u8_load3(const uint8_t *p, xl_u8 *a, xl_u8 *b, xl_u8 *c, size_t vl)
{
    vuint8m1x3_t v = __riscv_vlseg3e8_v_u8m1x3(p, vl);
    *a = __riscv_vget_v_u8m1x3_u8m1(v, 0);
    *b = __riscv_vget_v_u8m1x3_u8m1(v, 1);
    *c = __riscv_vget_v_u8m1x3_u8m1(v, 2);
}

/* A quarter or half of a register in memory's width holds as many lanes as a whole one of 32 bits. */
XL_VEC xl_i32 xl_i32_load_widen_i8(const int8_t *p, size_t vl)
{
    return __riscv_vsext_vf4_i32m1(__riscv_vle8_v_i8mf4(p, vl), vl);
}

XL_VEC xl_i32 xl_i32_load_widen_i16(const int16_t *p, size_t vl)
{
    return __riscv_vsext_vf2_i32m1(__riscv_vle16_v_i16mf2(p, vl), vl);
}

XL_VEC xl_u32 xl_u32_load_widen_u8(const uint8_t *p, size_t vl)
{
    return __riscv_vzext_vf4_u32m1(__riscv_vle8_v_u8mf4(p, vl), vl);
}

XL_VEC xl_u32 xl_u32_load_widen_u16(const uint16_t *p, size_t vl)
{
    return __riscv_vzext_vf2_u32m1(__riscv_vle16_v_u16mf2(p, vl), vl);
}

XL_VEC void xl_u32_store_narrow_u8(uint8_t *p, xl_u32 v, size_t vl)
{
    __riscv_vse8_v_u8mf4(p, __riscv_vncvt_x_x_w_u8mf4(__riscv_vncvt_x_x_w_u16mf2(v, vl), vl), vl);
}

XL_VEC void xl_u32_store_narrow_u16(uint16_t *p, xl_u32 v, size_t vl)
{
    __riscv_vse16_v_u16mf2(p, __riscv_vncvt_x_x_w_u16mf2(v, vl), vl);
}

/* vfcvt clamps, but gives INT32_MAX for a NaN: numbers only, over zeros. */
XL_VEC xl_i32 xl_i32_from_f32(xl_f32 v, size_t vl)
{
    return __riscv_vfcvt_rtz_x_f_v_i32m1_mu(xl_f32_eq(v, v, vl), xl_i32_set1(0, vl), v, vl);
}

XL_VEC xl_i32 xl_i32_from_f32_roundeven(xl_f32 v, size_t vl)
{
    return __riscv_vfcvt_x_f_v_i32m1_mu(xl_f32_eq(v, v, vl), xl_i32_set1(0, vl), v, vl);
}

XL_VEC xl_f32 xl_f32_from_i32(xl_i32 v, size_t vl) { return __riscv_vfcvt_f_x_v_f32m1(v, vl); }

#include "rvv_groups.h"

#endif
