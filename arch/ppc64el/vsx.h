/* The vector vocabulary on VSX: POWER8, and what POWER9 and POWER10 do better when the compiler may use them.
 * SPDX-License-Identifier: MIT
 *
 * Little-endian only. Lane 0 is the lowest in memory for vec_xl, vec_perm, vec_merge, vec_pack, vec_unpack, vec_mule,
 * vec_mulo and vec_extract alike; only vec_sld and vbpermq count from the register's other end.
 */
#ifndef XL_ARCH_PPC64EL_VSX_H
#define XL_ARCH_PPC64EL_VSX_H

#include <altivec.h>
/* In strict C modes altivec.h makes these keywords of its own; vec.h's bool is the one of stdbool.h. */
#undef vector
#undef pixel
#undef bool
#define bool _Bool

typedef __vector float xl_f32;
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
XL_VEC xl_m8 xl_vsx_below8(size_t vl)
{
    return vec_cmpgt(vec_splats((unsigned char)vl), (xl_u8){0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15});
}
XL_VEC xl_m16 xl_vsx_below16(size_t vl)
{
    return vec_cmpgt(vec_splats((unsigned short)vl), (xl_u16){0, 1, 2, 3, 4, 5, 6, 7});
}
XL_VEC xl_m32 xl_vsx_below32(size_t vl) { return vec_cmpgt(vec_splats((unsigned)vl), (xl_u32){0, 1, 2, 3}); }
XL_VEC xl_m64 xl_vsx_below64(size_t vl) { return vec_cmpgt(vec_splats((unsigned long long)vl), (xl_u64){0, 1}); }

/* The first n bytes (1 to 15) of a vector, from and to memory. On POWER8 two scalar accesses overlap. */
#ifdef _ARCH_PWR9
XL_VEC xl_u8 xl_vsx_load_part(const unsigned char *p, size_t n) { return vec_xl_len((unsigned char *)p, n); }
XL_VEC void xl_vsx_store_part(unsigned char *p, xl_u8 v, size_t n) { vec_xst_len(v, p, n); }
#else
XL_VEC xl_u8 xl_vsx_load_part(const unsigned char *p, size_t n)
{
    uint64_t low, high = 0;
    if (n >= 8) {
        memcpy(&low, p, 8);
        memcpy(&high, p + n - 8, 8);
        high = n > 8 ? high >> 8 * (16 - n) : 0;
    } else if (n >= 4) {
        uint32_t first, last;
        memcpy(&first, p, 4);
        memcpy(&last, p + n - 4, 4);
        low = first | (uint64_t)last << 8 * (n - 4);
    } else {
        low = p[0] | (uint64_t)p[n / 2] << 8 * (n / 2) | (uint64_t)p[n - 1] << 8 * (n - 1);
    }
    return (xl_u8)(xl_u64){low, high};
}

XL_VEC void xl_vsx_store_part(unsigned char *p, xl_u8 v, size_t n)
{
    uint64_t low = vec_extract((xl_u64)v, 0), high = vec_extract((xl_u64)v, 1);
    if (n >= 8) {
        uint64_t last = n > 8 ? low >> 8 * (n - 8) | high << 8 * (16 - n) : low;
        memcpy(p, &low, 8);
        memcpy(p + n - 8, &last, 8);
    } else if (n >= 4) {
        uint32_t first = (uint32_t)low, last = (uint32_t)(low >> 8 * (n - 4));
        memcpy(p, &first, 4);
        memcpy(p + n - 4, &last, 4);
    } else {
        p[0] = (unsigned char)low;
        p[n / 2] = (unsigned char)(low >> 8 * (n / 2));
        p[n - 1] = (unsigned char)(low >> 8 * (n - 1));
    }
}
#endif

