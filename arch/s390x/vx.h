/* The vector vocabulary on VX: z13, and what z14 and z15 do better when the compiler may use them.
 * SPDX-License-Identifier: MIT
 *
 * Big-endian: lane 0 is the lowest in memory, the leftmost in the register and an even one.
 * The vector language of -mzvector has no vec_add: its operators + - * / & | ^ ~ << >> are the intrinsics.
 */
#ifndef XL_ARCH_S390X_VX_H
#define XL_ARCH_S390X_VX_H

/* Not vecintrin.h, which in clang has no include guard: a library may include this too. sleef.h would include that one. */
#include <s390intrin.h>
#ifndef SLEEF_VECINTRIN_H_INCLUDED
#define SLEEF_VECINTRIN_H_INCLUDED
#endif

#if __ARCH__ >= 12
typedef __vector float xl_f32;
#else
/* clang takes no `__vector float` before z14. */
typedef float xl_f32 __attribute__((vector_size(16)));
#endif
typedef __vector double xl_f64;
typedef __vector signed char xl_i8;
typedef __vector signed short xl_i16;
typedef __vector signed int xl_i32;
typedef __vector signed long long xl_i64;
typedef __vector unsigned char xl_u8;
typedef __vector unsigned short xl_u16;
typedef __vector unsigned int xl_u32;
typedef __vector unsigned long long xl_u64;
typedef __vector __bool char xl_m8;
typedef __vector __bool short xl_m16;
typedef __vector __bool int xl_m32;
typedef __vector __bool long long xl_m64;

/* The lanes below vl. */
XL_VEC xl_m8 xl_vx_below8(size_t vl)
{
    return vec_cmpgt(vec_splats((unsigned char)vl), (xl_u8){0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15});
}
XL_VEC xl_m16 xl_vx_below16(size_t vl)
{
    return vec_cmpgt(vec_splats((unsigned short)vl), (xl_u16){0, 1, 2, 3, 4, 5, 6, 7});
}
XL_VEC xl_m32 xl_vx_below32(size_t vl) { return vec_cmpgt(vec_splats((unsigned)vl), (xl_u32){0, 1, 2, 3}); }
XL_VEC xl_m64 xl_vx_below64(size_t vl) { return vec_cmpgt(vec_splats((unsigned long long)vl), (xl_u64){0, 1}); }

/* The first `bytes` (1 to 16) of a vector, from and to memory; vll and vstl take the number of the last byte. */
XL_VEC xl_u8 xl_vx_load(const void *p, size_t bytes)
{
    const unsigned char *from = (const unsigned char *)p;
    return bytes == 16 ? vec_xl(0, from) : vec_load_len(from, (unsigned)bytes - 1);
}
XL_VEC void xl_vx_store(void *p, xl_u8 v, size_t bytes)
{
    if (bytes == 16)
        vec_xst(v, 0, (unsigned char *)p);
    else
        vec_store_len(v, (unsigned char *)p, (unsigned)bytes - 1);
}

/* What all ten lane types share: W the width, U the unsigned lane type. */
#define XL_VX_COMMON(T, W, U)                                                                                          \
    XL_VEC size_t xl_##T##_lanes(void) { return 128 / W; }                                                             \
    XL_VEC size_t xl_##T##_vl(size_t n) { return n < 128 / W ? n : 128 / W; }                                          \
    XL_VEC xl_##T xl_##T##_load(const xl_e_##T *p, size_t vl) { return (xl_##T)xl_vx_load(p, vl * (W / 8)); }          \
    XL_VEC void xl_##T##_store(xl_e_##T *p, xl_##T v, size_t vl) { xl_vx_store(p, (xl_u8)v, vl * (W / 8)); }           \
    XL_VEC xl_##T xl_##T##_merge(xl_##T a, xl_##T b, size_t vl)                                                        \
    {                                                                                                                  \
        return (xl_##T)vec_sel((U)a, (U)b, xl_vx_below##W(vl));                                                        \
    }                                                                                                                  \
    XL_VEC xl_##T xl_##T##_select(xl_m##W m, xl_##T a, xl_##T b, size_t vl)                                            \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return (xl_##T)vec_sel((U)b, (U)a, m);                                                                         \
    }

