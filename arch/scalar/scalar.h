/* The vector vocabulary in plain C, one lane: what every other ISA's header is held against.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_SCALAR_SCALAR_H
#define XL_ARCH_SCALAR_SCALAR_H

#include <math.h>

typedef bool xl_m8;
typedef bool xl_m16;
typedef bool xl_m32;
typedef bool xl_m64;

/* What all ten lane types share: T the lane type, W its width. */
#define XL_SCALAR_COMMON(T, W)                                                                                         \
    typedef xl_e_##T xl_##T;                                                                                           \
    XL_VEC size_t xl_##T##_lanes(void) { return 1; }                                                                   \
    XL_VEC size_t xl_##T##_vl(size_t n) { return n > 0; }                                                              \
    XL_VEC xl_##T xl_##T##_set1(xl_##T x, size_t vl) { (void)vl; return x; }                                           \
    XL_VEC xl_##T xl_##T##_load(const xl_##T *p, size_t vl) { (void)vl; return *p; }                                   \
    XL_VEC void xl_##T##_store(xl_##T *p, xl_##T v, size_t vl) { (void)vl; *p = v; }                                   \
    XL_VEC xl_##T xl_##T##_merge(xl_##T a, xl_##T b, size_t vl) { return vl ? b : a; }                                 \
    XL_VEC xl_##T xl_##T##_get(xl_##T v, size_t i, size_t vl) { (void)i, (void)vl; return v; }                         \
    XL_VEC xl_m##W xl_##T##_eq(xl_##T a, xl_##T b, size_t vl) { (void)vl; return a == b; }                             \
    XL_VEC xl_m##W xl_##T##_lt(xl_##T a, xl_##T b, size_t vl) { (void)vl; return a < b; }                              \
    XL_VEC xl_m##W xl_##T##_le(xl_##T a, xl_##T b, size_t vl) { (void)vl; return a <= b; }                             \
    XL_VEC xl_##T xl_##T##_select(xl_m##W m, xl_##T a, xl_##T b, size_t vl) { (void)vl; return m ? a : b; }            \
    XL_VEC xl_##T xl_##T##_reduce_add(xl_##T v, size_t vl) { (void)vl; return v; }                                     \
    XL_VEC xl_##T xl_##T##_reduce_min(xl_##T v, size_t vl) { (void)vl; return v; }                                     \
    XL_VEC xl_##T xl_##T##_reduce_max(xl_##T v, size_t vl) { (void)vl; return v; }

/* Floats: F the suffix of the C library's functions. */
#define XL_SCALAR_FLOAT(T, W, F)                                                                                       \
    XL_SCALAR_COMMON(T, W)                                                                                             \
    XL_VEC xl_##T xl_##T##_add(xl_##T a, xl_##T b, size_t vl) { (void)vl; return a + b; }                              \
    XL_VEC xl_##T xl_##T##_sub(xl_##T a, xl_##T b, size_t vl) { (void)vl; return a - b; }                              \
    XL_VEC xl_##T xl_##T##_mul(xl_##T a, xl_##T b, size_t vl) { (void)vl; return a * b; }                              \
    XL_VEC xl_##T xl_##T##_div(xl_##T a, xl_##T b, size_t vl) { (void)vl; return a / b; }                              \
    XL_VEC xl_##T xl_##T##_sqrt(xl_##T a, size_t vl) { (void)vl; return sqrt##F(a); }                                  \
    XL_VEC xl_##T xl_##T##_fma(xl_##T a, xl_##T b, xl_##T c, size_t vl) { (void)vl; return fma##F(a, b, c); }          \
    XL_VEC xl_##T xl_##T##_abs(xl_##T a, size_t vl) { (void)vl; return fabs##F(a); }                                   \
    XL_VEC xl_##T xl_##T##_neg(xl_##T a, size_t vl) { (void)vl; return -a; }                                           \
    XL_VEC xl_##T xl_##T##_roundeven(xl_##T a, size_t vl) { (void)vl; return rint##F(a); }                                  \
    XL_VEC xl_##T xl_##T##_min(xl_##T a, xl_##T b, size_t vl)                                                          \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        if (a != a || b != b)                                                                                          \
            return a + b;                                                                                              \
        return a < b || (a == b && signbit(a)) ? a : b;                                                                \
    }                                                                                                                  \
    XL_VEC xl_##T xl_##T##_max(xl_##T a, xl_##T b, size_t vl)                                                          \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        if (a != a || b != b)                                                                                          \
            return a + b;                                                                                              \
        return a > b || (a == b && !signbit(a)) ? a : b;                                                               \
    }