/* The first `bytes` (1 to 16). */
XL_VEC xl_u8 xl_vsx_load(const void *p, size_t bytes)
{
    return bytes == 16 ? vec_xl(0, (const unsigned char *)p) : xl_vsx_load_part((const unsigned char *)p, bytes);
}
XL_VEC void xl_vsx_store(void *p, xl_u8 v, size_t bytes)
{
    if (bytes == 16)
        vec_xst(v, 0, (unsigned char *)p);
    else
        xl_vsx_store_part((unsigned char *)p, v, bytes);
}

/* What all ten lane types share: W the width, E the element type as altivec.h has it, N the number of lanes. */
#define XL_VSX_COMMON(T, W, E, N)                                                                                      \
    XL_VEC size_t xl_##T##_lanes(void) { return N; }                                                                   \
    XL_VEC size_t xl_##T##_vl(size_t n) { return n < N ? n : N; }                                                      \
    XL_VEC xl_##T xl_##T##_set1(xl_e_##T x, size_t vl) { (void)vl; return vec_splats((E)x); }                          \
    XL_VEC xl_##T xl_##T##_load(const xl_e_##T *p, size_t vl) { return (xl_##T)xl_vsx_load(p, vl * (W / 8)); }         \
    XL_VEC xl_##T xl_##T##_merge(xl_##T a, xl_##T b, size_t vl) { return vec_sel(a, b, xl_vsx_below##W(vl)); }         \
    XL_VEC xl_m##W xl_##T##_eq(xl_##T a, xl_##T b, size_t vl) { (void)vl; return vec_cmpeq(a, b); }                    \
    XL_VEC xl_m##W xl_##T##_lt(xl_##T a, xl_##T b, size_t vl) { (void)vl; return vec_cmpgt(b, a); }                    \
    XL_VEC xl_m##W xl_##T##_le(xl_##T a, xl_##T b, size_t vl) { (void)vl; return vec_cmpge(b, a); }                    \
    XL_VEC xl_##T xl_##T##_select(xl_m##W m, xl_##T a, xl_##T b, size_t vl) { (void)vl; return vec_sel(b, a, m); }

/* Hides a value from gcc 14, which folds vec_min and vec_max of two constants as if -0 were +0. */
#ifdef __clang__
#define XL_VSX_OPAQUE(T) XL_VEC xl_##T xl_vsx_##T##_opaque(xl_##T v) { return v; }
#else
#define XL_VSX_OPAQUE(T) XL_VEC xl_##T xl_vsx_##T##_opaque(xl_##T v) { __asm__("" : "+wa"(v)); return v; }
#endif

/* Floats. xvmin and xvmax order -0 below +0 but return the number when one operand is a NaN; there the sum is a NaN. */
#define XL_VSX_FLOAT(T, W, E, N)                                                                                       \
    XL_VSX_COMMON(T, W, E, N)                                                                                          \
    XL_VEC xl_##T xl_##T##_add(xl_##T a, xl_##T b, size_t vl) { (void)vl; return vec_add(a, b); }                      \
    XL_VEC xl_##T xl_##T##_sub(xl_##T a, xl_##T b, size_t vl) { (void)vl; return vec_sub(a, b); }                      \
    XL_VEC xl_##T xl_##T##_mul(xl_##T a, xl_##T b, size_t vl) { (void)vl; return vec_mul(a, b); }                      \
    XL_VEC xl_##T xl_##T##_div(xl_##T a, xl_##T b, size_t vl) { (void)vl; return vec_div(a, b); }                      \
    XL_VEC xl_##T xl_##T##_sqrt(xl_##T a, size_t vl) { (void)vl; return vec_sqrt(a); }                                 \
    XL_VEC xl_##T xl_##T##_fma(xl_##T a, xl_##T b, xl_##T c, size_t vl) { (void)vl; return vec_madd(a, b, c); }        \
    XL_VEC xl_##T xl_##T##_abs(xl_##T a, size_t vl) { (void)vl; return vec_abs(a); }                                   \
    XL_VEC xl_##T xl_##T##_neg(xl_##T a, size_t vl) { (void)vl; return vec_neg(a); }                                   \
    XL_VEC xl_##T xl_##T##_roundeven(xl_##T a, size_t vl) { (void)vl; return vec_rint(a); }                                 \
    XL_VSX_OPAQUE(T)                                                                                                   \
    XL_VEC xl_##T xl_vsx_##T##_unless_nan(xl_##T r, xl_##T a, xl_##T b)                                                \
    {                                                                                                                  \
        return vec_sel(vec_add(a, b), r, vec_and(vec_cmpeq(a, a), vec_cmpeq(b, b)));                                   \
    }                                                                                                                  \
    XL_VEC xl_##T xl_##T##_min(xl_##T a, xl_##T b, size_t vl)                                                          \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return xl_vsx_##T##_unless_nan(vec_min(xl_vsx_##T##_opaque(a), b), a, b);                                      \
    }                                                                                                                  \
    XL_VEC xl_##T xl_##T##_max(xl_##T a, xl_##T b, size_t vl)                                                          \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return xl_vsx_##T##_unless_nan(vec_max(xl_vsx_##T##_opaque(a), b), a, b);                                      \
    }