/* What all share that the ISA has as lanes (f32 from z14 on): E the element type as vecintrin.h has it. */
#define XL_VX_LANES(T, W, E)                                                                                           \
    XL_VEC xl_##T xl_##T##_set1(xl_e_##T x, size_t vl) { (void)vl; return vec_splats((E)x); }                          \
    XL_VEC xl_e_##T xl_##T##_get(xl_##T v, size_t i, size_t vl) { (void)vl; return (xl_e_##T)vec_extract(v, (int)i); } \
    XL_VEC xl_m##W xl_##T##_eq(xl_##T a, xl_##T b, size_t vl) { (void)vl; return vec_cmpeq(a, b); }                    \
    XL_VEC xl_m##W xl_##T##_lt(xl_##T a, xl_##T b, size_t vl) { (void)vl; return vec_cmpgt(b, a); }                    \
    XL_VEC xl_m##W xl_##T##_le(xl_##T a, xl_##T b, size_t vl) { (void)vl; return vec_cmpge(b, a); }

/* Floats that the ISA has as lanes. */
#define XL_VX_FLOAT(T, W, U, E)                                                                                        \
    XL_VX_COMMON(T, W, U)                                                                                              \
    XL_VX_LANES(T, W, E)                                                                                               \
    XL_VEC xl_##T xl_##T##_add(xl_##T a, xl_##T b, size_t vl) { (void)vl; return a + b; }                              \
    XL_VEC xl_##T xl_##T##_sub(xl_##T a, xl_##T b, size_t vl) { (void)vl; return a - b; }                              \
    XL_VEC xl_##T xl_##T##_mul(xl_##T a, xl_##T b, size_t vl) { (void)vl; return a * b; }                              \
    XL_VEC xl_##T xl_##T##_div(xl_##T a, xl_##T b, size_t vl) { (void)vl; return a / b; }                              \
    XL_VEC xl_##T xl_##T##_sqrt(xl_##T a, size_t vl) { (void)vl; return vec_sqrt(a); }                                 \
    XL_VEC xl_##T xl_##T##_fma(xl_##T a, xl_##T b, xl_##T c, size_t vl) { (void)vl; return vec_madd(a, b, c); }        \
    XL_VEC xl_##T xl_##T##_abs(xl_##T a, size_t vl) { (void)vl; return vec_abs(a); }                                   \
    XL_VEC xl_##T xl_##T##_neg(xl_##T a, size_t vl) { (void)vl; return -a; }                                           \
    XL_VEC xl_##T xl_##T##_roundeven(xl_##T a, size_t vl) { (void)vl; return vec_rint(a); }

#if __ARCH__ >= 12
/* Mode 1 of vfmin and vfmax is IEEE minimum and maximum. B is the suffix of the builtins. */
#define XL_VX_FLOAT_MINMAX(T, W, S, U, B)                                                                              \
    XL_VEC xl_##T xl_##T##_min(xl_##T a, xl_##T b, size_t vl) { (void)vl; return __builtin_s390_vfmin##B(a, b, 1); }   \
    XL_VEC xl_##T xl_##T##_max(xl_##T a, xl_##T b, size_t vl) { (void)vl; return __builtin_s390_vfmax##B(a, b, 1); }
#else
/* Compared as integers that order as the floats do, -0 below +0; then a NaN operand takes the result's place.
 * S and U are the signed and unsigned lane types.
 */
