/* The vector vocabulary of LSX and LASX, as far as they differ by the width alone.
 * SPDX-License-Identifier: MIT
 *
 * The ISA's header defines XL_LX_BITS, the width; XL_LX(op), the intrinsic of an operation; xl_lx, xl_f32 and xl_f64,
 * the vectors; and xl_lx_bytes_set, xl_lx_swap_halves, xl_u32_scan_add and xl_u32_gather. What moves lanes works within
 * each 128 bits of a LASX register.
 */
#ifndef XL_ARCH_LOONG64_LANES_H
#define XL_ARCH_LOONG64_LANES_H

enum { XL_LX_BYTES = XL_LX_BITS / 8 };

typedef xl_lx xl_i8;
typedef xl_lx xl_i16;
typedef xl_lx xl_i32;
typedef xl_lx xl_i64;
typedef xl_lx xl_u8;
typedef xl_lx xl_u16;
typedef xl_lx xl_u32;
typedef xl_lx xl_u64;
typedef xl_lx xl_m8;
typedef xl_lx xl_m16;
typedef xl_lx xl_m32;
typedef xl_lx xl_m64;

/* A partial strip goes through the stack; the lanes that are not read are zero. */
XL_VEC xl_lx xl_lx_load(const void *p, size_t bytes)
{
    uint8_t buffer[XL_LX_BYTES] = {0};
    if (bytes == XL_LX_BYTES)
        return XL_LX(ld)(p, 0);
    memcpy(buffer, p, bytes);
    return XL_LX(ld)(buffer, 0);
}
XL_VEC void xl_lx_store(void *p, xl_lx v, size_t bytes)
{
    uint8_t buffer[XL_LX_BYTES];
    if (bytes == XL_LX_BYTES) {
        XL_LX(st)(v, p, 0);
        return;
    }
    XL_LX(st)(v, buffer, 0);
    memcpy(p, buffer, bytes);
}