/* Integers: U the unsigned lane type, in which gcc, too, lets sums wrap; UE its element type. */
#define XL_VSX_INT(T, W, E, N, U, UE)                                                                                  \
    XL_VSX_COMMON(T, W, E, N)                                                                                          \
    XL_VEC void xl_##T##_store(xl_e_##T *p, xl_##T v, size_t vl) { xl_vsx_store(p, (xl_u8)v, vl * (W / 8)); }          \
    XL_VEC xl_e_##T xl_##T##_get(xl_##T v, size_t i, size_t vl) { (void)vl; return (xl_e_##T)vec_extract(v, (int)i); } \
    XL_VEC xl_##T xl_##T##_add(xl_##T a, xl_##T b, size_t vl) { (void)vl; return (xl_##T)vec_add((U)a, (U)b); }        \
    XL_VEC xl_##T xl_##T##_sub(xl_##T a, xl_##T b, size_t vl) { (void)vl; return (xl_##T)vec_sub((U)a, (U)b); }        \
    XL_VEC xl_##T xl_##T##_min(xl_##T a, xl_##T b, size_t vl) { (void)vl; return vec_min(a, b); }                      \
    XL_VEC xl_##T xl_##T##_max(xl_##T a, xl_##T b, size_t vl) { (void)vl; return vec_max(a, b); }                      \
    XL_VEC xl_##T xl_##T##_and(xl_##T a, xl_##T b, size_t vl) { (void)vl; return vec_and(a, b); }                      \
    XL_VEC xl_##T xl_##T##_or(xl_##T a, xl_##T b, size_t vl) { (void)vl; return vec_or(a, b); }                        \
    XL_VEC xl_##T xl_##T##_xor(xl_##T a, xl_##T b, size_t vl) { (void)vl; return vec_xor(a, b); }                      \
    XL_VEC xl_##T xl_##T##_not(xl_##T a, size_t vl) { (void)vl; return vec_nor(a, a); }                                \
    XL_VEC xl_##T xl_##T##_shl(xl_##T a, unsigned k, size_t vl)                                                        \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return k < W ? (xl_##T)vec_sl((U)a, vec_splats((UE)k)) : vec_splats((E)0);                                     \
    }

/* Signed ones. The count is a variable of its own because gcc 14 fails on a conditional inside vec_splats. */
#define XL_VSX_SIGNED(T, W, E, N, U, UE)                                                                               \
    XL_VSX_INT(T, W, E, N, U, UE)                                                                                      \
    XL_VEC xl_##T xl_##T##_shr(xl_##T a, unsigned k, size_t vl)                                                        \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        UE count = (UE)(k < W ? k : W - 1);                                                                            \
        return vec_sra(a, vec_splats(count));                                                                          \
    }