#define XL_VX_FLOAT_MINMAX(T, W, S, U, B)                                                                              \
    XL_VEC S xl_vx_##T##_order(xl_##T v)                                                                               \
    {                                                                                                                  \
        return (S)v ^ (S)((U)((S)v >> (S)xl_u##W##_set1(W - 1, 128 / W)) >> xl_u##W##_set1(1, 128 / W));               \
    }                                                                                                                  \
    XL_VEC xl_##T xl_vx_##T##_unless_nan(xl_##T r, xl_##T a, xl_##T b)                                                 \
    {                                                                                                                  \
        r = xl_##T##_select(xl_##T##_eq(b, b, 128 / W), r, b, 128 / W);                                                \
        return xl_##T##_select(xl_##T##_eq(a, a, 128 / W), r, a, 128 / W);                                             \
    }                                                                                                                  \
    XL_VEC xl_##T xl_##T##_min(xl_##T a, xl_##T b, size_t vl)                                                          \
    {                                                                                                                  \
        xl_m##W less = vec_cmpgt(xl_vx_##T##_order(b), xl_vx_##T##_order(a));                                          \
        return xl_vx_##T##_unless_nan(xl_##T##_select(less, a, b, vl), a, b);                                          \
    }                                                                                                                  \
    XL_VEC xl_##T xl_##T##_max(xl_##T a, xl_##T b, size_t vl)                                                          \
    {                                                                                                                  \
        xl_m##W less = vec_cmpgt(xl_vx_##T##_order(b), xl_vx_##T##_order(a));                                          \
        return xl_vx_##T##_unless_nan(xl_##T##_select(less, b, a, vl), a, b);                                          \
    }
#endif

/* Integers: U the unsigned lane type, in which sums wrap; UE its element type. */
#define XL_VX_INT(T, W, E, U, UE)                                                                                      \
    XL_VX_COMMON(T, W, U)                                                                                              \
    XL_VX_LANES(T, W, E)                                                                                               \
    XL_VEC xl_##T xl_##T##_add(xl_##T a, xl_##T b, size_t vl) { (void)vl; return (xl_##T)((U)a + (U)b); }              \
    XL_VEC xl_##T xl_##T##_sub(xl_##T a, xl_##T b, size_t vl) { (void)vl; return (xl_##T)((U)a - (U)b); }              \
    XL_VEC xl_##T xl_##T##_min(xl_##T a, xl_##T b, size_t vl) { (void)vl; return vec_min(a, b); }                      \
    XL_VEC xl_##T xl_##T##_max(xl_##T a, xl_##T b, size_t vl) { (void)vl; return vec_max(a, b); }                      \
    XL_VEC xl_##T xl_##T##_and(xl_##T a, xl_##T b, size_t vl) { (void)vl; return a & b; }                              \
    XL_VEC xl_##T xl_##T##_or(xl_##T a, xl_##T b, size_t vl) { (void)vl; return a | b; }                               \
    XL_VEC xl_##T xl_##T##_xor(xl_##T a, xl_##T b, size_t vl) { (void)vl; return a ^ b; }                              \
    XL_VEC xl_##T xl_##T##_not(xl_##T a, size_t vl) { (void)vl; return ~a; }                                           \
    XL_VEC xl_##T xl_##T##_shl(xl_##T a, unsigned k, size_t vl)                                                        \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return k < W ? (xl_##T)((U)a << vec_splats((UE)k)) : vec_splats((E)0);                                         \
    }

#define XL_VX_SIGNED(T, W, E, U, UE)                                                                                   \
    XL_VX_INT(T, W, E, U, UE)                                                                                          \
    XL_VEC xl_##T xl_##T##_shr(xl_##T a, unsigned k, size_t vl)                                                        \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return a >> vec_splats((E)(k < W ? k : W - 1));                                                                \
    }

#define XL_VX_UNSIGNED(T, W, E)                                                                                        \
    XL_VX_INT(T, W, E, xl_##T, E)                                                                                      \
    XL_VEC xl_##T xl_##T##_shr(xl_##T a, unsigned k, size_t vl)                                                        \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return k < W ? a >> vec_splats((E)k) : vec_splats((E)0);                                                       \
    }

/* VX does not saturate. Signed: where the sum's sign shows an overflow, the limit on the side of a. */
#define XL_VX_SATURATING_SIGNED(T, W, E, MAX)                                                                          \
    XL_VEC xl_##T xl_vx_##T##_saturate(xl_##T r, xl_##T overflow, xl_##T a)                                            \
    {                                                                                                                  \
        xl_##T limit = (a >> vec_splats((E)(W - 1))) ^ vec_splats((E)MAX);                                             \
        return vec_sel(r, limit, vec_cmpgt(vec_splats((E)0), overflow));                                               \
    }                                                                                                                  \
    XL_VEC xl_##T xl_##T##_add_sat(xl_##T a, xl_##T b, size_t vl)                                                         \
    {                                                                                                                  \
        xl_##T r = xl_##T##_add(a, b, vl);                                                                             \
        return xl_vx_##T##_saturate(r, (r ^ a) & (r ^ b), a);                                                          \
    }                                                                                                                  \
    XL_VEC xl_##T xl_##T##_sub_sat(xl_##T a, xl_##T b, size_t vl)                                                         \
    {                                                                                                                  \
        xl_##T r = xl_##T##_sub(a, b, vl);                                                                             \
        return xl_vx_##T##_saturate(r, (a ^ b) & (r ^ a), a);                                                          \
    }

