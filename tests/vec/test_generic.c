/* Unit tests of the vector vocabulary: what arch/generic.h has for an ISA that has nothing better.
 * SPDX-License-Identifier: MIT
 */
#include "test_vec.h"

#define XL_TEST_ROUNDING(T, F, SIGN)                                                                                   \
    XL_TEST_OP(T, T, floor, xl_##T##_floor(va, vl), floor##F(a))                                                       \
    XL_TEST_OP(T, T, ceil, xl_##T##_ceil(va, vl), ceil##F(a))                                                          \
    XL_TEST_OP(T, T, trunc, xl_##T##_trunc(va, vl), trunc##F(a))                                                       \
    static void test_##T##_copysign(void **state)                                                                      \
    {                                                                                                                  \
        (void)state;                                                                                                   \
        static xl_e_##T got[XL_MAX_N];                                                                                 \
        size_t lanes = xl_##T##_lanes();                                                                               \
        for (size_t r = 0; r < rounds_##T; r++) {                                                                      \
            size_t vl = xl_##T##_vl(1 + r % lanes);                                                                    \
            fill_##T(lanes, r);                                                                                        \
            xl_##T a = xl_##T##_load(in_##T[0], vl), b = xl_##T##_load(in_##T[1], vl);                                 \
            xl_##T##_store(got, xl_##T##_copysign(a, b, vl), vl);                                                      \
            for (size_t i = 0; i < vl; i++) {                                                                          \
                uint64_t x = bits_##T(in_##T[0][i]), y = bits_##T(in_##T[1][i]);                                       \
                uint64_t want = (x & ~(SIGN)) | (y & (SIGN));                                                          \
                if (bits_##T(got[i]) != want) /* NaN included */                                                       \
                    fail_lane(#T "_copysign", vl, i, x, y, 0, bits_##T(got[i]), want);                                 \
            }                                                                                                          \
        }                                                                                                              \
    }
/* -ffp-contract=off: two roundings. */
#ifdef XL_FMA_IS_EMULATED
#define XL_MUL_ADD(F) (a * b + c)
#else
#define XL_MUL_ADD(F) fma##F(a, b, c)
#endif
XL_TEST_OP(f32, f32, mul_add, xl_f32_mul_add(va, vb, vc, vl), XL_MUL_ADD(f))
XL_TEST_OP(f64, f64, mul_add, xl_f64_mul_add(va, vb, vc, vl), XL_MUL_ADD())

XL_TEST_ROUNDING(f32, f, UINT64_C(0x80000000))
XL_TEST_ROUNDING(f64, , UINT64_C(0x8000000000000000))

XL_TEST_OP(u8, u8, avg, xl_u8_avg(va, vb, vl), (uint8_t)((a + b + 1) / 2))
XL_TEST_OP(u16, u16, avg, xl_u16_avg(va, vb, vl), (uint16_t)((a + b + 1) / 2))
XL_TEST_OP(u8, u8, absdiff, xl_u8_absdiff(va, vb, vl), (uint8_t)(a < b ? b - a : a - b))
XL_TEST_OP(u16, u16, absdiff, xl_u16_absdiff(va, vb, vl), (uint16_t)(a < b ? b - a : a - b))
XL_TEST_OP(i32, i32, mulhi, xl_i32_mulhi(va, vb, vl), (int32_t)((int64_t)a * b >> 32))
XL_TEST_OP(u32, u32, mulhi, xl_u32_mulhi(va, vb, vl), (uint32_t)((uint64_t)a * b >> 32))

static uint32_t to_u32(float x)
{
    return x >= 0x1p32f ? UINT32_MAX : x >= 1 ? (uint32_t)x : 0; /* a NaN is not >= 1 */
}

static int64_t to_i64(double x)
{
    return x != x ? 0 : x >= 0x1p63 ? INT64_MAX : x < -0x1p63 ? INT64_MIN : (int64_t)x;
}

XL_TEST_OP(f32, u32, to_u32, xl_u32_from_f32(va, vl), to_u32(a))
XL_TEST_OP(u32, f32, to_f32, xl_f32_from_u32(va, vl), (float)a)
XL_TEST_OP(f64, i64, to_i64, xl_i64_from_f64(va, vl), to_i64(a))
XL_TEST_OP(i64, f64, to_f64, xl_f64_from_i64(va, vl), (double)a)

XL_TEST_LOAD(i16, i8, i8, x)
XL_TEST_LOAD(u16, u8, u8, x)
XL_TEST_LOAD(i64, i32, i32, x)
XL_TEST_LOAD(u64, u32, u32, x)
XL_TEST_LOAD(f64, f32, f32, x)
XL_TEST_LOAD(f64, i32, i32, x)
XL_TEST_STORE(u16, u8, u8, (uint8_t)x)
XL_TEST_STORE(i16, i8, i8, (int8_t)x)
XL_TEST_STORE(i32, i8, i8, (int8_t)x)
XL_TEST_STORE(i32, i16, i16, (int16_t)x)
XL_TEST_STORE(u64, u32, u32, (uint32_t)x)
XL_TEST_STORE(i64, i32, i32, (int32_t)x)
XL_TEST_STORE(f64, f32, f32, (float)x)

/* IEEE 754 binary16, by its definition: a sign, 5 bits of exponent with bias 15, 10 bits of fraction. */
static float from_half(uint16_t h)
{
    int exponent = h >> 10 & 31, fraction = h & 1023;
    double size = exponent == 0    ? ldexp(fraction, -24)
                  : exponent == 31 ? (fraction ? NAN : INFINITY)
                                   : ldexp(1024 + fraction, exponent - 25);
    return (float)(h >> 15 ? -size : size);
}

static uint16_t to_half(float x)
{
    unsigned sign = signbit(x) ? 0x8000 : 0, bits;
    if (x != x)
        return 0x7e00;
    /* Infinities are among these. No isinf(): qemu-ppc64le takes a subnormal for one (docs/limits.md). */
    if (fabsf(x) >= 0x1p16f)
        return (uint16_t)(sign | 0x7c00);
    int exponent = x == 0 || ilogb(x) < -14 ? -14 : ilogb(x);
    /* The leading 1 of the fraction adds 1 to the exponent; so does a fraction rounded up to 2. */
    bits = (unsigned)(exponent + 14) << 10;
    bits += (unsigned)rint(ldexp(fabs((double)x), 10 - exponent));
    return (uint16_t)(sign | bits);
}

static bool same_half(uint16_t a, uint16_t b) { return a == b || ((a & 0x7fff) > 0x7c00 && (b & 0x7fff) > 0x7c00); }

XL_TEST_LOAD(f32, f16, u16, from_half(x))

static void check_store_f16(const float *in, size_t n)
{
    size_t vl = xl_f32_vl(n);
    uint16_t *p = guarded((vl + 1) * sizeof *p);
    p[0] = 0x5a5a;
    xl_f32_store_narrow_f16(p + 1, xl_f32_load(in, vl), vl);
    assert_int_equal(p[0], 0x5a5a);
    for (size_t i = 0; i < vl; i++)
        if (!same_half(p[i + 1], to_half(in[i])))
            fail_lane("f32_store_f16", vl, i, bits_f32(in[i]), 0, 0, p[i + 1], to_half(in[i]));
    guarded_free(p, (vl + 1) * sizeof *p);
}

static void test_f32_store_f16(void **state)
{
    (void)state;
    size_t lanes = xl_f32_lanes();
    for (size_t r = 0; r < rounds_f32 + 2 * lanes; r++) {
        fill_f32(lanes, r);
        check_store_f16(in_f32[0], 1 + r % lanes);
    }
}

/* Every binary16; and, of each two neighbours, the point between them and its own neighbours. */
static void test_f16_all(void **state)
{
    (void)state;
    static uint16_t half[1 << 16], got_half[1 << 16];
    static float want[1 << 16], got[1 << 16];
    for (size_t k = 0; k < 4; k++) {
        for (size_t i = 0; i < 1 << 16; i++) {
            half[i] = (uint16_t)i;
            want[i] = from_half(half[i]);
            float next = (i & 0x7fff) == 0x7bff ? (i >> 15 ? -0x1p16f : 0x1p16f) : from_half((uint16_t)(i + 1));
            bool finite = fabsf(want[i]) <= 0x1p16f && fabsf(next) <= 0x1p16f;
            if (k > 0 && finite)
                want[i] = want[i] / 2 + next / 2;
            if (k > 1 && finite)
                want[i] = nextafterf(want[i], k == 2 ? INFINITY : -INFINITY);
        }
        for (size_t i = 0, vl; i < 1 << 16; i += vl) {
            vl = xl_f32_vl((1 << 16) - i);
            if (k == 0)
                xl_f32_store(got + i, xl_f32_load_widen_f16(half + i, vl), vl);
            xl_f32_store_narrow_f16(got_half + i, xl_f32_load(want + i, vl), vl);
        }
        for (size_t i = 0; i < 1 << 16; i++) {
            if (k == 0 && !same_f32(got[i], want[i]))
                fail_lane("f32_load_f16", i, 0, i, 0, 0, bits_f32(got[i]), bits_f32(want[i]));
            if (!same_half(got_half[i], to_half(want[i])))
                fail_lane("f32_store_f16", k, i, bits_f32(want[i]), 0, 0, got_half[i], to_half(want[i]));
        }
    }
}

/* The lanes from vl on of the operands hold something, and must not matter. */
#define XL_TEST_REVERSE(T)                                                                                             \
    static void test_##T##_reverse(void **state)                                                                       \
    {                                                                                                                  \
        (void)state;                                                                                                   \
        static xl_e_##T got[XL_MAX_N];                                                                                 \
        size_t lanes = xl_##T##_lanes();                                                                               \
        for (size_t r = 0; r < lanes + 40; r++) {                                                                      \
            size_t vl = xl_##T##_vl(1 + r % lanes);                                                                    \
            for (size_t i = 0; i < lanes; i++)                                                                         \
                in_##T[0][i] = r % 2 ? from_bits_##T(rng()) : input_##T(i, 0, r);                                      \
            xl_##T##_store(got, xl_##T##_reverse(xl_##T##_load(in_##T[0], lanes), vl), vl);                            \
            for (size_t i = 0; i < vl; i++)                                                                            \
                if (bits_##T(got[i]) != bits_##T(in_##T[0][vl - 1 - i]))                                               \
                    fail_lane(#T "_reverse", vl, i, 0, 0, 0, bits_##T(got[i]), bits_##T(in_##T[0][vl - 1 - i]));       \
        }                                                                                                              \
    }
XL_TEST_REVERSE(f32)
XL_TEST_REVERSE(f64)
XL_TEST_REVERSE(i8)
XL_TEST_REVERSE(i16)
XL_TEST_REVERSE(i32)
XL_TEST_REVERSE(i64)
XL_TEST_REVERSE(u8)
XL_TEST_REVERSE(u16)
XL_TEST_REVERSE(u32)
XL_TEST_REVERSE(u64)

/* Round 0 sets no lane below vl, round 1 all, others some; those from vl on are set in each. Every pattern of few lanes
 * comes up. */
#define XL_TEST_COMPRESS(T)                                                                                            \
    static void test_##T##_compress(void **state)                                                                      \
    {                                                                                                                  \
        (void)state;                                                                                                   \
        static xl_e_##T got[XL_MAX_N];                                                                                 \
        static uint32_t set[XL_MAX_N];                                                                                 \
        size_t lanes = xl_##T##_lanes();                                                                               \
        for (size_t r = 0; r < 258 * lanes; r++) {                                                                     \
            size_t vl = xl_##T##_vl(1 + r % lanes), round = r / lanes, n = 0;                                          \
            uint64_t pattern = round == 0 ? 0 : round == 1 ? UINT64_MAX : rng() << 8 | (round - 2);                    \
            fill_##T(lanes, round);                                                                                    \
            for (size_t i = 0; i < lanes; i++)                                                                         \
                set[i] = i >= vl || (pattern >> i & 1);                                                                \
            xl_m32 m = xl_u32_eq(xl_u32_load(set, lanes), xl_u32_set1(1, lanes), lanes);                               \
            xl_##T##_store(got, xl_##T##_compress(xl_##T##_load(in_##T[0], lanes), m, vl), vl);                        \
            for (size_t i = 0; i < vl; i++) {                                                                          \
                if (set[i] && bits_##T(got[n++]) != bits_##T(in_##T[0][i]))                                            \
                    fail_lane(#T "_compress", vl, i, pattern, 0, 0, bits_##T(got[n - 1]), bits_##T(in_##T[0][i]));     \
            }                                                                                                          \
        }                                                                                                              \
    }
XL_TEST_COMPRESS(f32)
XL_TEST_COMPRESS(i32)
XL_TEST_COMPRESS(u32)

static void test_u8_lookup16(void **state)
{
    (void)state;
    static uint8_t index[XL_MAX_N], got[XL_MAX_N];
    uint8_t *table = guarded(16);
    size_t lanes = xl_u8_lanes();
    for (size_t r = 0; r < 2 * lanes + 40; r++) {
        size_t vl = xl_u8_vl(1 + r % lanes);
        for (size_t i = 0; i < 16; i++)
            table[i] = (uint8_t)rng();
        for (size_t i = 0; i < lanes; i++)
            index[i] = (uint8_t)(i < vl ? rng() & 15 : 0xff);
        xl_u8_store(got, xl_u8_lookup16(table, xl_u8_load(index, lanes), vl), vl);
        for (size_t i = 0; i < vl; i++)
            if (got[i] != table[index[i]])
                fail_lane("u8_lookup16", vl, i, index[i], 0, 0, got[i], table[index[i]]);
    }
    guarded_free(table, 16);
}

/* N vectors to and from memory that ends at a guard page and begins after a known element. */
#define XL_VECTORS_2 a, b
#define XL_VECTORS_3 a, b, c
#define XL_VECTORS_4 a, b, c, d
#define XL_POINTERS_2 &a, &b
#define XL_POINTERS_3 &a, &b, &c
#define XL_POINTERS_4 &a, &b, &c, &d
#define XL_TEST_INTERLEAVED(T, N)                                                                                      \
    static void test_##T##_interleaved##N(void **state)                                                                \
    {                                                                                                                  \
        (void)state;                                                                                                   \
        static xl_e_##T got[4][XL_MAX_N];                                                                              \
        for (size_t n = 1; n <= xl_##T##_lanes(); n++) {                                                               \
            size_t vl = xl_##T##_vl(n), bytes = (N * vl + 1) * sizeof(xl_e_##T);                                       \
            xl_e_##T *p = guarded(bytes), *q = guarded(bytes);                                                         \
            for (size_t i = 0; i <= N * vl; i++)                                                                       \
                p[i] = (xl_e_##T)rng();                                                                                \
            memset(q, 0, bytes);                                                                                       \
            xl_##T a = xl_##T##_set1(0, vl), b = a, c = a, d = a;                                                      \
            (void)c, (void)d;                                                                                          \
            xl_##T##_load##N(p + 1, XL_POINTERS_##N, vl);                                                              \
            xl_##T##_store(got[0], a, vl);                                                                             \
            xl_##T##_store(got[1], b, vl);                                                                             \
            xl_##T##_store(got[2], c, vl);                                                                             \
            xl_##T##_store(got[3], d, vl);                                                                             \
            for (size_t i = 0; i < N * vl; i++)                                                                        \
                if (got[i % N][i / N] != p[i + 1])                                                                     \
                    fail_lane(#T "_load" #N, vl, i, 0, 0, 0, got[i % N][i / N], p[i + 1]);                             \
            xl_##T##_store##N(q + 1, XL_VECTORS_##N, vl);                                                              \
            assert_int_equal(q[0], 0);                                                                                 \
            for (size_t i = 1; i <= N * vl; i++)                                                                       \
                if (q[i] != p[i])                                                                                      \
                    fail_lane(#T "_store" #N, vl, i - 1, 0, 0, 0, q[i], p[i]);                                         \
            guarded_free(p, bytes);                                                                                    \
            guarded_free(q, bytes);                                                                                    \
        }                                                                                                              \
    }
#define XL_TEST_ALL_INTERLEAVED(T)                                                                                     \
    XL_TEST_INTERLEAVED(T, 2)                                                                                          \
    XL_TEST_INTERLEAVED(T, 3)                                                                                          \
    XL_TEST_INTERLEAVED(T, 4)
XL_TEST_ALL_INTERLEAVED(u8)
XL_TEST_ALL_INTERLEAVED(u16)
XL_TEST_ALL_INTERLEAVED(u32)

/* Operands that the compiler knows: what it folds at build time must be what the CPU would say. */
static void test_generic_constants(void **state)
{
    (void)state;
    static const float f[] = {5e9f, -5e9f, NAN, 3e9f, 0.9f};
    static const double d[] = {1e300, -1e300, NAN, -0.9, 1e18};
    static uint32_t u[5][XL_MAX_N];
    static int64_t s[5][XL_MAX_N];
    static float down[XL_MAX_N], up[XL_MAX_N], cut[XL_MAX_N];
    size_t vl = xl_f32_vl(xl_f32_lanes()), vl64 = xl_f64_vl(xl_f64_lanes());
#define XL_FOLD(k, x, y)                                                                                               \
    xl_u32_store(u[k], xl_u32_from_f32(xl_f32_set1(x, vl), vl), vl);                                                   \
    xl_i64_store(s[k], xl_i64_from_f64(xl_f64_set1(y, vl64), vl64), vl64);
    XL_FOLD(0, 5e9f, 1e300)
    XL_FOLD(1, -5e9f, -1e300)
    XL_FOLD(2, NAN, NAN)
    XL_FOLD(3, 3e9f, -0.9)
    XL_FOLD(4, 0.9f, 1e18)
    xl_f32_store(down, xl_f32_floor(xl_f32_set1(-0.0f, vl), vl), vl);
    xl_f32_store(up, xl_f32_ceil(xl_f32_set1(-0.5f, vl), vl), vl);
    xl_f32_store(cut, xl_f32_trunc(xl_f32_set1(-0.9f, vl), vl), vl);
    for (size_t k = 0; k < 5; k++) {
        for (size_t i = 0; i < vl; i++)
            assert_int_equal(u[k][i], to_u32(f[k]));
        for (size_t i = 0; i < vl64; i++)
            assert_int_equal(s[k][i], to_i64(d[k]));
    }
    for (size_t i = 0; i < vl; i++) {
        assert_int_equal(bits_f32(down[i]), 0x80000000);
        assert_int_equal(bits_f32(up[i]), 0x80000000);
        assert_int_equal(bits_f32(cut[i]), 0x80000000);
    }
}

/* qemu-cvtdq2pd in matrix/known-emulator-bugs.yml: the instruction, which clang loads with, reads twice its operand. */
static int open_gap(void **state)
{
    (void)state;
#if defined __clang__ && defined __x86_64__ && !defined __AVX512F__
    guard_gap = 16;
#endif
    return 0;
}

static int close_gap(void **state)
{
    (void)state;
    guard_gap = 0;
    return 0;
}

#define XL_TEST(NAME) cmocka_unit_test(test_##NAME)
#define XL_LIST_INTERLEAVED(T) XL_TEST(T##_interleaved2), XL_TEST(T##_interleaved3), XL_TEST(T##_interleaved4)

int test_generic(void)
{
    const struct CMUnitTest tests[] = {
        XL_TEST(f32_floor), XL_TEST(f32_ceil), XL_TEST(f32_trunc), XL_TEST(f32_copysign),
        XL_TEST(f64_floor), XL_TEST(f64_ceil), XL_TEST(f64_trunc), XL_TEST(f64_copysign),
        XL_TEST(f32_mul_add), XL_TEST(f64_mul_add),
        XL_TEST(u8_avg), XL_TEST(u16_avg), XL_TEST(u8_absdiff), XL_TEST(u16_absdiff),
        XL_TEST(i32_mulhi), XL_TEST(u32_mulhi),
        XL_TEST(f32_to_u32), XL_TEST(u32_to_f32), XL_TEST(f64_to_i64), XL_TEST(i64_to_f64),
        XL_TEST(i16_load_i8), XL_TEST(u16_load_u8), XL_TEST(i64_load_i32), XL_TEST(u64_load_u32),
        XL_TEST(f64_load_f32),
        cmocka_unit_test_setup_teardown(test_f64_load_i32, open_gap, close_gap), XL_TEST(f32_load_f16),
        XL_TEST(u16_store_u8), XL_TEST(i16_store_i8), XL_TEST(i32_store_i8), XL_TEST(i32_store_i16),
        XL_TEST(u64_store_u32), XL_TEST(i64_store_i32), XL_TEST(f64_store_f32), XL_TEST(f32_store_f16),
        XL_TEST(f16_all),
        XL_TEST(f32_reverse), XL_TEST(f64_reverse), XL_TEST(i8_reverse), XL_TEST(i16_reverse), XL_TEST(i32_reverse),
        XL_TEST(i64_reverse), XL_TEST(u8_reverse), XL_TEST(u16_reverse), XL_TEST(u32_reverse), XL_TEST(u64_reverse),
        XL_TEST(f32_compress), XL_TEST(i32_compress), XL_TEST(u32_compress), XL_TEST(u8_lookup16),
        XL_LIST_INTERLEAVED(u8), XL_LIST_INTERLEAVED(u16), XL_LIST_INTERLEAVED(u32),
        XL_TEST(generic_constants),
    };
    return cmocka_run_group_tests_name("generic vocabulary " XL_STRING(XL_ISA), tests, NULL, NULL);
}