#define XL_VSX_UNSIGNED(T, W, E, N)                                                                                    \
    XL_VSX_INT(T, W, E, N, xl_##T, E)                                                                                  \
    XL_VEC xl_##T xl_##T##_shr(xl_##T a, unsigned k, size_t vl)                                                        \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return k < W ? vec_sr(a, vec_splats((E)k)) : vec_splats((E)0);                                                 \
    }

#define XL_VSX_SATURATING(T)                                                                                           \
    XL_VEC xl_##T xl_##T##_add_sat(xl_##T a, xl_##T b, size_t vl) { (void)vl; return vec_adds(a, b); }                    \
    XL_VEC xl_##T xl_##T##_sub_sat(xl_##T a, xl_##T b, size_t vl) { (void)vl; return vec_subs(a, b); }

/* A fold by rotations (so vec_sld's direction is no matter), lanes from vl on replaced by the operation's NEUTRAL. */
#define XL_VSX_REDUCE(T, W, OP, NEUTRAL)                                                                               \
    XL_VEC xl_e_##T xl_##T##_reduce_##OP(xl_##T v, size_t vl)                                                          \
    {                                                                                                                  \
        if (vl != 128 / W)                                                                                             \
            v = xl_##T##_merge(xl_##T##_set1(NEUTRAL, 128 / W), v, vl);                                                \
        v = xl_##T##_##OP(v, vec_sld(v, v, 8), 128 / W);                                                               \
        if (W == 32)                                                                                                   \
            v = xl_##T##_##OP(v, vec_sld(v, v, 4), 128 / W);                                                           \
        return (xl_e_##T)vec_extract(v, 0);                                                                            \
    }

#define XL_VSX_REDUCTIONS(T, W, ZERO, LEAST, GREATEST)                                                                 \
    XL_VSX_REDUCE(T, W, add, ZERO)                                                                                     \
    XL_VSX_REDUCE(T, W, min, GREATEST)                                                                                 \
    XL_VSX_REDUCE(T, W, max, LEAST)

/* Gathers have no instruction: four scalar loads. Lanes from vl on repeat lane 0, so that they read nothing else. */
#define XL_VSX_INDEXED(T)                                                                                              \
    XL_VEC xl_##T xl_##T##_iota(xl_e_##T start, size_t vl)                                                             \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return (xl_##T)vec_add(vec_splats((uint32_t)start), (xl_u32){0, 1, 2, 3});                                     \
    }                                                                                                                  \
    XL_VEC xl_##T xl_##T##_scan_add(xl_##T v, size_t vl)                                                               \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        xl_u8 zero = vec_splats((unsigned char)0);                                                                     \
        xl_u32 s = (xl_u32)v;                                                                                          \
        s = vec_add(s, (xl_u32)vec_perm(zero, (xl_u8)s,                                                                \
                                        (xl_u8){0, 1, 2, 3, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27}));         \
        s = vec_add(s, (xl_u32)vec_perm(zero, (xl_u8)s,                                                                \
                                        (xl_u8){0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23}));             \
        return (xl_##T)s;                                                                                              \
    }                                                                                                                  \
    XL_VEC xl_##T xl_##T##_gather(const xl_e_##T *p, xl_u32 index, size_t vl)                                          \
    {                                                                                                                  \
        index = xl_u32_merge(vec_splats(vec_extract(index, 0)), index, vl);                                            \
        return (xl_##T){p[vec_extract(index, 0)], p[vec_extract(index, 1)], p[vec_extract(index, 2)],                  \
                        p[vec_extract(index, 3)]};                                                                     \
    }

#define XL_VSX_BITS(TO, FROM)                                                                                          \
    XL_VEC xl_##TO xl_##TO##_bitcast_##FROM(xl_##FROM v) { return (xl_##TO)v; }