#define XL_VX_SATURATING_UNSIGNED(T)                                                                                   \
    XL_VEC xl_##T xl_##T##_add_sat(xl_##T a, xl_##T b, size_t vl) { (void)vl; return a + vec_min(b, ~a); }                \
    XL_VEC xl_##T xl_##T##_sub_sat(xl_##T a, xl_##T b, size_t vl) { (void)vl; return a - vec_min(a, b); }

/* A fold by rotations, lanes from vl on replaced by the operation's NEUTRAL. */
#define XL_VX_REDUCE(T, W, OP, NEUTRAL)                                                                                \
    XL_VEC xl_e_##T xl_##T##_reduce_##OP(xl_##T v, size_t vl)                                                          \
    {                                                                                                                  \
        if (vl != 128 / W)                                                                                             \
            v = xl_##T##_merge(xl_##T##_set1(NEUTRAL, 128 / W), v, vl);                                                \
        v = xl_##T##_##OP(v, (xl_##T)vec_sld((xl_u8)v, (xl_u8)v, 8), 128 / W);                                         \
        if (W == 32)                                                                                                   \
            v = xl_##T##_##OP(v, (xl_##T)vec_sld((xl_u8)v, (xl_u8)v, 4), 128 / W);                                     \
        return xl_##T##_get(v, 0, 128 / W);                                                                            \
    }

#define XL_VX_REDUCE_MINMAX(T, W, LEAST, GREATEST)                                                                     \
    XL_VX_REDUCE(T, W, min, GREATEST)                                                                                  \
    XL_VX_REDUCE(T, W, max, LEAST)

/* The sum of a vector's lanes is 128 bits wide: its low ones are the wrapped sum. */
#define XL_VX_REDUCE_ADD_INT(T, W, U)                                                                                  \
    XL_VEC xl_e_##T xl_##T##_reduce_add(xl_##T v, size_t vl)                                                           \
    {                                                                                                                  \
        U zero = xl_u##W##_set1(0, 128 / W), live = (U)v & (U)xl_vx_below##W(vl);                                      \
        return (xl_e_##T)vec_extract((U)vec_sum_u128(live, zero), 128 / W - 1);                                        \
    }

/* vgef adds a 32-bit byte offset, so indices from 2^30 on are left to scalar loads. Lanes from vl on repeat lane 0,
 * so that they read nothing else.
 */
#define XL_VX_INDEXED(T)                                                                                               \
    XL_VEC xl_##T xl_##T##_iota(xl_e_##T start, size_t vl)                                                             \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return (xl_##T)(vec_splats((uint32_t)start) + (xl_u32){0, 1, 2, 3});                                           \
    }                                                                                                                  \
    XL_VEC xl_##T xl_##T##_scan_add(xl_##T v, size_t vl)                                                               \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        xl_u32 zero = vec_splats(0u), s = (xl_u32)v;                                                                   \
        s += vec_sld(zero, s, 12);                                                                                     \
        s += vec_sld(zero, s, 8);                                                                                      \
        return (xl_##T)s;                                                                                              \
    }                                                                                                                  \
    XL_VEC xl_##T xl_##T##_gather(const xl_e_##T *p, xl_u32 index, size_t vl)                                          \
    {                                                                                                                  \
        index = xl_u32_merge(vec_splats(vec_extract(index, 0)), index, vl);                                            \
        if (vec_any_gt(index, vec_splats(0x3fffffffu)))                                                                \
            return (xl_##T){p[vec_extract(index, 0)], p[vec_extract(index, 1)], p[vec_extract(index, 2)],              \
                            p[vec_extract(index, 3)]};                                                                 \
        xl_u32 offset = index << vec_splats(2u);                                                                       \
        xl_##T r = (xl_##T)offset;                                                                                     \
        r = vec_gather_element(r, offset, p, 0);                                                                       \
        r = vec_gather_element(r, offset, p, 1);                                                                       \
        r = vec_gather_element(r, offset, p, 2);                                                                       \
        return vec_gather_element(r, offset, p, 3);                                                                    \
    }

#define XL_VX_BITS(TO, FROM)                                                                                           \
    XL_VEC xl_##TO xl_##TO##_bitcast_##FROM(xl_##FROM v) { return (xl_##TO)v; }

