/* Unit tests of the vector vocabulary: what each ISA's header must define. test_generic.c and test_scalar.c have the rest.
 * SPDX-License-Identifier: MIT
 */
#include "test_vec.h"

#define XL_TEST_COMMON(T, W)                                                                                           \
    XL_TEST_OP(T, T, copy, va, XL_RAW(T, 0))                                                                           \
    XL_TEST_OP(T, T, set1, xl_##T##_set1(in_##T[0][0], vl), XL_RAW_FIRST(T))                                           \
    XL_TEST_OP(T, T, eq, xl_##T##_select(xl_##T##_eq(va, vb, vl), va, vc, vl), XL_PICK(T, a == b, 0, 2))               \
    XL_TEST_OP(T, T, lt, xl_##T##_select(xl_##T##_lt(va, vb, vl), vb, vc, vl), XL_PICK(T, a < b, 1, 2))                \
    XL_TEST_OP(T, T, le, xl_##T##_select(xl_##T##_le(va, vb, vl), vb, vc, vl), XL_PICK(T, a <= b, 1, 2))               \
    XL_TEST_OP(T, T, mask_and,                                                                                         \
               xl_##T##_select(xl_m##W##_and(xl_##T##_lt(va, vb, vl), xl_##T##_lt(vc, vb, vl), vl), va, vb, vl),       \
               XL_PICK(T, less_##T(a, b) && less_##T(c, b), 0, 1))                                                     \
    XL_TEST_OP(T, T, mask_or,                                                                                          \
               xl_##T##_select(xl_m##W##_or(xl_##T##_lt(va, vb, vl), xl_##T##_lt(vc, vb, vl), vl), va, vb, vl),        \
               XL_PICK(T, less_##T(a, b) || less_##T(c, b), 0, 1))                                                     \
    XL_TEST_OP(T, T, mask_not, xl_##T##_select(xl_m##W##_not(xl_##T##_lt(va, vb, vl), vl), va, vb, vl),                \
               XL_PICK(T, !(a < b), 0, 1))                                                                             \
    XL_TEST_OP(T, T, add, xl_##T##_add(va, vb, vl), XL_ADD_##T(a, b))                                                  \
    XL_TEST_OP(T, T, sub, xl_##T##_sub(va, vb, vl), XL_SUB_##T(a, b))                                                  \
    XL_TEST_OP(T, T, min, xl_##T##_min(va, vb, vl), XL_MIN(T, a, b))                                                   \
    XL_TEST_OP(T, T, max, xl_##T##_max(va, vb, vl), XL_MAX(T, a, b))                                                   \
    static void test_##T##_merge(void **state)                                                                         \
    {                                                                                                                  \
        (void)state;                                                                                                   \
        static xl_e_##T got[XL_MAX_N];                                                                                 \
        size_t lanes = xl_##T##_lanes();                                                                               \
        fill_##T(lanes, 1);                                                                                            \
        for (size_t want = 1; want <= lanes; want++) {                                                                 \
            size_t vl = xl_##T##_vl(want);                                                                             \
            xl_##T old = xl_##T##_load(in_##T[0], lanes);                                                              \
            /* Sums, so that the lanes from vl on are whatever the ISA leaves there. */                                \
            xl_##T fresh = xl_##T##_select(xl_##T##_eq(xl_##T##_load(in_##T[1], vl), xl_##T##_load(in_##T[1], vl), vl),\
                                           xl_##T##_load(in_##T[1], vl), xl_##T##_load(in_##T[1], vl), vl);            \
            xl_##T##_store(got, xl_##T##_merge(old, fresh, vl), lanes);                                                \
            for (size_t i = 0; i < lanes; i++)                                                                         \
                if (bits_##T(got[i]) != bits_##T(in_##T[i < vl][i]))                                                   \
                    fail_lane(#T "_merge", vl, i, 0, 0, 0, bits_##T(got[i]), bits_##T(in_##T[i < vl][i]));             \
            for (size_t i = 0; i < vl; i++)                                                                            \
                assert_int_equal(bits_##T(xl_##T##_get(fresh, i, vl)), bits_##T(in_##T[1][i]));                        \
        }                                                                                                              \
    }                                                                                                                  \
    static void test_##T##_memory(void **state)                                                                        \
    {                                                                                                                  \
        (void)state;                                                                                                   \
        size_t lanes = xl_##T##_lanes();                                                                               \
        assert_int_equal(xl_##T##_vl(0), 0);                                                                           \
        for (size_t n = 1; n <= lanes; n++) {                                                                          \
            size_t bytes = n * sizeof(xl_e_##T);                                                                       \
            xl_e_##T *p = guarded(bytes), *q = guarded(2 * bytes);                                                     \
            fill_##T(n, n);                                                                                            \
            memcpy(p, in_##T[0], bytes);                                                                               \
            memset(q, 0x5a, 2 * bytes);                                                                                \
            for (size_t i = 0, vl; i < n; i += vl) {                                                                   \
                vl = xl_##T##_vl(n - i);                                                                               \
                xl_##T##_store(q + i, xl_##T##_load(p + i, vl), vl);                                                   \
                xl_##T##_store(q + n + i, xl_##T##_load(p + i, vl), vl);                                               \
            }                                                                                                          \
            assert_memory_equal(q, p, bytes);                                                                          \
            assert_memory_equal(q + n, p, bytes);                                                                      \
            memset(q, 0x5a, 2 * bytes);                                                                                \
            size_t vl = xl_##T##_vl(n);                                                                                \
            xl_##T##_store(q, xl_##T##_load(p, vl), vl);                                                               \
            for (size_t i = vl * sizeof(xl_e_##T); i < 2 * bytes; i++)                                                 \
                assert_int_equal(((uint8_t *)q)[i], 0x5a);                                                             \
            guarded_free(p, bytes);                                                                                    \
            guarded_free(q, 2 * bytes);                                                                                \
        }                                                                                                              \
    }                                                                                                                  \
    static void test_##T##_mask(void **state)                                                                          \
    {                                                                                                                  \
        (void)state;                                                                                                   \
        size_t lanes = xl_##T##_lanes();                                                                               \
        static xl_e_##T p[XL_MAX_N];                                                                                   \
        for (size_t want = 1; want <= lanes; want++) {                                                                 \
            size_t vl = xl_##T##_vl(want);                                                                             \
            for (size_t set = 0; set <= vl; set++) {                                                                   \
                for (size_t i = 0; i < XL_MAX_N; i++)                                                                  \
                    p[i] = i == set || i == set + 2 || i >= vl;                                                        \
                size_t count = (set < vl) + (set + 2 < vl);                                                            \
                xl_m##W m = xl_##T##_eq(xl_##T##_load(p, vl), xl_##T##_set1(1, vl), vl);                               \
                assert_int_equal(xl_m##W##_any(m, vl), set < vl);                                                      \
                assert_int_equal(xl_m##W##_first(m, vl), set);                                                         \
                assert_int_equal(xl_m##W##_count(m, vl), count);                                                       \
                /* The lanes past vl of a full vector are set, and must not count. */                                  \
                m = xl_##T##_eq(xl_##T##_load(p, lanes), xl_##T##_set1(1, lanes), lanes);                              \
                assert_int_equal(xl_m##W##_any(m, vl), set < vl);                                                      \
                assert_int_equal(xl_m##W##_first(m, vl), set);                                                         \
                assert_int_equal(xl_m##W##_count(m, vl), count);                                                       \
            }                                                                                                          \
        }                                                                                                              \
    }

#define XL_RAW_FIRST(T) in_##T[0][0]
#define XL_PICK(T, COND, K, L) ((COND) ? in_##T[K][i] : in_##T[L][i])

/* minimum and maximum as IEEE 754-2019 has them; for integers the float cases never arise. */
#define XL_MIN(T, a, b)                                                                                                \
    ((a) != (a) ? (a) : (b) != (b) ? (b) : (a) == (b) ? (XL_SIGN(T, a) ? (a) : (b)) : (a) < (b) ? (a) : (b))
#define XL_MAX(T, a, b)                                                                                                \
    ((a) != (a) ? (a) : (b) != (b) ? (b) : (a) == (b) ? (XL_SIGN(T, a) ? (b) : (a)) : (a) > (b) ? (a) : (b))
#define XL_SIGN(T, a) (bits_##T(a) >> (sizeof(a) * 8 - 1))

#define XL_ADD_f32(a, b) ((a) + (b))
#define XL_ADD_f64(a, b) ((a) + (b))
#define XL_ADD_i8(a, b) ((int8_t)((a) + (b)))
#define XL_ADD_i16(a, b) ((int16_t)((a) + (b)))
#define XL_ADD_i32(a, b) ((int32_t)((uint32_t)(a) + (uint32_t)(b)))
#define XL_ADD_i64(a, b) ((int64_t)((uint64_t)(a) + (uint64_t)(b)))
#define XL_ADD_u8(a, b) ((uint8_t)((a) + (b)))
#define XL_ADD_u16(a, b) ((uint16_t)((a) + (b)))
#define XL_ADD_u32(a, b) ((a) + (b))
#define XL_ADD_u64(a, b) ((a) + (b))
#define XL_SUB_f32(a, b) ((a) - (b))
#define XL_SUB_f64(a, b) ((a) - (b))
#define XL_SUB_i8(a, b) ((int8_t)((a) - (b)))
#define XL_SUB_i16(a, b) ((int16_t)((a) - (b)))
#define XL_SUB_i32(a, b) ((int32_t)((uint32_t)(a) - (uint32_t)(b)))
#define XL_SUB_i64(a, b) ((int64_t)((uint64_t)(a) - (uint64_t)(b)))
#define XL_SUB_u8(a, b) ((uint8_t)((a) - (b)))
#define XL_SUB_u16(a, b) ((uint16_t)((a) - (b)))
#define XL_SUB_u32(a, b) ((a) - (b))
#define XL_SUB_u64(a, b) ((a) - (b))

#define XL_TEST_FLOAT(T, W, F, SIGN)                                                                                   \
    XL_TEST_COMMON(T, W)                                                                                               \
    XL_TEST_OP(T, T, mul, xl_##T##_mul(va, vb, vl), a *b)                                                              \
    XL_TEST_OP(T, T, div, xl_##T##_div(va, vb, vl), a / b)                                                             \
    XL_TEST_OP(T, T, sqrt, xl_##T##_sqrt(va, vl), sqrt##F(a))                                                          \
    XL_TEST_OP(T, T, fma, xl_##T##_fma(va, vb, vc, vl), fma##F(a, b, c))                                               \
    XL_TEST_OP(T, T, abs, xl_##T##_abs(va, vl), from_bits_##T(bits_##T(XL_RAW(T, 0)) & ~(SIGN)))                       \
    XL_TEST_OP(T, T, neg, xl_##T##_neg(va, vl), from_bits_##T(bits_##T(XL_RAW(T, 0)) ^ (SIGN)))                        \
    XL_TEST_OP(T, T, roundeven, xl_##T##_roundeven(va, vl), rint##F(a))                                                          \
    /* Small integers: exact in any order of association. */                                                           \
    static void test_##T##_reduce_add(void **state)                                                                    \
    {                                                                                                                  \
        (void)state;                                                                                                   \
        static xl_e_##T p[XL_MAX_N];                                                                                   \
        size_t lanes = xl_##T##_lanes();                                                                               \
        for (size_t want = 1; want <= lanes; want++) {                                                                 \
            size_t vl = xl_##T##_vl(want);                                                                             \
            xl_e_##T sum = 0;                                                                                          \
            for (size_t i = 0; i < lanes; i++) {                                                                       \
                p[i] = i < vl ? (xl_e_##T)(i * i % 97) - 40 : (xl_e_##T)NAN;                                           \
                sum += i < vl ? p[i] : 0;                                                                              \
            }                                                                                                          \
            assert_true(xl_##T##_reduce_add(xl_##T##_load(p, lanes), vl) == sum);                                      \
        }                                                                                                              \
    }

#define XL_TEST_INT(T, W, U)                                                                                           \
    XL_TEST_COMMON(T, W)                                                                                               \
    XL_TEST_OP(T, T, and, xl_##T##_and(va, vb, vl), (xl_e_##T)(a & b))                                                 \
    XL_TEST_OP(T, T, or, xl_##T##_or(va, vb, vl), (xl_e_##T)(a | b))                                                   \
    XL_TEST_OP(T, T, xor, xl_##T##_xor(va, vb, vl), (xl_e_##T)(a ^ b))                                                 \
    XL_TEST_OP(T, T, not, xl_##T##_not(va, vl), (xl_e_##T)~a)                                                          \
    XL_TEST_OP(T, T, shl, xl_##T##_shl(va, (unsigned)(n % (W + 3)), vl), XL_SHL(T, U, W, a, n % (W + 3)))              \
    XL_TEST_OP(T, T, shr, xl_##T##_shr(va, (unsigned)(n % (W + 3)), vl), XL_SHR(T, W, a, n % (W + 3)))                 \
    XL_TEST_OP(T, T, shl_const, xl_##T##_shl(va, 3, vl), XL_SHL(T, U, W, a, 3))                                        \
    XL_TEST_OP(T, T, shr_const, xl_##T##_shr(va, 3, vl), XL_SHR(T, W, a, 3))                                           \
    XL_TEST_OP(T, T, shr_width, xl_##T##_shr(va, W, vl), XL_SHR(T, W, a, W))                                           \
    XL_TEST_OP(T, T, shl_width, xl_##T##_shl(va, W, vl), 0)

#define XL_SHL(T, U, W, a, k) ((k) < (W) ? (xl_e_##T)((U)(a) << (k)) : 0)
#define XL_SHR(T, W, a, k) ((xl_e_##T)((k) < (W) ? (a) >> (k) : (a) >> ((W) - 1) >> 1))

#define XL_TEST_REDUCE(T, OP, FOLD)                                                                                    \
    static void test_##T##_reduce_##OP(void **state)                                                                   \
    {                                                                                                                  \
        (void)state;                                                                                                   \
        size_t lanes = xl_##T##_lanes();                                                                               \
        for (size_t r = 0; r < rounds_##T; r++) {                                                                      \
            for (size_t want = 1; want <= lanes; want++) {                                                             \
                size_t vl = xl_##T##_vl(want);                                                                         \
                fill_##T(lanes, r);                                                                                    \
                xl_e_##T a = XL_FLUSH_##T(in_##T[0][0]);                                                               \
                for (size_t i = 1; i < vl; i++) {                                                                      \
                    xl_e_##T b = XL_FLUSH_##T(in_##T[0][i]);                                                           \
                    a = FOLD;                                                                                          \
                }                                                                                                      \
                xl_e_##T got = xl_##T##_reduce_##OP(xl_##T##_load(in_##T[0], lanes), vl);                              \
                /* Of one lane nothing is computed, so nothing need be flushed. */                                     \
                if (!same_##T(XL_FLUSH_##T(got), a))                                                                   \
                    fail_lane(#T "_reduce_" #OP, vl, 0, 0, 0, r, bits_##T(got), bits_##T(a));                          \
            }                                                                                                          \
        }                                                                                                              \
    }

XL_TEST_FLOAT(f32, 32, f, UINT64_C(0x80000000))
XL_TEST_FLOAT(f64, 64, , UINT64_C(0x8000000000000000))
XL_TEST_INT(i8, 8, unsigned)
XL_TEST_INT(i16, 16, unsigned)
XL_TEST_INT(i32, 32, uint32_t)
XL_TEST_INT(i64, 64, uint64_t)
XL_TEST_INT(u8, 8, unsigned)
XL_TEST_INT(u16, 16, unsigned)
XL_TEST_INT(u32, 32, uint32_t)
XL_TEST_INT(u64, 64, uint64_t)

XL_TEST_OP(i16, i16, mul, xl_i16_mul(va, vb, vl), (int16_t)(a * b))
XL_TEST_OP(u16, u16, mul, xl_u16_mul(va, vb, vl), (uint16_t)((uint32_t)a * b))
XL_TEST_OP(i32, i32, mul, xl_i32_mul(va, vb, vl), (int32_t)((uint32_t)a * (uint32_t)b))
XL_TEST_OP(u32, u32, mul, xl_u32_mul(va, vb, vl), a *b)
XL_TEST_OP(i64, i64, mul, xl_i64_mul(va, vb, vl), (int64_t)((uint64_t)a * (uint64_t)b))
XL_TEST_OP(u64, u64, mul, xl_u64_mul(va, vb, vl), a *b)
XL_TEST_OP(i16, i16, mulhi, xl_i16_mulhi(va, vb, vl), (int16_t)((int32_t)a * b >> 16))
XL_TEST_OP(u16, u16, mulhi, xl_u16_mulhi(va, vb, vl), (uint16_t)((uint32_t)a * b >> 16))

#define XL_CLAMP(x, LO, HI) ((x) < (LO) ? (LO) : (x) > (HI) ? (HI) : (x))
#define XL_TEST_SATURATING(T, LO, HI)                                                                                  \
    XL_TEST_OP(T, T, add_sat, xl_##T##_add_sat(va, vb, vl), (xl_e_##T)XL_CLAMP((int)a + b, LO, HI))                          \
    XL_TEST_OP(T, T, sub_sat, xl_##T##_sub_sat(va, vb, vl), (xl_e_##T)XL_CLAMP((int)a - b, LO, HI))
XL_TEST_SATURATING(i8, INT8_MIN, INT8_MAX)
XL_TEST_SATURATING(i16, INT16_MIN, INT16_MAX)
XL_TEST_SATURATING(u8, 0, UINT8_MAX)
XL_TEST_SATURATING(u16, 0, UINT16_MAX)

XL_TEST_REDUCE(i32, add, XL_ADD_i32(a, b))
XL_TEST_REDUCE(u32, add, XL_ADD_u32(a, b))
XL_TEST_REDUCE(i64, add, XL_ADD_i64(a, b))
XL_TEST_REDUCE(u64, add, XL_ADD_u64(a, b))
#define XL_TEST_REDUCE_MINMAX(T)                                                                                       \
    XL_TEST_REDUCE(T, min, XL_MIN(T, a, b))                                                                            \
    XL_TEST_REDUCE(T, max, XL_MAX(T, a, b))
XL_TEST_REDUCE_MINMAX(f32)
XL_TEST_REDUCE_MINMAX(f64)
XL_TEST_REDUCE_MINMAX(i32)
XL_TEST_REDUCE_MINMAX(u32)
XL_TEST_REDUCE_MINMAX(i64)
XL_TEST_REDUCE_MINMAX(u64)

static int32_t to_i32(float x)
{
    return x != x ? 0 : x >= 0x1p31f ? INT32_MAX : x < -0x1p31f ? INT32_MIN : (int32_t)x;
}

XL_TEST_OP(f32, i32, to_i32, xl_i32_from_f32(va, vl), to_i32(a))
XL_TEST_OP(f32, i32, to_i32_roundeven, xl_i32_from_f32_roundeven(va, vl), to_i32(rintf(a)))
XL_TEST_OP(i32, f32, to_f32, xl_f32_from_i32(va, vl), (float)a)

#define XL_TEST_BITS(FROM, TO)                                                                                         \
    XL_TEST_OP(FROM, TO, bits_##TO, xl_##TO##_bitcast_##FROM(va), from_bits_##TO(bits_##FROM(XL_RAW(FROM, 0))))
#undef XL_FLUSH_f32
#define XL_FLUSH_f32(x) (x)
XL_TEST_BITS(f32, i32)
XL_TEST_BITS(f32, u32)
XL_TEST_BITS(i32, f32)
XL_TEST_BITS(i32, u32)
XL_TEST_BITS(u32, f32)
XL_TEST_BITS(u32, i32)
XL_TEST_BITS(f64, i64)
XL_TEST_BITS(f64, u64)
XL_TEST_BITS(i64, f64)
XL_TEST_BITS(i64, u64)
XL_TEST_BITS(u64, f64)
XL_TEST_BITS(u64, i64)
XL_TEST_BITS(i16, u16)
XL_TEST_BITS(u16, i16)
XL_TEST_BITS(i8, u8)
XL_TEST_BITS(u8, i8)

/* Indices with the sign bit of 32 set would need 8 GiB of table; every lane order and the last element are tried. */
#define XL_TEST_INDEXED(T)                                                                                             \
    static void test_##T##_indexed(void **state)                                                                       \
    {                                                                                                                  \
        (void)state;                                                                                                   \
        enum { TABLE = 1000 };                                                                                         \
        static xl_e_##T got[XL_MAX_N];                                                                                 \
        static uint32_t index[XL_MAX_N];                                                                               \
        xl_e_##T *table = guarded(TABLE * sizeof *table);                                                              \
        size_t lanes = xl_##T##_lanes();                                                                               \
        for (size_t i = 0; i < TABLE; i++)                                                                             \
            table[i] = (xl_e_##T)rng();                                                                                \
        for (size_t want = 1; want <= lanes; want++) {                                                                 \
            size_t vl = xl_##T##_vl(want);                                                                             \
            xl_e_##T start = (xl_e_##T)(0x7ffffffe + want), sum = 0;                                                   \
            xl_##T##_store(got, xl_##T##_iota(start, vl), vl);                                                         \
            for (size_t i = 0; i < vl; i++)                                                                            \
                assert_int_equal((uint32_t)got[i], (uint32_t)start + (uint32_t)i);                                     \
            for (size_t i = 0; i < XL_MAX_N; i++)                                                                      \
                index[i] = i < vl ? (i == vl - 1 ? TABLE - 1 : (uint32_t)(rng() % TABLE)) : UINT32_MAX;                \
            xl_##T##_store(got, xl_##T##_gather(table, xl_u32_load(index, lanes), vl), vl);                            \
            for (size_t i = 0; i < vl; i++)                                                                            \
                assert_int_equal(got[i], table[index[i]]);                                                             \
            fill_##T(lanes, want);                                                                                     \
            xl_##T##_store(got, xl_##T##_scan_add(xl_##T##_load(in_##T[0], lanes), vl), vl);                           \
            for (size_t i = 0; i < vl; i++) {                                                                          \
                sum = (xl_e_##T)((uint32_t)sum + (uint32_t)in_##T[0][i]);                                              \
                assert_int_equal(got[i], sum);                                                                         \
            }                                                                                                          \
        }                                                                                                              \
        guarded_free(table, TABLE * sizeof *table);                                                                    \
    }
XL_TEST_INDEXED(i32)
XL_TEST_INDEXED(u32)

#define XL_TEST_GATHER64(T)                                                                                            \
    static void test_##T##_gather(void **state)                                                                        \
    {                                                                                                                  \
        (void)state;                                                                                                   \
        enum { TABLE = 1000 };                                                                                         \
        static xl_e_##T got[XL_MAX_N];                                                                                 \
        static uint64_t index[XL_MAX_N];                                                                               \
        xl_e_##T *table = guarded(TABLE * sizeof *table);                                                              \
        size_t lanes = xl_##T##_lanes();                                                                               \
        for (size_t i = 0; i < TABLE; i++)                                                                             \
            table[i] = from_bits_##T(rng());                                                                           \
        for (size_t want = 1; want <= lanes; want++) {                                                                 \
            size_t vl = xl_##T##_vl(want);                                                                             \
            for (size_t i = 0; i < XL_MAX_N; i++)                                                                      \
                index[i] = i < vl ? (i == vl - 1 ? TABLE - 1 : rng() % TABLE) : UINT64_MAX / 16;                       \
            xl_##T##_store(got, xl_##T##_gather(table, xl_u64_load(index, lanes), vl), vl);                            \
            for (size_t i = 0; i < vl; i++)                                                                            \
                if (bits_##T(got[i]) != bits_##T(table[index[i]]))                                                     \
                    fail_lane(#T "_gather", vl, i, index[i], 0, 0, bits_##T(got[i]), bits_##T(table[index[i]]));       \
        }                                                                                                              \
        guarded_free(table, TABLE * sizeof *table);                                                                    \
    }
XL_TEST_GATHER64(i64)
XL_TEST_GATHER64(u64)
XL_TEST_GATHER64(f64)

/* The lanes from vl on of the operand hold something. Below vl, a lane that is not unspecified has the bits of another. */
#define XL_TEST_SLIDES(T)                                                                                              \
    static void slides_##T##_check(size_t k, size_t vl, xl_##T up, xl_##T down, xl_##T same)                           \
    {                                                                                                                  \
        static xl_e_##T got[3][XL_MAX_N];                                                                              \
        xl_##T##_store(got[0], up, vl);                                                                                \
        xl_##T##_store(got[1], down, vl);                                                                              \
        xl_##T##_store(got[2], same, vl);                                                                              \
        for (size_t i = 0; i < vl; i++) {                                                                              \
            uint64_t want = bits_##T(in_##T[0][i < k ? i : i - k]);                                                    \
            if (bits_##T(got[0][i]) != want)                                                                           \
                fail_lane(#T "_slide_up", vl, i, k, 0, 0, bits_##T(got[0][i]), want);                                  \
            if (k < vl - i && bits_##T(got[1][i]) != bits_##T(in_##T[0][i + k]))                                       \
                fail_lane(#T "_slide_down", vl, i, k, 0, 0, bits_##T(got[1][i]), bits_##T(in_##T[0][i + k]));          \
            if (k < vl && bits_##T(got[2][i]) != bits_##T(in_##T[0][k]))                                               \
                fail_lane(#T "_broadcast_lane", vl, i, k, 0, 0, bits_##T(got[2][i]), bits_##T(in_##T[0][k]));          \
        }                                                                                                              \
    }                                                                                                                  \
    static void test_##T##_slides(void **state)                                                                        \
    {                                                                                                                  \
        (void)state;                                                                                                   \
        size_t lanes = xl_##T##_lanes();                                                                               \
        for (size_t r = 0; r < 9 * lanes; r++) {                                                                       \
            size_t vl = xl_##T##_vl(1 + r % lanes), k = (size_t)rng() % (vl + 1);                                      \
            k = r % 16 == 5 ? lanes : k;                                                                               \
            for (size_t i = 0; i < lanes; i++)                                                                         \
                in_##T[0][i] = r % 2 ? from_bits_##T(rng()) : input_##T(i, 0, r);                                      \
            xl_##T v = xl_##T##_load(in_##T[0], lanes);                                                                \
            slides_##T##_check(k, vl, xl_##T##_slide_up(v, k, vl), xl_##T##_slide_down(v, k, vl),                      \
                               xl_##T##_broadcast_lane(v, k < vl ? k : 0, vl));                                        \
            slides_##T##_check(0, vl, xl_##T##_slide_up(v, 0, vl), xl_##T##_slide_down(v, 0, vl),                      \
                               xl_##T##_broadcast_lane(v, 0, vl));                                                     \
            slides_##T##_check(1, vl, xl_##T##_slide_up(v, 1, vl), xl_##T##_slide_down(v, 1, vl),                      \
                               xl_##T##_broadcast_lane(v, vl > 1, vl));                                                \
        }                                                                                                              \
        if (lanes >= 4) {                                                                                              \
            xl_##T v = xl_##T##_load(in_##T[0], lanes);                                                                \
            slides_##T##_check(3, lanes, xl_##T##_slide_up(v, 3, lanes), xl_##T##_slide_down(v, 3, lanes),             \
                               xl_##T##_broadcast_lane(v, 3, lanes));                                                  \
        }                                                                                                              \
    }
XL_TEST_SLIDES(f32)
XL_TEST_SLIDES(f64)
XL_TEST_SLIDES(i8)
XL_TEST_SLIDES(i16)
XL_TEST_SLIDES(i32)
XL_TEST_SLIDES(i64)
XL_TEST_SLIDES(u8)
XL_TEST_SLIDES(u16)
XL_TEST_SLIDES(u32)
XL_TEST_SLIDES(u64)

static void test_u8_load3(void **state)
{
    (void)state;
    static uint8_t got[3][XL_MAX_N];
    for (size_t n = 1; n <= xl_u8_lanes(); n++) {
        uint8_t *p = guarded(3 * n);
        for (size_t i = 0; i < 3 * n; i++)
            p[i] = (uint8_t)rng();
        for (size_t i = 0, vl; i < n; i += vl) {
            vl = xl_u8_vl(n - i);
            xl_u8 a, b, c;
            xl_u8_load3(p + 3 * i, &a, &b, &c, vl);
            xl_u8_store(got[0] + i, a, vl);
            xl_u8_store(got[1] + i, b, vl);
            xl_u8_store(got[2] + i, c, vl);
        }
        for (size_t i = 0; i < 3 * n; i++)
            if (got[i % 3][i / 3] != p[i])
                fail_lane("u8_load3", n, i, 0, 0, 0, got[i % 3][i / 3], p[i]);
        guarded_free(p, 3 * n);
    }
}

XL_TEST_LOAD(i32, i8, i8, x)
XL_TEST_LOAD(i32, i16, i16, x)
XL_TEST_LOAD(u32, u8, u8, x)
XL_TEST_LOAD(u32, u16, u16, x)

XL_TEST_STORE(u32, u8, u8, (uint8_t)x)
XL_TEST_STORE(u32, u16, u16, (uint16_t)x)

/* add_keep, fma_keep and mul_add_keep are add, fma and mul_add merged into the accumulator. */
#define XL_TEST_KEEP(T, OP, KEPT, EXPRESSION, PARTS)                                                                   \
    static void test_##T##_##OP##_keep(void **state)                                                                   \
    {                                                                                                                  \
        (void)state;                                                                                                   \
        static xl_e_##T got[XL_MAX_N], want[XL_MAX_N];                                                                 \
        size_t lanes = xl_##T##_lanes();                                                                               \
        fill_##T(lanes, 1);                                                                                            \
        for (size_t n = 1; n <= lanes; n++) {                                                                          \
            size_t vl = xl_##T##_vl(n);                                                                                \
            xl_##T va = xl_##T##_load(in_##T[0], lanes), vb = xl_##T##_load(in_##T[1], lanes);                         \
            xl_##T vc = xl_##T##_load(in_##T[2], lanes);                                                               \
            (void)vc;                                                                                                  \
            xl_##T##_store(got, EXPRESSION, lanes);                                                                    \
            xl_##T##_store(want, xl_##T##_merge(KEPT, PARTS, vl), lanes);                                              \
            for (size_t i = 0; i < lanes; i++)                                                                         \
                if (bits_##T(got[i]) != bits_##T(want[i]) && !(got[i] != got[i] && want[i] != want[i]))                \
                    fail_lane(#T "_" #OP "_keep", vl, i, 0, 0, 0, bits_##T(got[i]), bits_##T(want[i]));                \
        }                                                                                                              \
    }
#define XL_TEST_ADD_KEEP(T) XL_TEST_KEEP(T, add, va, xl_##T##_add_keep(va, vb, vl), xl_##T##_add(va, vb, vl))
#define XL_TEST_FMA_KEEP(T) XL_TEST_KEEP(T, fma, vc, xl_##T##_fma_keep(va, vb, vc, vl), xl_##T##_fma(va, vb, vc, vl))
#define XL_TEST_MUL_ADD_KEEP(T)                                                                                        \
    XL_TEST_KEEP(T, mul_add, vc, xl_##T##_mul_add_keep(va, vb, vc, vl), xl_##T##_mul_add(va, vb, vc, vl))
XL_TEST_ADD_KEEP(i32)
XL_TEST_ADD_KEEP(u32)
XL_TEST_ADD_KEEP(i64)
XL_TEST_ADD_KEEP(u64)
XL_TEST_ADD_KEEP(f32)
XL_TEST_ADD_KEEP(f64)
XL_TEST_FMA_KEEP(f32)
XL_TEST_FMA_KEEP(f64)
XL_TEST_MUL_ADD_KEEP(f32)
XL_TEST_MUL_ADD_KEEP(f64)

/* Operands that the compiler knows: what it folds at build time must be what the CPU would say. */
static void test_constant_operands(void **state)
{
    (void)state;
    static int32_t limit[XL_MAX_N], got[4][XL_MAX_N];
    static float zeros[4][XL_MAX_N];
    size_t vl = xl_f32_vl(xl_f32_lanes());
    xl_i32_store(limit, xl_i32_set1(INT32_MAX, vl), vl);
    xl_i32_store(got[0], xl_i32_from_f32(xl_f32_set1(3e9f, vl), vl), vl);
    xl_i32_store(got[1], xl_i32_from_f32(xl_f32_set1(-3e9f, vl), vl), vl);
    xl_i32_store(got[2], xl_i32_from_f32(xl_f32_set1(NAN, vl), vl), vl);
    xl_i32_store(got[3], xl_i32_from_f32_roundeven(xl_f32_set1(2.5f, vl), vl), vl);
    xl_f32_store(zeros[0], xl_f32_min(xl_f32_set1(0.0f, vl), xl_f32_set1(-0.0f, vl), vl), vl);
    xl_f32_store(zeros[1], xl_f32_min(xl_f32_set1(-0.0f, vl), xl_f32_set1(0.0f, vl), vl), vl);
    xl_f32_store(zeros[2], xl_f32_max(xl_f32_set1(0.0f, vl), xl_f32_set1(-0.0f, vl), vl), vl);
    xl_f32_store(zeros[3], xl_f32_max(xl_f32_set1(-0.0f, vl), xl_f32_set1(0.0f, vl), vl), vl);
    for (size_t i = 0; i < vl; i++) {
        assert_int_equal(limit[i], INT32_MAX);
        assert_int_equal(got[0][i], INT32_MAX);
        assert_int_equal(got[1][i], INT32_MIN);
        assert_int_equal(got[2][i], 0);
        assert_int_equal(got[3][i], 2);
        for (size_t k = 0; k < 4; k++)
            assert_int_equal(bits_f32(zeros[k][i]), k < 2 ? 0x80000000 : 0);
    }
}

#define XL_LIST_COMMON(T)                                                                                              \
    cmocka_unit_test(test_##T##_memory), cmocka_unit_test(test_##T##_copy), cmocka_unit_test(test_##T##_set1),         \
        cmocka_unit_test(test_##T##_merge), cmocka_unit_test(test_##T##_eq), cmocka_unit_test(test_##T##_lt),          \
        cmocka_unit_test(test_##T##_le), cmocka_unit_test(test_##T##_mask_and), cmocka_unit_test(test_##T##_mask_or),  \
        cmocka_unit_test(test_##T##_mask_not), cmocka_unit_test(test_##T##_mask), cmocka_unit_test(test_##T##_add),    \
        cmocka_unit_test(test_##T##_sub), cmocka_unit_test(test_##T##_min), cmocka_unit_test(test_##T##_max),        \
        cmocka_unit_test(test_##T##_slides)
#define XL_LIST_FLOAT(T)                                                                                               \
    XL_LIST_COMMON(T), cmocka_unit_test(test_##T##_mul), cmocka_unit_test(test_##T##_div),                             \
        cmocka_unit_test(test_##T##_sqrt), cmocka_unit_test(test_##T##_fma), cmocka_unit_test(test_##T##_abs),         \
        cmocka_unit_test(test_##T##_neg), cmocka_unit_test(test_##T##_roundeven), cmocka_unit_test(test_##T##_reduce_add)
#define XL_LIST_INT(T)                                                                                                 \
    XL_LIST_COMMON(T), cmocka_unit_test(test_##T##_and), cmocka_unit_test(test_##T##_or),                              \
        cmocka_unit_test(test_##T##_xor), cmocka_unit_test(test_##T##_not), cmocka_unit_test(test_##T##_shl),          \
        cmocka_unit_test(test_##T##_shr), cmocka_unit_test(test_##T##_shl_const),                                      \
        cmocka_unit_test(test_##T##_shr_const), cmocka_unit_test(test_##T##_shl_width),                                \
        cmocka_unit_test(test_##T##_shr_width)
#define XL_LIST_MINMAX(T) cmocka_unit_test(test_##T##_reduce_min), cmocka_unit_test(test_##T##_reduce_max)

int test_vec(void)
{
    const struct CMUnitTest tests[] = {
        XL_LIST_FLOAT(f32), XL_LIST_FLOAT(f64), XL_LIST_INT(i8), XL_LIST_INT(i16), XL_LIST_INT(i32), XL_LIST_INT(i64),
        XL_LIST_INT(u8), XL_LIST_INT(u16), XL_LIST_INT(u32), XL_LIST_INT(u64),
        cmocka_unit_test(test_i16_mul), cmocka_unit_test(test_u16_mul), cmocka_unit_test(test_i32_mul),
        cmocka_unit_test(test_u32_mul), cmocka_unit_test(test_i64_mul), cmocka_unit_test(test_u64_mul),
        cmocka_unit_test(test_i16_mulhi), cmocka_unit_test(test_u16_mulhi),
        cmocka_unit_test(test_i8_add_sat), cmocka_unit_test(test_i8_sub_sat), cmocka_unit_test(test_i16_add_sat),
        cmocka_unit_test(test_i16_sub_sat), cmocka_unit_test(test_u8_add_sat), cmocka_unit_test(test_u8_sub_sat),
        cmocka_unit_test(test_u16_add_sat), cmocka_unit_test(test_u16_sub_sat),
        cmocka_unit_test(test_i32_reduce_add), cmocka_unit_test(test_u32_reduce_add),
        cmocka_unit_test(test_i64_reduce_add), cmocka_unit_test(test_u64_reduce_add),
        XL_LIST_MINMAX(f32), XL_LIST_MINMAX(f64), XL_LIST_MINMAX(i32), XL_LIST_MINMAX(u32), XL_LIST_MINMAX(i64),
        XL_LIST_MINMAX(u64),
        cmocka_unit_test(test_f32_to_i32), cmocka_unit_test(test_f32_to_i32_roundeven), cmocka_unit_test(test_i32_to_f32),
        cmocka_unit_test(test_f32_bits_i32), cmocka_unit_test(test_f32_bits_u32), cmocka_unit_test(test_i32_bits_f32),
        cmocka_unit_test(test_i32_bits_u32), cmocka_unit_test(test_u32_bits_f32), cmocka_unit_test(test_u32_bits_i32),
        cmocka_unit_test(test_f64_bits_i64), cmocka_unit_test(test_f64_bits_u64), cmocka_unit_test(test_i64_bits_f64),
        cmocka_unit_test(test_i64_bits_u64), cmocka_unit_test(test_u64_bits_f64), cmocka_unit_test(test_u64_bits_i64),
        cmocka_unit_test(test_i16_bits_u16), cmocka_unit_test(test_u16_bits_i16), cmocka_unit_test(test_i8_bits_u8),
        cmocka_unit_test(test_u8_bits_i8),
        cmocka_unit_test(test_i32_indexed), cmocka_unit_test(test_u32_indexed), cmocka_unit_test(test_i64_gather),
        cmocka_unit_test(test_u64_gather), cmocka_unit_test(test_f64_gather), cmocka_unit_test(test_u8_load3),
        cmocka_unit_test(test_constant_operands),
        cmocka_unit_test(test_i32_add_keep), cmocka_unit_test(test_u32_add_keep), cmocka_unit_test(test_i64_add_keep),
        cmocka_unit_test(test_u64_add_keep), cmocka_unit_test(test_f32_add_keep), cmocka_unit_test(test_f64_add_keep),
        cmocka_unit_test(test_f32_fma_keep), cmocka_unit_test(test_f64_fma_keep),
        cmocka_unit_test(test_f32_mul_add_keep), cmocka_unit_test(test_f64_mul_add_keep),
        cmocka_unit_test(test_i32_load_i8), cmocka_unit_test(test_i32_load_i16), cmocka_unit_test(test_u32_load_u8),
        cmocka_unit_test(test_u32_load_u16), cmocka_unit_test(test_u32_store_u8), cmocka_unit_test(test_u32_store_u16),
    };
    return cmocka_run_group_tests_name("vocabulary " XL_STRING(XL_ISA), tests, NULL, NULL);
}