/* One bit for each byte of a mask, bit 0 for the lowest in memory. */
XL_VEC unsigned xl_vsx_byte_bits(xl_u8 m)
{
#ifdef _ARCH_PWR10
    return vec_extractm(m);
#else
    /* vbpermq numbers bits from the register's left: the byte lowest in memory has its sign at bit 120. */
    xl_u8 signs = {120, 112, 104, 96, 88, 80, 72, 64, 56, 48, 40, 32, 24, 16, 8, 0};
    return (unsigned)vec_extract((xl_u64)vec_vbpermq(m, signs), 1);
#endif
}

#ifdef _ARCH_PWR9
#define XL_VSX_MASK_FIRST(W)                                                                                           \
    XL_VEC size_t xl_m##W##_first(xl_m##W m, size_t vl)                                                                \
    {                                                                                                                  \
        size_t first = (size_t)vec_cntlz_lsbb((xl_u8)m) / (W / 8);                                                     \
        return first < vl ? first : vl;                                                                                \
    }
#else
#define XL_VSX_MASK_FIRST(W)                                                                                           \
    XL_VEC size_t xl_m##W##_first(xl_m##W m, size_t vl)                                                                \
    {                                                                                                                  \
        unsigned bits = xl_vsx_m##W##_bits(m, vl);                                                                     \
        return bits ? (size_t)__builtin_ctz(bits) / (W / 8) : vl;                                                      \
    }
#endif