/* vfene gives the number of the first byte that is not zero, or 16; the sum across counts one for each byte. */
#define XL_VX_MASK(W)                                                                                                  \
    XL_VEC xl_m##W xl_m##W##_and(xl_m##W a, xl_m##W b, size_t vl) { (void)vl; return a & b; }                          \
    XL_VEC xl_m##W xl_m##W##_or(xl_m##W a, xl_m##W b, size_t vl) { (void)vl; return a | b; }                           \
    XL_VEC xl_m##W xl_m##W##_not(xl_m##W a, size_t vl) { (void)vl; return ~a; }                                        \
    XL_VEC bool xl_m##W##_any(xl_m##W m, size_t vl)                                                                    \
    {                                                                                                                  \
        return vec_any_ne((xl_u8)m & (xl_u8)xl_vx_below##W(vl), vec_splats((unsigned char)0));                         \
    }                                                                                                                  \
    XL_VEC size_t xl_m##W##_first(xl_m##W m, size_t vl)                                                                \
    {                                                                                                                  \
        size_t first = vec_extract(vec_cmpne_idx((xl_u8)m, vec_splats((unsigned char)0)), 7) / (W / 8);                \
        return first < vl ? first : vl;                                                                                \
    }                                                                                                                  \
    XL_VEC size_t xl_m##W##_count(xl_m##W m, size_t vl)                                                                \
    {                                                                                                                  \
        xl_u8 ones = (xl_u8)m & (xl_u8)xl_vx_below##W(vl) & vec_splats((unsigned char)1);                              \
        xl_u32 words = vec_sum4(ones, vec_splats((unsigned char)0));                                                   \
        return vec_extract((xl_u32)vec_sum_u128(words, vec_splats(0u)), 3) / (W / 8);                                  \
    }

XL_VX_SIGNED(i8, 8, signed char, xl_u8, unsigned char)
XL_VX_SIGNED(i16, 16, signed short, xl_u16, unsigned short)
XL_VX_SIGNED(i32, 32, signed int, xl_u32, unsigned int)
XL_VX_SIGNED(i64, 64, signed long long, xl_u64, unsigned long long)
XL_VX_UNSIGNED(u8, 8, unsigned char)
XL_VX_UNSIGNED(u16, 16, unsigned short)
XL_VX_UNSIGNED(u32, 32, unsigned int)
XL_VX_UNSIGNED(u64, 64, unsigned long long)
XL_VX_SATURATING_SIGNED(i8, 8, signed char, INT8_MAX)
XL_VX_SATURATING_SIGNED(i16, 16, signed short, INT16_MAX)
XL_VX_SATURATING_UNSIGNED(u8)
XL_VX_SATURATING_UNSIGNED(u16)
XL_VX_MASK(8)
XL_VX_MASK(16)
XL_VX_MASK(32)
XL_VX_MASK(64)

XL_VX_FLOAT(f64, 64, xl_u64, double)
XL_VX_FLOAT_MINMAX(f64, 64, xl_i64, xl_u64, db)

/* Between the f32 of the even lanes and two f64. */
XL_VEC xl_f64 xl_vx_widen(xl_f32 v)
{
#ifdef __clang__
    /* A convertvector would let LLVM turn the arithmetic between two of them into scalar f32. */
    xl_f64 r;
    __asm__("vldeb %0,%1" : "=v"(r) : "v"(v));
    return r;
#else
    return __builtin_s390_vflls(v);
#endif
}
XL_VEC xl_f32 xl_vx_narrow(xl_f64 v)
{
#ifdef __clang__
    xl_f32 r;
    __asm__("vledb %0,%1,0,0" : "=v"(r) : "v"(v));
    return r;
#else
    return __builtin_s390_vflrd(v, 0, 0);
#endif
}

/* The odd lanes, moved onto the even ones. */
XL_VEC xl_f64 xl_vx_widen_odd(xl_f32 v) { return xl_vx_widen((xl_f32)((xl_u64)v << vec_splats(32ull))); }

XL_VEC xl_f32 xl_vx_narrow_both(xl_f64 even, xl_f64 odd)
{
    xl_u8 alternate = {0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27};
    return (xl_f32)vec_perm((xl_u8)xl_vx_narrow(even), (xl_u8)xl_vx_narrow(odd), alternate);
}

#if __ARCH__ >= 12
XL_VX_FLOAT(f32, 32, xl_u32, float)
#else
XL_VX_COMMON(f32, 32, xl_u32)

/* z13 has no arithmetic on f32. Of f32 operands, + - * / and the square root can be had in f64: 53 bits are more than
 * twice 24 and two, so that the second rounding does no harm.
 */
#define XL_VX_F32_AS_F64(NAME, OP)                                                                                     \
    XL_VEC xl_f32 xl_f32_##NAME(xl_f32 a, xl_f32 b, size_t vl)                                                         \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return xl_vx_narrow_both(xl_vx_widen(a) OP xl_vx_widen(b), xl_vx_widen_odd(a) OP xl_vx_widen_odd(b));          \
    }