/* Integers: U the unsigned type in which they wrap (at least as wide as int, so that nothing promotes to signed). */
#define XL_SCALAR_INT(T, W, U)                                                                                         \
    XL_SCALAR_COMMON(T, W)                                                                                             \
    XL_VEC xl_##T xl_##T##_add(xl_##T a, xl_##T b, size_t vl) { (void)vl; return (xl_##T)((U)a + (U)b); }              \
    XL_VEC xl_##T xl_##T##_sub(xl_##T a, xl_##T b, size_t vl) { (void)vl; return (xl_##T)((U)a - (U)b); }              \
    XL_VEC xl_##T xl_##T##_mul(xl_##T a, xl_##T b, size_t vl) { (void)vl; return (xl_##T)((U)a * (U)b); }              \
    XL_VEC xl_##T xl_##T##_min(xl_##T a, xl_##T b, size_t vl) { (void)vl; return a < b ? a : b; }                      \
    XL_VEC xl_##T xl_##T##_max(xl_##T a, xl_##T b, size_t vl) { (void)vl; return a > b ? a : b; }                      \
    XL_VEC xl_##T xl_##T##_and(xl_##T a, xl_##T b, size_t vl) { (void)vl; return (xl_##T)(a & b); }                    \
    XL_VEC xl_##T xl_##T##_or(xl_##T a, xl_##T b, size_t vl) { (void)vl; return (xl_##T)(a | b); }                     \
    XL_VEC xl_##T xl_##T##_xor(xl_##T a, xl_##T b, size_t vl) { (void)vl; return (xl_##T)(a ^ b); }                    \
    XL_VEC xl_##T xl_##T##_not(xl_##T a, size_t vl) { (void)vl; return (xl_##T)~a; }                                   \
    XL_VEC xl_##T xl_##T##_shl(xl_##T a, unsigned k, size_t vl) { (void)vl; return k < W ? (xl_##T)((U)a << k) : 0; }  \
    XL_VEC xl_##T xl_##T##_shr(xl_##T a, unsigned k, size_t vl)                                                        \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return (xl_##T)(k < W ? a >> k : a >> (W - 1) >> 1);                                                           \
    }

/* Types whose sums fit in int: LO and HI the limits. */
#define XL_SCALAR_SATURATING(T, LO, HI)                                                                                \
    XL_VEC xl_##T xl_##T##_clamp_int(int x) { return (xl_##T)(x < LO ? LO : x > HI ? HI : x); }                        \
    XL_VEC xl_##T xl_##T##_add_sat(xl_##T a, xl_##T b, size_t vl) { (void)vl; return xl_##T##_clamp_int(a + b); }         \
    XL_VEC xl_##T xl_##T##_sub_sat(xl_##T a, xl_##T b, size_t vl) { (void)vl; return xl_##T##_clamp_int(a - b); }

#define XL_SCALAR_INDEXED(T)                                                                                           \
    XL_VEC xl_##T xl_##T##_iota(xl_##T start, size_t vl) { (void)vl; return start; }                                   \
    XL_VEC xl_##T xl_##T##_scan_add(xl_##T v, size_t vl) { (void)vl; return v; }                                       \
    XL_VEC xl_##T xl_##T##_gather(const xl_##T *p, uint32_t index, size_t vl) { (void)vl; return p[index]; }

#define XL_SCALAR_BITS(TO, FROM)                                                                                       \
    XL_VEC xl_##TO xl_##TO##_bitcast_##FROM(xl_##FROM v)                                                                  \
    {                                                                                                                  \
        xl_##TO r;                                                                                                     \
        memcpy(&r, &v, sizeof r);                                                                                      \
        return r;                                                                                                      \
    }

/* clang 19 on AArch64 turns (a < b) | (c < b) into min(a, c) < b with an fminnm that quietens a signalling NaN, and
 * then the wrong side may win (https://github.com/llvm/llvm-project/issues/223089): it must not see both at once. */
#if defined(__clang__) && defined(__aarch64__)
#define XL_SCALAR_OPAQUE(MASK) __asm__("" : "+r"(MASK))
#else
#define XL_SCALAR_OPAQUE(MASK) ((void)0)
#endif

#define XL_SCALAR_MASK(W)                                                                                              \
    XL_VEC xl_m##W xl_m##W##_and(xl_m##W a, xl_m##W b, size_t vl) { (void)vl; XL_SCALAR_OPAQUE(a); return a & b; }     \
    XL_VEC xl_m##W xl_m##W##_or(xl_m##W a, xl_m##W b, size_t vl) { (void)vl; XL_SCALAR_OPAQUE(a); return a | b; }      \
    XL_VEC xl_m##W xl_m##W##_not(xl_m##W a, size_t vl) { (void)vl; return !a; }                                        \
    XL_VEC bool xl_m##W##_any(xl_m##W m, size_t vl) { return m && vl; }                                                \
    XL_VEC size_t xl_m##W##_first(xl_m##W m, size_t vl) { return m ? 0 : vl; }                                         \
    XL_VEC size_t xl_m##W##_count(xl_m##W m, size_t vl) { return m && vl; }