/* The lane numbers, and the lanes below vl. */
#define XL_LX_BELOW(W, S, ...)                                                                                         \
    static const int##W##_t xl_lx_numbers##W[256 / W] __attribute__((unused)) = {__VA_ARGS__};                         \
    XL_VEC xl_lx xl_lx_iota##W(void) { return XL_LX(ld)(xl_lx_numbers##W, 0); }                                        \
    XL_VEC xl_m##W xl_lx_below##W(size_t vl)                                                                           \
    {                                                                                                                  \
        return XL_LX(slt_##S)(xl_lx_iota##W(), XL_LX(replgr2vr_##S)((int)vl));                                         \
    }
XL_LX_BELOW(8, b, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27,
            28, 29, 30, 31)
XL_LX_BELOW(16, h, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
XL_LX_BELOW(32, w, 0, 1, 2, 3, 4, 5, 6, 7)
XL_LX_BELOW(64, d, 0, 1, 2, 3)

/* What all ten lane types share: W the width. No instruction takes a lane number from a register, hence the memory in
 * get. */
#define XL_LX_COMMON(T, W)                                                                                             \
    XL_VEC size_t xl_##T##_lanes(void) { return XL_LX_BITS / W; }                                                      \
    XL_VEC size_t xl_##T##_vl(size_t n) { return n < XL_LX_BITS / W ? n : XL_LX_BITS / W; }                            \
    XL_VEC xl_##T xl_##T##_load(const xl_e_##T *p, size_t vl) { return (xl_##T)xl_lx_load(p, vl * (W / 8)); }          \
    XL_VEC void xl_##T##_store(xl_e_##T *p, xl_##T v, size_t vl) { xl_lx_store(p, (xl_lx)v, vl * (W / 8)); }           \
    XL_VEC xl_##T xl_##T##_select(xl_m##W m, xl_##T a, xl_##T b, size_t vl)                                            \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return (xl_##T)XL_LX(bitsel_v)((xl_lx)b, (xl_lx)a, m);                                                         \
    }                                                                                                                  \
    XL_VEC xl_##T xl_##T##_merge(xl_##T a, xl_##T b, size_t vl)                                                        \
    {                                                                                                                  \
        return xl_##T##_select(xl_lx_below##W(vl), b, a, vl);                                                          \
    }                                                                                                                  \
    XL_VEC xl_e_##T xl_##T##_get(xl_##T v, size_t i, size_t vl)                                                        \
    {                                                                                                                  \
        xl_e_##T lanes[XL_LX_BITS / W];                                                                                \
        (void)vl;                                                                                                      \
        XL_LX(st)((xl_lx)v, lanes, 0);                                                                                 \
        return lanes[i];                                                                                               \
    }

/* Floats: F the suffix of float operations, S of integer ones, I the integer type, B the number of the sign bit. vfmin
 * and vfmax are IEEE 754-2008's minNum and maxNum, which prefer a number to a NaN and leave open which of two zeros
 * they give: both orders are tried, and where a NaN is there, all bits become ones, a NaN.
 */
#define XL_LX_FLOAT(T, W, F, S, I, B)                                                                                  \
    XL_LX_COMMON(T, W)                                                                                                 \
    XL_VEC xl_##T xl_##T##_set1(xl_e_##T x, size_t vl)                                                                 \
    {                                                                                                                  \
        I bits;                                                                                                        \
        (void)vl;                                                                                                      \
        memcpy(&bits, &x, sizeof bits);                                                                                \
        return (xl_##T)XL_LX(replgr2vr_##S)(bits);                                                                     \
    }                                                                                                                  \
    XL_VEC xl_##T xl_##T##_add(xl_##T a, xl_##T b, size_t vl) { (void)vl; return XL_LX(fadd_##F)(a, b); }              \
    XL_VEC xl_##T xl_##T##_sub(xl_##T a, xl_##T b, size_t vl) { (void)vl; return XL_LX(fsub_##F)(a, b); }              \
    XL_VEC xl_##T xl_##T##_mul(xl_##T a, xl_##T b, size_t vl) { (void)vl; return XL_LX(fmul_##F)(a, b); }              \
    XL_VEC xl_##T xl_##T##_div(xl_##T a, xl_##T b, size_t vl) { (void)vl; return XL_LX(fdiv_##F)(a, b); }              \
    XL_VEC xl_##T xl_##T##_sqrt(xl_##T a, size_t vl) { (void)vl; return XL_LX(fsqrt_##F)(a); }                         \
    XL_VEC xl_##T xl_##T##_fma(xl_##T a, xl_##T b, xl_##T c, size_t vl) { (void)vl; return XL_LX(fmadd_##F)(a, b, c); }\
    XL_VEC xl_##T xl_##T##_abs(xl_##T a, size_t vl) { (void)vl; return (xl_##T)XL_LX(bitclri_##S)((xl_lx)a, B); }      \
    XL_VEC xl_##T xl_##T##_neg(xl_##T a, size_t vl) { (void)vl; return (xl_##T)XL_LX(bitrevi_##S)((xl_lx)a, B); }      \
    XL_VEC xl_##T xl_##T##_copysign(xl_##T a, xl_##T b, size_t vl)                                                     \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return (xl_##T)XL_LX(bitsel_v)((xl_lx)b, (xl_lx)a, XL_LX(bitclri_##S)(XL_LX(repli_##S)(-1), B));               \
    }                                                                                                                  \
    XL_VEC xl_##T xl_##T##_roundeven(xl_##T a, size_t vl) { (void)vl; return XL_LX(frintrne_##F)(a); }                      \
    XL_VEC xl_##T xl_##T##_floor(xl_##T a, size_t vl) { (void)vl; return XL_LX(frintrm_##F)(a); }                      \
    XL_VEC xl_##T xl_##T##_ceil(xl_##T a, size_t vl) { (void)vl; return XL_LX(frintrp_##F)(a); }                       \
    XL_VEC xl_##T xl_##T##_trunc(xl_##T a, size_t vl) { (void)vl; return XL_LX(frintrz_##F)(a); }                      \
    XL_VEC xl_m##W xl_##T##_eq(xl_##T a, xl_##T b, size_t vl) { (void)vl; return XL_LX(fcmp_ceq_##F)(a, b); }          \
    XL_VEC xl_m##W xl_##T##_lt(xl_##T a, xl_##T b, size_t vl) { (void)vl; return XL_LX(fcmp_clt_##F)(a, b); }          \
    XL_VEC xl_m##W xl_##T##_le(xl_##T a, xl_##T b, size_t vl) { (void)vl; return XL_LX(fcmp_cle_##F)(a, b); }          \
    XL_VEC xl_##T xl_##T##_min(xl_##T a, xl_##T b, size_t vl)                                                          \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        xl_lx r = XL_LX(or_v)((xl_lx)XL_LX(fmin_##F)(a, b), (xl_lx)XL_LX(fmin_##F)(b, a));                             \
        return (xl_##T)XL_LX(or_v)(r, XL_LX(fcmp_cun_##F)(a, b));                                                      \
    }                                                                                                                  \
    XL_VEC xl_##T xl_##T##_max(xl_##T a, xl_##T b, size_t vl)                                                          \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        xl_lx r = XL_LX(and_v)((xl_lx)XL_LX(fmax_##F)(a, b), (xl_lx)XL_LX(fmax_##F)(b, a));                            \
        return (xl_##T)XL_LX(or_v)(r, XL_LX(fcmp_cun_##F)(a, b));                                                      \
    }
#define XL_HAS_COPYSIGN
#define XL_HAS_ROUND_F32
#define XL_HAS_ROUND_F64

/* Integers: S the suffix by width, N by width and sign. Shift counts are taken modulo W: what is shifted out by more is
 * masked. A choice between two results would let gcc -O3 make a loop of its own of k = W, without vector arithmetic.
 */
#define XL_LX_SHIFTED(S, OP, K, W)                                                                                     \
    XL_LX(and_v)(XL_LX(OP)(a, XL_LX(replgr2vr_##S)((int)(K))), XL_LX(replgr2vr_##S)(-((K) < (W))))
#define XL_LX_INT(T, W, S, N)                                                                                          \
    XL_LX_COMMON(T, W)                                                                                                 \
    XL_VEC xl_##T xl_##T##_set1(xl_e_##T x, size_t vl) { (void)vl; return XL_LX(replgr2vr_##S)(x); }                   \
    XL_VEC xl_##T xl_##T##_add(xl_##T a, xl_##T b, size_t vl) { (void)vl; return XL_LX(add_##S)(a, b); }               \
    XL_VEC xl_##T xl_##T##_sub(xl_##T a, xl_##T b, size_t vl) { (void)vl; return XL_LX(sub_##S)(a, b); }               \
    XL_VEC xl_##T xl_##T##_min(xl_##T a, xl_##T b, size_t vl) { (void)vl; return XL_LX(min_##N)(a, b); }               \
    XL_VEC xl_##T xl_##T##_max(xl_##T a, xl_##T b, size_t vl) { (void)vl; return XL_LX(max_##N)(a, b); }               \
    XL_VEC xl_##T xl_##T##_and(xl_##T a, xl_##T b, size_t vl) { (void)vl; return XL_LX(and_v)(a, b); }                 \
    XL_VEC xl_##T xl_##T##_or(xl_##T a, xl_##T b, size_t vl) { (void)vl; return XL_LX(or_v)(a, b); }                   \
    XL_VEC xl_##T xl_##T##_xor(xl_##T a, xl_##T b, size_t vl) { (void)vl; return XL_LX(xor_v)(a, b); }                 \
    XL_VEC xl_##T xl_##T##_not(xl_##T a, size_t vl) { (void)vl; return XL_LX(nor_v)(a, a); }                           \
    XL_VEC xl_m##W xl_##T##_eq(xl_##T a, xl_##T b, size_t vl) { (void)vl; return XL_LX(seq_##S)(a, b); }               \
    XL_VEC xl_m##W xl_##T##_lt(xl_##T a, xl_##T b, size_t vl) { (void)vl; return XL_LX(slt_##N)(a, b); }               \
    XL_VEC xl_m##W xl_##T##_le(xl_##T a, xl_##T b, size_t vl) { (void)vl; return XL_LX(sle_##N)(a, b); }               \
    XL_VEC xl_##T xl_##T##_shl(xl_##T a, unsigned k, size_t vl)                                                        \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return XL_LX_SHIFTED(S, sll_##S, k, W);                                                                        \
    }

#define XL_LX_SIGNED(T, W, S)                                                                                          \
    XL_LX_INT(T, W, S, S)                                                                                              \
    XL_VEC xl_##T xl_##T##_shr(xl_##T a, unsigned k, size_t vl)                                                        \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return XL_LX(sra_##S)(a, XL_LX(replgr2vr_##S)((int)(k < W ? k : W - 1)));                                      \
    }

#define XL_LX_UNSIGNED(T, W, S)                                                                                        \
    XL_LX_INT(T, W, S, S##u)                                                                                           \
    XL_VEC xl_##T xl_##T##_shr(xl_##T a, unsigned k, size_t vl)                                                        \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return XL_LX_SHIFTED(S, srl_##S, k, W);                                                                        \
    }

/* Operations of two operands that only some integers have. */
#define XL_LX_BINARY(T, NAME, OP)                                                                                      \
    XL_VEC xl_##T xl_##T##_##NAME(xl_##T a, xl_##T b, size_t vl) { (void)vl; return XL_LX(OP)(a, b); }

/* A fold of the halves, quarters and so on; the operation's NEUTRAL stands in for the lanes from vl on. */
#define XL_LX_REDUCE(T, W, OP, NEUTRAL)                                                                                \
    XL_VEC xl_e_##T xl_##T##_reduce_##OP(xl_##T v, size_t vl)                                                          \
    {                                                                                                                  \
        if (vl != XL_LX_BITS / W)                                                                                      \
            v = xl_##T##_merge(xl_##T##_set1(NEUTRAL, vl), v, vl);                                                     \
        if (XL_LX_BITS == 256)                                                                                         \
            v = xl_##T##_##OP(v, (xl_##T)xl_lx_swap_halves((xl_lx)v), vl);                                             \
        v = xl_##T##_##OP(v, (xl_##T)XL_LX(shuf4i_w)((xl_lx)v, 0x4e), vl);                                             \
        if (W == 32)                                                                                                   \
            v = xl_##T##_##OP(v, (xl_##T)XL_LX(shuf4i_w)((xl_lx)v, 0xb1), vl);                                         \
        return xl_##T##_get(v, 0, vl);                                                                                 \
    }
#define XL_LX_REDUCE_ALL(T, W, ZERO, LEAST, GREATEST)                                                                  \
    XL_LX_REDUCE(T, W, add, ZERO)                                                                                      \
    XL_LX_REDUCE(T, W, min, GREATEST)                                                                                  \
    XL_LX_REDUCE(T, W, max, LEAST)

#define XL_LX_BITS_OF(TO, FROM)                                                                                        \
    XL_VEC xl_##TO xl_##TO##_bitcast_##FROM(xl_##FROM v) { return (xl_##TO)v; }

/* Masks hold all ones or zeros in a lane, so in each of its bytes, of which xl_lx_bytes_set makes a bit. */
#define XL_LX_MASK(W)                                                                                                  \
    XL_VEC xl_m##W xl_m##W##_and(xl_m##W a, xl_m##W b, size_t vl) { (void)vl; return XL_LX(and_v)(a, b); }             \
    XL_VEC xl_m##W xl_m##W##_or(xl_m##W a, xl_m##W b, size_t vl) { (void)vl; return XL_LX(or_v)(a, b); }               \
    XL_VEC xl_m##W xl_m##W##_not(xl_m##W a, size_t vl) { (void)vl; return XL_LX(nor_v)(a, a); }                        \
    XL_VEC uint32_t xl_lx_m##W##_bytes(xl_m##W m, size_t vl)                                                           \
    {                                                                                                                  \
        return xl_lx_bytes_set(m) & UINT32_MAX >> (32 - vl * (W / 8));                                                 \
    }                                                                                                                  \
    XL_VEC bool xl_m##W##_any(xl_m##W m, size_t vl) { return xl_lx_m##W##_bytes(m, vl) != 0; }                         \
    XL_VEC size_t xl_m##W##_first(xl_m##W m, size_t vl)                                                                \
    {                                                                                                                  \
        uint32_t bytes = xl_lx_m##W##_bytes(m, vl);                                                                    \
        return bytes ? (size_t)__builtin_ctz(bytes) / (W / 8) : vl;                                                    \
    }                                                                                                                  \
    XL_VEC size_t xl_m##W##_count(xl_m##W m, size_t vl)                                                                \
    {                                                                                                                  \
        return (size_t)__builtin_popcount(xl_lx_m##W##_bytes(m, vl)) / (W / 8);                                        \
    }

XL_LX_FLOAT(f32, 32, s, w, int32_t, 31)
XL_LX_FLOAT(f64, 64, d, d, int64_t, 63)
XL_LX_SIGNED(i8, 8, b)
XL_LX_SIGNED(i16, 16, h)
XL_LX_SIGNED(i32, 32, w)
XL_LX_SIGNED(i64, 64, d)
XL_LX_UNSIGNED(u8, 8, b)
XL_LX_UNSIGNED(u16, 16, h)
XL_LX_UNSIGNED(u32, 32, w)
XL_LX_UNSIGNED(u64, 64, d)
XL_LX_BINARY(i16, mul, mul_h)
XL_LX_BINARY(u16, mul, mul_h)
XL_LX_BINARY(i32, mul, mul_w)
XL_LX_BINARY(u32, mul, mul_w)
XL_LX_BINARY(i64, mul, mul_d)
XL_LX_BINARY(u64, mul, mul_d)
XL_LX_BINARY(i8, add_sat, sadd_b)
XL_LX_BINARY(i8, sub_sat, ssub_b)
XL_LX_BINARY(u8, add_sat, sadd_bu)
XL_LX_BINARY(u8, sub_sat, ssub_bu)
XL_LX_BINARY(i16, add_sat, sadd_h)
XL_LX_BINARY(i16, sub_sat, ssub_h)
XL_LX_BINARY(u16, add_sat, sadd_hu)
XL_LX_BINARY(u16, sub_sat, ssub_hu)
XL_LX_BINARY(i16, mulhi, muh_h)
XL_LX_BINARY(u16, mulhi, muh_hu)
XL_LX_BINARY(i32, mulhi, muh_w)
XL_LX_BINARY(u32, mulhi, muh_wu)
#define XL_HAS_MULHI32
XL_LX_BINARY(u8, avg, avgr_bu)
XL_LX_BINARY(u16, avg, avgr_hu)
#define XL_HAS_AVERAGE
XL_LX_BINARY(u8, absdiff, absd_bu)
XL_LX_BINARY(u16, absdiff, absd_hu)
#define XL_HAS_ABSDIFF

/* -0, not 0, is what a sum of floats leaves unchanged. */
XL_LX_REDUCE_ALL(f32, 32, -0.0f, -__builtin_inff(), __builtin_inff())
XL_LX_REDUCE_ALL(f64, 64, -0.0, -__builtin_inf(), __builtin_inf())
XL_LX_REDUCE_ALL(i32, 32, 0, INT32_MIN, INT32_MAX)
XL_LX_REDUCE_ALL(i64, 64, 0, INT64_MIN, INT64_MAX)
XL_LX_REDUCE_ALL(u32, 32, 0, 0, UINT32_MAX)
XL_LX_REDUCE_ALL(u64, 64, 0, 0, UINT64_MAX)
XL_LX_BITS_OF(f32, i32)
XL_LX_BITS_OF(f32, u32)
XL_LX_BITS_OF(i32, f32)
XL_LX_BITS_OF(i32, u32)
XL_LX_BITS_OF(u32, f32)
XL_LX_BITS_OF(u32, i32)
XL_LX_BITS_OF(f64, i64)
XL_LX_BITS_OF(f64, u64)
XL_LX_BITS_OF(i64, f64)
XL_LX_BITS_OF(i64, u64)
XL_LX_BITS_OF(u64, f64)
XL_LX_BITS_OF(u64, i64)
XL_LX_BITS_OF(i16, u16)
XL_LX_BITS_OF(u16, i16)
XL_LX_BITS_OF(i8, u8)
XL_LX_BITS_OF(u8, i8)
XL_LX_MASK(8)
XL_LX_MASK(16)
XL_LX_MASK(32)
XL_LX_MASK(64)

XL_VEC xl_i32 xl_i32_iota(int32_t start, size_t vl) { return xl_i32_add(xl_lx_iota32(), xl_i32_set1(start, vl), vl); }
XL_VEC xl_u32 xl_u32_iota(uint32_t start, size_t vl) { return xl_i32_iota((int32_t)start, vl); }
XL_VEC xl_i32 xl_i32_scan_add(xl_i32 v, size_t vl) { return xl_u32_scan_add(v, vl); }
XL_VEC xl_i32 xl_i32_gather(const int32_t *p, xl_u32 index, size_t vl)
{
    return xl_u32_gather((const uint32_t *)p, index, vl);
}

/* The conversions clamp, and give 0 for a NaN. */
XL_VEC xl_i32 xl_i32_from_f32(xl_f32 v, size_t vl) { (void)vl; return XL_LX(ftintrz_w_s)(v); }
XL_VEC xl_i32 xl_i32_from_f32_roundeven(xl_f32 v, size_t vl) { (void)vl; return XL_LX(ftintrne_w_s)(v); }
XL_VEC xl_f32 xl_f32_from_i32(xl_i32 v, size_t vl) { (void)vl; return XL_LX(ffint_s_w)(v); }
XL_VEC xl_u32 xl_u32_from_f32(xl_f32 v, size_t vl) { (void)vl; return XL_LX(ftintrz_wu_s)(v); }
XL_VEC xl_f32 xl_f32_from_u32(xl_u32 v, size_t vl) { (void)vl; return XL_LX(ffint_s_wu)(v); }
#define XL_HAS_U32_F32
XL_VEC xl_i64 xl_i64_from_f64(xl_f64 v, size_t vl) { (void)vl; return XL_LX(ftintrz_l_d)(v); }
XL_VEC xl_f64 xl_f64_from_i64(xl_i64 v, size_t vl) { (void)vl; return XL_LX(ffint_d_l)(v); }
#define XL_HAS_I64_F64

#endif