XL_VX_F32_AS_F64(add, +)
XL_VX_F32_AS_F64(sub, -)
XL_VX_F32_AS_F64(mul, *)
XL_VX_F32_AS_F64(div, /)

XL_VEC xl_f32 xl_f32_sqrt(xl_f32 a, size_t vl)
{
    (void)vl;
    return xl_vx_narrow_both(vec_sqrt(xl_vx_widen(a)), vec_sqrt(xl_vx_widen_odd(a)));
}
XL_VEC xl_f32 xl_f32_roundeven(xl_f32 a, size_t vl)
{
    (void)vl;
    return xl_vx_narrow_both(vec_rint(xl_vx_widen(a)), vec_rint(xl_vx_widen_odd(a)));
}

/* Lane by lane: in f64 the sum of the product and c would be rounded twice, which does harm. */
XL_VEC xl_f32 xl_f32_fma(xl_f32 a, xl_f32 b, xl_f32 c, size_t vl)
{
    (void)vl;
    return (xl_f32){__builtin_fmaf(a[0], b[0], c[0]), __builtin_fmaf(a[1], b[1], c[1]),
                    __builtin_fmaf(a[2], b[2], c[2]), __builtin_fmaf(a[3], b[3], c[3])};
}

XL_VEC xl_f32 xl_f32_set1(float x, size_t vl) { (void)vl; return (xl_f32){x, x, x, x}; }
XL_VEC float xl_f32_get(xl_f32 v, size_t i, size_t vl)
{
    uint32_t bits = xl_u32_get((xl_u32)v, i, vl);
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

XL_VEC xl_u32 xl_vx_f32_magnitude(xl_f32 v) { return (xl_u32)v & vec_splats(0x7fffffffu); }
XL_VEC xl_f32 xl_f32_abs(xl_f32 a, size_t vl) { (void)vl; return (xl_f32)xl_vx_f32_magnitude(a); }
XL_VEC xl_f32 xl_f32_neg(xl_f32 a, size_t vl) { (void)vl; return (xl_f32)((xl_u32)a ^ vec_splats(0x80000000u)); }

/* Compared as integers that order as the floats do, both zeros 0, where no operand is a NaN. */
XL_VEC xl_i32 xl_vx_f32_value(xl_f32 v)
{
    xl_u32 sign = (xl_u32)((xl_i32)v >> vec_splats(31));
    return (xl_i32)((xl_vx_f32_magnitude(v) ^ sign) - sign);
}
XL_VEC xl_m32 xl_vx_f32_ordered(xl_f32 a, xl_f32 b)
{
    return vec_cmpge(vec_splats(0x7f800000u), vec_max(xl_vx_f32_magnitude(a), xl_vx_f32_magnitude(b)));
}
XL_VEC xl_m32 xl_f32_eq(xl_f32 a, xl_f32 b, size_t vl)
{
    (void)vl;
    return vec_cmpeq(xl_vx_f32_value(a), xl_vx_f32_value(b)) & xl_vx_f32_ordered(a, b);
}
XL_VEC xl_m32 xl_f32_lt(xl_f32 a, xl_f32 b, size_t vl)
{
    (void)vl;
    return vec_cmpgt(xl_vx_f32_value(b), xl_vx_f32_value(a)) & xl_vx_f32_ordered(a, b);
}
XL_VEC xl_m32 xl_f32_le(xl_f32 a, xl_f32 b, size_t vl)
{
    (void)vl;
    return vec_cmpge(xl_vx_f32_value(b), xl_vx_f32_value(a)) & xl_vx_f32_ordered(a, b);
}
#endif
XL_VX_FLOAT_MINMAX(f32, 32, xl_i32, xl_u32, sb)

/* -0, not 0, is what a sum of floats leaves unchanged. */
XL_VX_REDUCE(f32, 32, add, -0.0f)
XL_VX_REDUCE(f64, 64, add, -0.0)
XL_VX_REDUCE_ADD_INT(i32, 32, xl_u32)
XL_VX_REDUCE_ADD_INT(u32, 32, xl_u32)
XL_VX_REDUCE_ADD_INT(i64, 64, xl_u64)
XL_VX_REDUCE_ADD_INT(u64, 64, xl_u64)
XL_VX_REDUCE_MINMAX(f32, 32, -__builtin_inff(), __builtin_inff())
XL_VX_REDUCE_MINMAX(f64, 64, -__builtin_inf(), __builtin_inf())
XL_VX_REDUCE_MINMAX(i32, 32, INT32_MIN, INT32_MAX)
XL_VX_REDUCE_MINMAX(i64, 64, INT64_MIN, INT64_MAX)
XL_VX_REDUCE_MINMAX(u32, 32, 0, UINT32_MAX)
XL_VX_REDUCE_MINMAX(u64, 64, 0, UINT64_MAX)
XL_VX_INDEXED(i32)
XL_VX_INDEXED(u32)
XL_VX_BITS(f32, i32)
XL_VX_BITS(f32, u32)
XL_VX_BITS(i32, f32)
XL_VX_BITS(i32, u32)
XL_VX_BITS(u32, f32)
XL_VX_BITS(u32, i32)
XL_VX_BITS(f64, i64)
XL_VX_BITS(f64, u64)
XL_VX_BITS(i64, f64)
XL_VX_BITS(i64, u64)
XL_VX_BITS(u64, f64)
XL_VX_BITS(u64, i64)
XL_VX_BITS(i16, u16)
XL_VX_BITS(u16, i16)
XL_VX_BITS(i8, u8)
XL_VX_BITS(u8, i8)

XL_VEC xl_u16 xl_u16_mul(xl_u16 a, xl_u16 b, size_t vl) { (void)vl; return a * b; }
XL_VEC xl_u32 xl_u32_mul(xl_u32 a, xl_u32 b, size_t vl) { (void)vl; return a * b; }

/* The odd 32-bit lanes are the low halves: low * low + ((low * high + high * low) << 32). The middle sum is made in
 * 32-bit lanes, for LLVM would make one in 64-bit lanes a scalar multiplication by 2^32 + 1.
 */
XL_VEC xl_u64 xl_u64_mul(xl_u64 a, xl_u64 b, size_t vl)
{
    (void)vl;
    xl_u64 k = vec_splats(32ull);
    xl_u32 cross = (xl_u32)a * (xl_u32)vec_rl(b, k);
    xl_u32 sum = cross + (xl_u32)vec_rl((xl_u64)cross, k);
    return vec_mulo((xl_u32)a, (xl_u32)b) + ((xl_u64)sum << k);
}

XL_VEC xl_i16 xl_i16_mul(xl_i16 a, xl_i16 b, size_t vl) { return (xl_i16)xl_u16_mul((xl_u16)a, (xl_u16)b, vl); }
XL_VEC xl_i32 xl_i32_mul(xl_i32 a, xl_i32 b, size_t vl) { return (xl_i32)xl_u32_mul((xl_u32)a, (xl_u32)b, vl); }
XL_VEC xl_i64 xl_i64_mul(xl_i64 a, xl_i64 b, size_t vl) { return (xl_i64)xl_u64_mul((xl_u64)a, (xl_u64)b, vl); }
XL_VEC xl_i16 xl_i16_mulhi(xl_i16 a, xl_i16 b, size_t vl) { (void)vl; return vec_mulh(a, b); }
XL_VEC xl_u16 xl_u16_mulhi(xl_u16 a, xl_u16 b, size_t vl) { (void)vl; return vec_mulh(a, b); }

/* Four bytes, or four halfwords, from memory: a scalar access when all are wanted. */
XL_VEC xl_u8 xl_vx_load4(const void *p, size_t vl)
{
    uint32_t x;
    if (vl != 4)
        return xl_vx_load(p, vl);
    memcpy(&x, p, sizeof x);
    return (xl_u8)vec_splats(x);
}
XL_VEC xl_u8 xl_vx_load8(const void *p, size_t vl)
{
    unsigned long long x;
    if (vl != 4)
        return xl_vx_load(p, 2 * vl);
    memcpy(&x, p, sizeof x);
    return (xl_u8)vec_splats(x);
}

XL_VEC xl_i32 xl_i32_load_widen_i8(const int8_t *p, size_t vl)
{
    return vec_unpackh(vec_unpackh((xl_i8)xl_vx_load4(p, vl)));
}
XL_VEC xl_i32 xl_i32_load_widen_i16(const int16_t *p, size_t vl) { return vec_unpackh((xl_i16)xl_vx_load8(p, vl)); }
XL_VEC xl_u32 xl_u32_load_widen_u8(const uint8_t *p, size_t vl) { return vec_unpackh(vec_unpackh(xl_vx_load4(p, vl))); }
XL_VEC xl_u32 xl_u32_load_widen_u16(const uint16_t *p, size_t vl) { return vec_unpackh((xl_u16)xl_vx_load8(p, vl)); }

XL_VEC void xl_u32_store_narrow_u8(uint8_t *p, xl_u32 v, size_t vl)
{
    xl_u16 half = vec_pack(v, v);
    xl_u8 bytes = vec_pack(half, half);
    if (vl == 4) {
        uint32_t x = vec_extract((xl_u32)bytes, 0);
        memcpy(p, &x, sizeof x);
    } else {
        xl_vx_store(p, bytes, vl);
    }
}
XL_VEC void xl_u32_store_narrow_u16(uint16_t *p, xl_u32 v, size_t vl)
{
    xl_u16 half = vec_pack(v, v);
    if (vl == 4) {
        unsigned long long x = vec_extract((xl_u64)half, 0);
        memcpy(p, &x, sizeof x);
    } else {
        xl_vx_store(p, (xl_u8)half, 2 * vl);
    }
}

/* The hardware clamps, but vec_signed of a value that does not fit is undefined to LLVM: none is passed to it. */
#if __ARCH__ >= 13
XL_VEC xl_i32 xl_i32_from_f32(xl_f32 v, size_t vl)
{
    xl_m32 above = xl_f32_le(xl_f32_set1(0x1p31f, vl), v, vl);
    xl_m32 inside = xl_f32_lt(xl_f32_abs(v, vl), xl_f32_set1(0x1p31f, vl), vl);
    xl_m32 below = xl_f32_le(v, xl_f32_set1(-0x1p31f, vl), vl);
    xl_i32 r = vec_signed((xl_f32)((xl_u32)v & (xl_u32)inside));
    return vec_sel(vec_sel(r, vec_splats(INT32_MAX), above), vec_splats(INT32_MIN), below);
}
XL_VEC xl_f32 xl_f32_from_i32(xl_i32 v, size_t vl) { (void)vl; return vec_float(v); }
#else
XL_VEC xl_u8 xl_vx_f64_to_i32(xl_f64 v)
{
    xl_f64 least = vec_splats(-0x1p31), greatest = vec_splats(0x1p31 - 1);
    v = (xl_f64)((xl_u64)v & (xl_u64)vec_cmpeq(v, v));
    v = vec_sel(v, least, vec_cmpgt(least, v));
    return (xl_u8)vec_signed(vec_sel(v, greatest, vec_cmpgt(v, greatest)));
}
XL_VEC xl_i32 xl_i32_from_f32(xl_f32 v, size_t vl)
{
    (void)vl;
    xl_u8 low_words = {4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31};
    return (xl_i32)vec_perm(xl_vx_f64_to_i32(xl_vx_widen(v)), xl_vx_f64_to_i32(xl_vx_widen_odd(v)), low_words);
}
XL_VEC xl_f32 xl_f32_from_i32(xl_i32 v, size_t vl)
{
    (void)vl;
    xl_i64 k = vec_splats(32ll), odd = (xl_i64)((xl_u64)v << (xl_u64)k);
    return xl_vx_narrow_both(vec_double((xl_i64)v >> k), vec_double(odd >> k));
}
#endif

XL_VEC xl_i32 xl_i32_from_f32_roundeven(xl_f32 v, size_t vl) { return xl_i32_from_f32(xl_f32_roundeven(v, vl), vl); }

#include "vx_groups.h"

#endif
