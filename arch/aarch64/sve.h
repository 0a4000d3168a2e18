/* The vector vocabulary on SVE, for every vector length: vl is a predicate.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_AARCH64_SVE_H
#define XL_ARCH_AARCH64_SVE_H

#include <arm_sve.h>

/* strips.h: the vector length is not a constant. */
#define XL_SCALABLE 1

/* Lanes from vl on are unspecified, so arithmetic runs under an all-true predicate in its `_x` form, which compilers
 * turn into the unpredicated instruction where there is one. What touches memory or folds lanes takes the vl predicate,
 * and costs the same for a partial strip as for a full one. */

/* Masks: a predicate has a bit for each byte of a vector, so every width is the same type; bits between lanes do not
 * count. */
#define XL_SVE_MASK(W)                                                                                                 \
    typedef svbool_t xl_m##W;                                                                                          \
    XL_VEC svbool_t xl_sve_below_##W(size_t vl) { return svwhilelt_b##W##_u64(0, vl); }                                \
    XL_VEC xl_m##W xl_m##W##_and(xl_m##W a, xl_m##W b, size_t vl) { (void)vl; return svand_b_z(svptrue_b##W(), a, b); }\
    XL_VEC xl_m##W xl_m##W##_or(xl_m##W a, xl_m##W b, size_t vl) { (void)vl; return svorr_b_z(svptrue_b##W(), a, b); } \
    XL_VEC xl_m##W xl_m##W##_not(xl_m##W a, size_t vl) { (void)vl; return svnot_b_z(svptrue_b##W(), a); }              \
    XL_VEC bool xl_m##W##_any(xl_m##W m, size_t vl) { return svptest_any(xl_sve_below_##W(vl), m); }                   \
    XL_VEC size_t xl_m##W##_first(xl_m##W m, size_t vl)                                                                \
    {                                                                                                                  \
        svbool_t below = xl_sve_below_##W(vl);                                                                         \
        return svcntp_b##W(below, svbrkb_b_z(below, m));                                                               \
    }                                                                                                                  \
    XL_VEC size_t xl_m##W##_count(xl_m##W m, size_t vl) { return svcntp_b##W(xl_sve_below_##W(vl), m); }

/* What all ten lane types share: T the lane type, S its name in intrinsics, V its vector type, W its width, N the last
 * letter of the svcnt that counts its lanes. */
#define XL_SVE_COMMON(T, S, V, W, N)                                                                                   \
    typedef V xl_##T;                                                                                                  \
    XL_VEC size_t xl_##T##_lanes(void) { return svcnt##N(); }                                                          \
    XL_VEC size_t xl_##T##_vl(size_t n) { return n < svcnt##N() ? n : svcnt##N(); }                                    \
    XL_VEC xl_##T xl_##T##_set1(xl_e_##T x, size_t vl) { (void)vl; return svdup_n_##S(x); }                            \
    XL_VEC xl_##T xl_##T##_load(const xl_e_##T *p, size_t vl) { return svld1_##S(xl_sve_below_##W(vl), p); }           \
    XL_VEC void xl_##T##_store(xl_e_##T *p, xl_##T v, size_t vl) { svst1_##S(xl_sve_below_##W(vl), p, v); }            \
    XL_VEC xl_##T xl_##T##_merge(xl_##T a, xl_##T b, size_t vl) { return svsel_##S(xl_sve_below_##W(vl), b, a); }      \
    /* LASTA: the lane after the last one of the predicate, lane 0 if that is empty. */                                \
    XL_VEC xl_e_##T xl_##T##_get(xl_##T v, size_t i, size_t vl)                                                        \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return svlasta_##S(xl_sve_below_##W(i), v);                                                                    \
    }                                                                                                                  \
    XL_SVE_BINARY(T, S, W, add, add)                                                                                   \
    XL_SVE_BINARY(T, S, W, sub, sub)                                                                                   \
    XL_SVE_BINARY(T, S, W, min, min)                                                                                   \
    XL_SVE_BINARY(T, S, W, max, max)                                                                                   \
    XL_SVE_COMPARE(T, S, W, eq)                                                                                        \
    XL_SVE_COMPARE(T, S, W, lt)                                                                                        \
    XL_SVE_COMPARE(T, S, W, le)                                                                                        \
    XL_VEC xl_##T xl_##T##_select(xl_m##W m, xl_##T a, xl_##T b, size_t vl) { (void)vl; return svsel_##S(m, a, b); }