#define XL_VSX_MASK(W)                                                                                                 \
    XL_VEC unsigned xl_vsx_m##W##_bits(xl_m##W m, size_t vl)                                                           \
    {                                                                                                                  \
        return xl_vsx_byte_bits((xl_u8)m) & ((1u << (vl * (W / 8))) - 1);                                              \
    }                                                                                                                  \
    XL_VEC xl_m##W xl_m##W##_and(xl_m##W a, xl_m##W b, size_t vl) { (void)vl; return vec_and(a, b); }                  \
    XL_VEC xl_m##W xl_m##W##_or(xl_m##W a, xl_m##W b, size_t vl) { (void)vl; return vec_or(a, b); }                    \
    XL_VEC xl_m##W xl_m##W##_not(xl_m##W a, size_t vl) { (void)vl; return vec_nor(a, a); }                             \
    XL_VEC bool xl_m##W##_any(xl_m##W m, size_t vl) { return xl_vsx_m##W##_bits(m, vl) != 0; }                         \
    XL_VEC size_t xl_m##W##_count(xl_m##W m, size_t vl)                                                                \
    {                                                                                                                  \
        return (size_t)__builtin_popcount(xl_vsx_m##W##_bits(m, vl)) / (W / 8);                                        \
    }                                                                                                                  \
    XL_VSX_MASK_FIRST(W)

XL_VSX_FLOAT(f32, 32, float, 4)
XL_VSX_FLOAT(f64, 64, double, 2)
XL_VSX_SIGNED(i8, 8, signed char, 16, xl_u8, unsigned char)
XL_VSX_SIGNED(i16, 16, signed short, 8, xl_u16, unsigned short)
XL_VSX_SIGNED(i32, 32, signed int, 4, xl_u32, unsigned int)
XL_VSX_SIGNED(i64, 64, signed long long, 2, xl_u64, unsigned long long)
XL_VSX_UNSIGNED(u8, 8, unsigned char, 16)
XL_VSX_UNSIGNED(u16, 16, unsigned short, 8)
XL_VSX_UNSIGNED(u32, 32, unsigned int, 4)
XL_VSX_UNSIGNED(u64, 64, unsigned long long, 2)
XL_VSX_SATURATING(i8)
XL_VSX_SATURATING(i16)
XL_VSX_SATURATING(u8)
XL_VSX_SATURATING(u16)
/* -0, not 0, is what a sum of floats leaves unchanged. */
XL_VSX_REDUCTIONS(f32, 32, -0.0f, -__builtin_inff(), __builtin_inff())
XL_VSX_REDUCTIONS(f64, 64, -0.0, -__builtin_inf(), __builtin_inf())
XL_VSX_REDUCTIONS(i32, 32, 0, INT32_MIN, INT32_MAX)
XL_VSX_REDUCTIONS(i64, 64, 0, INT64_MIN, INT64_MAX)
XL_VSX_REDUCTIONS(u32, 32, 0, 0, UINT32_MAX)
XL_VSX_REDUCTIONS(u64, 64, 0, 0, UINT64_MAX)
XL_VSX_INDEXED(i32)
XL_VSX_INDEXED(u32)
XL_VSX_BITS(f32, i32)
XL_VSX_BITS(f32, u32)
XL_VSX_BITS(i32, f32)
XL_VSX_BITS(i32, u32)
XL_VSX_BITS(u32, f32)
XL_VSX_BITS(u32, i32)
XL_VSX_BITS(f64, i64)
XL_VSX_BITS(f64, u64)
XL_VSX_BITS(i64, f64)
XL_VSX_BITS(i64, u64)
XL_VSX_BITS(u64, f64)
XL_VSX_BITS(u64, i64)
XL_VSX_BITS(i16, u16)
XL_VSX_BITS(u16, i16)
XL_VSX_BITS(i8, u8)
XL_VSX_BITS(u8, i8)
XL_VSX_MASK(8)
XL_VSX_MASK(16)
XL_VSX_MASK(32)
XL_VSX_MASK(64)

/* As bits: gcc extracts a float by a conversion to double, which would make a signalling NaN quiet. */
XL_VEC float xl_f32_get(xl_f32 v, size_t i, size_t vl)
{
    uint32_t bits = xl_u32_get((xl_u32)v, i, vl);
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}
/* The same would befall a float that gcc takes from the stored vector, not from memory: the asm hides its value. */
XL_VEC void xl_f32_store(float *p, xl_f32 v, size_t vl)
{
    xl_vsx_store(p, (xl_u8)v, vl * sizeof *p);
#ifndef __clang__
    __asm__("" : "+m"(*(float(*)[])p));
#endif
}
XL_VEC void xl_f64_store(double *p, xl_f64 v, size_t vl) { xl_vsx_store(p, (xl_u8)v, vl * sizeof *p); }
XL_VEC double xl_f64_get(xl_f64 v, size_t i, size_t vl) { (void)vl; return vec_extract(v, (int)i); }

XL_VEC xl_u16 xl_u16_mul(xl_u16 a, xl_u16 b, size_t vl)
{
    (void)vl;
    return vec_mladd(a, b, vec_splats((unsigned short)0));
}

XL_VEC xl_u32 xl_u32_mul(xl_u32 a, xl_u32 b, size_t vl) { (void)vl; return vec_mul(a, b); }

XL_VEC xl_u64 xl_u64_mul(xl_u64 a, xl_u64 b, size_t vl)
{
    (void)vl;
#ifdef _ARCH_PWR10
    return vec_mul(a, b);
#else
    /* The even 32-bit lanes are the low halves: low * low + ((low * high + high * low) << 32). */
    xl_u64 k = vec_splats(32ull);
    xl_u32 cross = vec_mul((xl_u32)a, (xl_u32)vec_rl(b, k));
    xl_u64 high = vec_add((xl_u64)cross, vec_sr((xl_u64)cross, k));
    return vec_add(vec_mule((xl_u32)a, (xl_u32)b), vec_sl(high, k));
#endif
}

XL_VEC xl_i16 xl_i16_mul(xl_i16 a, xl_i16 b, size_t vl) { return (xl_i16)xl_u16_mul((xl_u16)a, (xl_u16)b, vl); }
XL_VEC xl_i32 xl_i32_mul(xl_i32 a, xl_i32 b, size_t vl) { return (xl_i32)xl_u32_mul((xl_u32)a, (xl_u32)b, vl); }
XL_VEC xl_i64 xl_i64_mul(xl_i64 a, xl_i64 b, size_t vl) { return (xl_i64)xl_u64_mul((xl_u64)a, (xl_u64)b, vl); }

/* The high 16 bits of each product, those of the even lanes in `even`. */
XL_VEC xl_u8 xl_vsx_high_halves(xl_u8 even, xl_u8 odd)
{
    return vec_perm(even, odd, (xl_u8){2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31});
}
XL_VEC xl_i16 xl_i16_mulhi(xl_i16 a, xl_i16 b, size_t vl)
{
    (void)vl;
    return (xl_i16)xl_vsx_high_halves((xl_u8)vec_mule(a, b), (xl_u8)vec_mulo(a, b));
}
XL_VEC xl_u16 xl_u16_mulhi(xl_u16 a, xl_u16 b, size_t vl)
{
    (void)vl;
    return (xl_u16)xl_vsx_high_halves((xl_u8)vec_mule(a, b), (xl_u8)vec_mulo(a, b));
}

/* Four bytes, or four halfwords, from and to memory: a scalar access when all are wanted. */
XL_VEC xl_u8 xl_vsx_load4(const void *p, size_t vl)
{
    uint32_t x;
    if (vl != 4)
        return xl_vsx_load(p, vl);
    memcpy(&x, p, sizeof x);
    return (xl_u8)vec_splats(x);
}
XL_VEC xl_u8 xl_vsx_load8(const void *p, size_t vl)
{
    unsigned long long x;
    if (vl != 4)
        return xl_vsx_load(p, 2 * vl);
    memcpy(&x, p, sizeof x);
    return (xl_u8)vec_splats(x);
}

XL_VEC xl_i32 xl_i32_load_widen_i8(const int8_t *p, size_t vl)
{
    return vec_unpackh(vec_unpackh((xl_i8)xl_vsx_load4(p, vl)));
}
XL_VEC xl_i32 xl_i32_load_widen_i16(const int16_t *p, size_t vl) { return vec_unpackh((xl_i16)xl_vsx_load8(p, vl)); }
XL_VEC xl_u32 xl_u32_load_widen_u16(const uint16_t *p, size_t vl)
{
    return (xl_u32)vec_mergeh((xl_u16)xl_vsx_load8(p, vl), vec_splats((unsigned short)0));
}
XL_VEC xl_u32 xl_u32_load_widen_u8(const uint8_t *p, size_t vl)
{
    xl_u16 v = (xl_u16)vec_mergeh(xl_vsx_load4(p, vl), vec_splats((unsigned char)0));
    return (xl_u32)vec_mergeh(v, vec_splats((unsigned short)0));
}

XL_VEC void xl_u32_store_narrow_u8(uint8_t *p, xl_u32 v, size_t vl)
{
    xl_u16 half = vec_pack(v, v);
    xl_u8 bytes = vec_pack(half, half);
    if (vl == 4) {
        uint32_t x = vec_extract((xl_u32)bytes, 0);
        memcpy(p, &x, sizeof x);
    } else {
        xl_vsx_store(p, bytes, vl);
    }
}
XL_VEC void xl_u32_store_narrow_u16(uint16_t *p, xl_u32 v, size_t vl)
{
    xl_u16 half = vec_pack(v, v);
    if (vl == 4) {
        unsigned long long x = vec_extract((xl_u64)half, 0);
        memcpy(p, &x, sizeof x);
    } else {
        xl_vsx_store(p, (xl_u8)half, 2 * vl);
    }
}

/* vctsxs clamps and turns NaN into 0; xvcvspsxws would make it INT32_MIN. */
XL_VEC xl_i32 xl_i32_from_f32(xl_f32 v, size_t vl) { (void)vl; return vec_cts(v, 0); }
XL_VEC xl_i32 xl_i32_from_f32_roundeven(xl_f32 v, size_t vl) { (void)vl; return vec_cts(vec_rint(v), 0); }
XL_VEC xl_f32 xl_f32_from_i32(xl_i32 v, size_t vl) { (void)vl; return vec_ctf(v, 0); }

#include "vsx_groups.h"

#endif