XL_SCALAR_FLOAT(f32, 32, f)
XL_SCALAR_FLOAT(f64, 64, )
XL_SCALAR_INT(i8, 8, unsigned)
XL_SCALAR_INT(i16, 16, unsigned)
XL_SCALAR_INT(i32, 32, uint32_t)
XL_SCALAR_INT(i64, 64, uint64_t)
XL_SCALAR_INT(u8, 8, unsigned)
XL_SCALAR_INT(u16, 16, unsigned)
XL_SCALAR_INT(u32, 32, uint32_t)
XL_SCALAR_INT(u64, 64, uint64_t)
XL_SCALAR_SATURATING(i8, INT8_MIN, INT8_MAX)
XL_SCALAR_SATURATING(i16, INT16_MIN, INT16_MAX)
XL_SCALAR_SATURATING(u8, 0, UINT8_MAX)
XL_SCALAR_SATURATING(u16, 0, UINT16_MAX)
XL_SCALAR_INDEXED(i32)
XL_SCALAR_INDEXED(u32)
XL_SCALAR_BITS(f32, i32)
XL_SCALAR_BITS(f32, u32)
XL_SCALAR_BITS(i32, f32)
XL_SCALAR_BITS(i32, u32)
XL_SCALAR_BITS(u32, f32)
XL_SCALAR_BITS(u32, i32)
XL_SCALAR_BITS(f64, i64)
XL_SCALAR_BITS(f64, u64)
XL_SCALAR_BITS(i64, f64)
XL_SCALAR_BITS(i64, u64)
XL_SCALAR_BITS(u64, f64)
XL_SCALAR_BITS(u64, i64)
XL_SCALAR_BITS(i16, u16)
XL_SCALAR_BITS(u16, i16)
XL_SCALAR_BITS(i8, u8)
XL_SCALAR_BITS(u8, i8)
XL_SCALAR_MASK(8)
XL_SCALAR_MASK(16)
XL_SCALAR_MASK(32)
XL_SCALAR_MASK(64)

XL_VEC xl_i16 xl_i16_mulhi(xl_i16 a, xl_i16 b, size_t vl) { (void)vl; return (xl_i16)((int32_t)a * b >> 16); }
XL_VEC xl_u16 xl_u16_mulhi(xl_u16 a, xl_u16 b, size_t vl) { (void)vl; return (xl_u16)((uint32_t)a * b >> 16); }

XL_VEC void xl_u8_load3(const uint8_t *p, xl_u8 *a, xl_u8 *b, xl_u8 *c, size_t vl)
{
    (void)vl;
    *a = p[0];
    *b = p[1];
    *c = p[2];
}

XL_VEC xl_i32 xl_i32_load_widen_i8(const int8_t *p, size_t vl) { (void)vl; return *p; }
XL_VEC xl_i32 xl_i32_load_widen_i16(const int16_t *p, size_t vl) { (void)vl; return *p; }
XL_VEC xl_u32 xl_u32_load_widen_u8(const uint8_t *p, size_t vl) { (void)vl; return *p; }
XL_VEC xl_u32 xl_u32_load_widen_u16(const uint16_t *p, size_t vl) { (void)vl; return *p; }
XL_VEC void xl_u32_store_narrow_u8(uint8_t *p, xl_u32 v, size_t vl) { (void)vl; *p = (uint8_t)v; }
XL_VEC void xl_u32_store_narrow_u16(uint16_t *p, xl_u32 v, size_t vl) { (void)vl; *p = (uint16_t)v; }

XL_VEC xl_i32 xl_i32_from_f32(xl_f32 v, size_t vl)
{
    (void)vl;
    if (v != v)
        return 0;
    /* 2^31 is a float, INT32_MAX is not. */
    return v >= 0x1p31f ? INT32_MAX : v < -0x1p31f ? INT32_MIN : (int32_t)v;
}

XL_VEC xl_i32 xl_i32_from_f32_roundeven(xl_f32 v, size_t vl) { return xl_i32_from_f32(rintf(v), vl); }
XL_VEC xl_f32 xl_f32_from_i32(xl_i32 v, size_t vl) { (void)vl; return (float)v; }

#endif