/* Operation OP on one or two vectors, by the instruction I. */
#define XL_SVE_UNARY(T, S, W, OP, I)                                                                                   \
    XL_VEC xl_##T xl_##T##_##OP(xl_##T a, size_t vl) { (void)vl; return sv##I##_##S##_x(svptrue_b##W(), a); }
#define XL_SVE_BINARY(T, S, W, OP, I)                                                                                  \
    XL_VEC xl_##T xl_##T##_##OP(xl_##T a, xl_##T b, size_t vl)                                                         \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return sv##I##_##S##_x(svptrue_b##W(), a, b);                                                                  \
    }
#define XL_SVE_COMPARE(T, S, W, OP)                                                                                    \
    XL_VEC xl_m##W xl_##T##_##OP(xl_##T a, xl_##T b, size_t vl)                                                        \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return svcmp##OP##_##S(svptrue_b##W(), a, b);                                                                  \
    }

/* Reduction OP: lanes from vl on are not in the predicate, so they do not count. */
#define XL_SVE_REDUCE(T, S, W, OP)                                                                                     \
    XL_VEC xl_e_##T xl_##T##_reduce_##OP(xl_##T v, size_t vl)                                                          \
    {                                                                                                                  \
        return (xl_e_##T)sv##OP##v_##S(xl_sve_below_##W(vl), v);                                                       \
    }

/* Floats: U the unsigned type of the same width in intrinsics, UE its element type. */
#define XL_SVE_FLOAT(T, S, V, W, N, U, UE)                                                                             \
    XL_SVE_COMMON(T, S, V, W, N)                                                                                       \
    XL_SVE_BINARY(T, S, W, mul, mul)                                                                                   \
    XL_SVE_BINARY(T, S, W, div, div)                                                                                   \
    XL_SVE_UNARY(T, S, W, sqrt, sqrt)                                                                                  \
    XL_SVE_UNARY(T, S, W, abs, abs)                                                                                    \
    XL_SVE_UNARY(T, S, W, neg, neg)                                                                                    \
    XL_SVE_UNARY(T, S, W, roundeven, rintn)                                                                                 \
    XL_VEC xl_##T xl_##T##_fma(xl_##T a, xl_##T b, xl_##T c, size_t vl)                                                \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return svmla_##S##_x(svptrue_b##W(), c, a, b);                                                                 \
    }                                                                                                                  \
    XL_SVE_REDUCE(T, S, W, min)                                                                                        \
    XL_SVE_REDUCE(T, S, W, max)                                                                                        \
    /* FADDV takes each lane that is not in the predicate as +0, which only shows when every other lane is -0. */      \
    XL_VEC xl_e_##T xl_##T##_reduce_add(xl_##T v, size_t vl)                                                           \
    {                                                                                                                  \
        svbool_t below = xl_sve_below_##W(vl);                                                                         \
        xl_e_##T sum = svaddv_##S(below, v);                                                                           \
        if (sum == 0 && !svptest_any(below, svcmpne_n_##U(below, svreinterpret_##U##_##S(v), (UE)1 << (W - 1))))       \
            return -(xl_e_##T)0;                                                                                       \
        return sum;                                                                                                    \
    }

/* Integers: SHR is lsr or asr. The `_n` forms take a shift count of W bits, so one above W has to become W first; the
 * instructions then do as vec.h says. */
#define XL_SVE_INT(T, S, V, W, N, SHR)                                                                                 \
    XL_SVE_COMMON(T, S, V, W, N)                                                                                       \
    XL_SVE_BINARY(T, S, W, and, and)                                                                                   \
    XL_SVE_BINARY(T, S, W, or, orr)                                                                                    \
    XL_SVE_BINARY(T, S, W, xor, eor)                                                                                   \
    XL_SVE_UNARY(T, S, W, not, not)                                                                                    \
    XL_VEC xl_##T xl_##T##_shl(xl_##T a, unsigned k, size_t vl)                                                        \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return svlsl_n_##S##_x(svptrue_b##W(), a, k < W ? k : W);                                                      \
    }                                                                                                                  \
    XL_VEC xl_##T xl_##T##_shr(xl_##T a, unsigned k, size_t vl)                                                        \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return sv##SHR##_n_##S##_x(svptrue_b##W(), a, k < W ? k : W);                                                  \
    }

#define XL_SVE_INT_REDUCE(T, S, W)                                                                                     \
    XL_SVE_REDUCE(T, S, W, add)                                                                                        \
    XL_SVE_REDUCE(T, S, W, min)                                                                                        \
    XL_SVE_REDUCE(T, S, W, max)

#define XL_SVE_SATURATING(T, S)                                                                                        \
    XL_VEC xl_##T xl_##T##_add_sat(xl_##T a, xl_##T b, size_t vl) { (void)vl; return svqadd_##S(a, b); }                  \
    XL_VEC xl_##T xl_##T##_sub_sat(xl_##T a, xl_##T b, size_t vl) { (void)vl; return svqsub_##S(a, b); }

/* scan_add: lane i adds lane i - k, for k = 1, 2, 4 and so on. EXT wants a constant, which a shift by k lanes up is
 * not when the length is unknown; TBL gives 0 for an index out of range, and i - k below 0 wraps to one. */
#define XL_SVE_INDEXED(T, S)                                                                                           \
    XL_VEC xl_##T xl_##T##_iota(xl_e_##T start, size_t vl) { (void)vl; return svindex_##S(start, 1); }                 \
    XL_VEC xl_##T xl_##T##_scan_add(xl_##T v, size_t vl)                                                               \
    {                                                                                                                  \
        for (uint32_t k = 1; k < vl; k *= 2)                                                                           \
            v = svadd_##S##_x(svptrue_b32(), v, svtbl_##S(v, svindex_u32(-k, 1)));                                     \
        return v;                                                                                                      \
    }                                                                                                                  \
    XL_VEC xl_##T xl_##T##_gather(const xl_e_##T *p, svuint32_t index, size_t vl)                                      \
    {                                                                                                                  \
        return svld1_gather_u32index_##S(xl_sve_below_32(vl), p, index);                                               \
    }

#define XL_SVE_BITS(TO, TO_S, FROM, FROM_S)                                                                            \
    XL_VEC xl_##TO xl_##TO##_bitcast_##FROM(xl_##FROM v) { return svreinterpret_##TO_S##_##FROM_S(v); }

XL_SVE_MASK(8)
XL_SVE_MASK(16)
XL_SVE_MASK(32)
XL_SVE_MASK(64)
XL_SVE_FLOAT(f32, f32, svfloat32_t, 32, w, u32, uint32_t)
XL_SVE_FLOAT(f64, f64, svfloat64_t, 64, d, u64, uint64_t)
XL_SVE_INT(i8, s8, svint8_t, 8, b, asr)
XL_SVE_INT(i16, s16, svint16_t, 16, h, asr)
XL_SVE_INT(i32, s32, svint32_t, 32, w, asr)
XL_SVE_INT(i64, s64, svint64_t, 64, d, asr)
XL_SVE_INT(u8, u8, svuint8_t, 8, b, lsr)
XL_SVE_INT(u16, u16, svuint16_t, 16, h, lsr)
XL_SVE_INT(u32, u32, svuint32_t, 32, w, lsr)
XL_SVE_INT(u64, u64, svuint64_t, 64, d, lsr)
XL_SVE_BINARY(i16, s16, 16, mul, mul)
XL_SVE_BINARY(i32, s32, 32, mul, mul)
XL_SVE_BINARY(i64, s64, 64, mul, mul)
XL_SVE_BINARY(u16, u16, 16, mul, mul)
XL_SVE_BINARY(u32, u32, 32, mul, mul)
XL_SVE_BINARY(u64, u64, 64, mul, mul)
XL_SVE_BINARY(i16, s16, 16, mulhi, mulh)
XL_SVE_BINARY(u16, u16, 16, mulhi, mulh)
XL_SVE_INT_REDUCE(i32, s32, 32)
XL_SVE_INT_REDUCE(i64, s64, 64)
XL_SVE_INT_REDUCE(u32, u32, 32)
XL_SVE_INT_REDUCE(u64, u64, 64)
XL_SVE_SATURATING(i8, s8)
XL_SVE_SATURATING(i16, s16)
XL_SVE_SATURATING(u8, u8)
XL_SVE_SATURATING(u16, u16)
XL_SVE_INDEXED(i32, s32)
XL_SVE_INDEXED(u32, u32)
XL_SVE_BITS(f32, f32, i32, s32)
XL_SVE_BITS(f32, f32, u32, u32)
XL_SVE_BITS(i32, s32, f32, f32)
XL_SVE_BITS(i32, s32, u32, u32)
XL_SVE_BITS(u32, u32, f32, f32)
XL_SVE_BITS(u32, u32, i32, s32)
XL_SVE_BITS(f64, f64, i64, s64)
XL_SVE_BITS(f64, f64, u64, u64)
XL_SVE_BITS(i64, s64, f64, f64)
XL_SVE_BITS(i64, s64, u64, u64)
XL_SVE_BITS(u64, u64, f64, f64)
XL_SVE_BITS(u64, u64, i64, s64)
XL_SVE_BITS(i16, s16, u16, u16)
XL_SVE_BITS(u16, u16, i16, s16)
XL_SVE_BITS(i8, s8, u8, u8)
XL_SVE_BITS(u8, u8, i8, s8)

XL_VEC void xl_u8_load3(const uint8_t *p, xl_u8 *a, xl_u8 *b, xl_u8 *c, size_t vl)
{
    svuint8x3_t v = svld3_u8(xl_sve_below_8(vl), p);
    *a = svget3_u8(v, 0);
    *b = svget3_u8(v, 1);
    *c = svget3_u8(v, 2);
}

XL_VEC xl_i32 xl_i32_load_widen_i8(const int8_t *p, size_t vl) { return svld1sb_s32(xl_sve_below_32(vl), p); }
XL_VEC xl_i32 xl_i32_load_widen_i16(const int16_t *p, size_t vl) { return svld1sh_s32(xl_sve_below_32(vl), p); }
XL_VEC xl_u32 xl_u32_load_widen_u8(const uint8_t *p, size_t vl) { return svld1ub_u32(xl_sve_below_32(vl), p); }
XL_VEC xl_u32 xl_u32_load_widen_u16(const uint16_t *p, size_t vl) { return svld1uh_u32(xl_sve_below_32(vl), p); }
XL_VEC void xl_u32_store_narrow_u8(uint8_t *p, xl_u32 v, size_t vl) { svst1b_u32(xl_sve_below_32(vl), p, v); }
XL_VEC void xl_u32_store_narrow_u16(uint16_t *p, xl_u32 v, size_t vl) { svst1h_u32(xl_sve_below_32(vl), p, v); }

/* FCVTZS clamps and turns a NaN into 0. */
XL_VEC xl_i32 xl_i32_from_f32(xl_f32 v, size_t vl) { (void)vl; return svcvt_s32_f32_x(svptrue_b32(), v); }
XL_VEC xl_i32 xl_i32_from_f32_roundeven(xl_f32 v, size_t vl) { return xl_i32_from_f32(xl_f32_roundeven(v, vl), vl); }
XL_VEC xl_f32 xl_f32_from_i32(xl_i32 v, size_t vl) { (void)vl; return svcvt_f32_s32_x(svptrue_b32(), v); }

#include "sve_groups.h"

#endif
