/* What the vocabulary's unit tests share: inputs with special values, guarded buffers, one operation against plain C.
 * SPDX-License-Identifier: MIT
 *
 * Every operation runs over strips of every length from 1 to a full vector and beyond, with special values in every
 * lane and operand, and is compared with plain C, bit for bit (any NaN equals any NaN). Loads and stores are checked
 * at a guard page, so that one byte too many faults.
 */
#ifndef XL_TESTS_TEST_VEC_H
#define XL_TESTS_TEST_VEC_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#include "vec.h"

#define XL_STRING(x) XL_STRING_(x)
#define XL_STRING_(x) #x

enum { XL_MAX_N = 4 * 256 + 3 };

/* Values that a lane can hold, as bits; random ones follow. */
static const uint64_t specials_f32[] = {
    0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc12345, 0x7f800001,
    0xffa00000, 0x00000001, 0x80000001, 0x007fffff, 0x00800000, 0x7f7fffff, 0xff7fffff, 0x3f000000, 0xbf000000,
    0x3fc00000, 0x40200000, 0xc0200000, 0x4effffff, 0x4f000000, 0xcf000000, 0xcf000001, 0x4f800000, 0x4b000000,
    0x4b000001, 0x4affffff, 0x34000000, 0x33800000, 0x3f7fffff, 0x3f800001, 0xbeffffff, 0xbf7fffff, 0x4f7fffff,
    0x4effffff, 0x5f000000, 0xbf800001, 0x4b7fffff,
};
static const uint64_t specials_f64[] = {
    0x0000000000000000, 0x8000000000000000, 0x3ff0000000000000, 0xbff0000000000000, 0x7ff0000000000000,
    0xfff0000000000000, 0x7ff8000000000000, 0xfff8000000012345, 0x7ff0000000000001, 0x0000000000000001,
    0x8000000000000001, 0x000fffffffffffff, 0x0010000000000000, 0x7fefffffffffffff, 0xffefffffffffffff,
    0x3fe0000000000000, 0xbfe0000000000000, 0x4330000000000000, 0x432fffffffffffff, 0x4004000000000000,
    0x43e0000000000000, 0xc3e0000000000000, 0x43dfffffffffffff, 0xc3e0000000000001, 0x41f0000000000000,
    0xc1f0000000000001, 0x41dfffffffffffff, 0xbfefffffffffffff, 0x3ff8000000000000, 0xc340000000000001,
    0x380fffffffffffff, 0x47efffffefffffff, 0x47effffff0000000, 0x3690000000000000, 0xb690000000000001,
};
static const uint64_t specials_int[] = {
    0, 1, 2, 3, 0x7f, 0x80, 0x81, 0xff, 0xfe, 0x100, 0x7fff, 0x8000, 0x8001, 0xffff, 0x10000, 0x7fffffff, 0x80000000,
    0x80000001, 0xffffffff, 0x100000000, 0x7fffffffffffffff, 0x8000000000000000, 0xffffffffffffffff, 0xfffffffffffffffe,
    0x5555555555555555, 0xaaaaaaaaaaaaaaaa, 0x0123456789abcdef,
};

static uint64_t rng_state = 0x9e3779b97f4a7c15;

/* Out of line: a loop over it must not be vectorised by clang 19, which takes any SVE length for a power of two. */
__attribute__((noinline)) static uint64_t rng(void)
{
    /* splitmix64 */
    uint64_t z = rng_state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

/* Of every two rounds of random bits, one has its exponents where fractions and integers are. */
static uint64_t near_one_f32(uint64_t bits) { return (bits & 0x807fffff) | (120 + (bits >> 32) % 40) << 23; }
static uint64_t near_one_f64(uint64_t bits)
{
    return (bits & 0x800fffffffffffff) | (1015 + (bits >> 52 & 0x7ff) % 72) << 52;
}
#define XL_NEAR_f32(bits, r) ((r) % 2 ? near_one_f32(bits) : (bits))
#define XL_NEAR_f64(bits, r) ((r) % 2 ? near_one_f64(bits) : (bits))
#define XL_NEAR_i8(bits, r) (bits)
#define XL_NEAR_i16(bits, r) (bits)
#define XL_NEAR_i32(bits, r) (bits)
#define XL_NEAR_i64(bits, r) (bits)
#define XL_NEAR_u8(bits, r) (bits)
#define XL_NEAR_u16(bits, r) (bits)
#define XL_NEAR_u32(bits, r) (bits)
#define XL_NEAR_u64(bits, r) (bits)

#define XL_SPECIALS_f32 specials_f32
#define XL_SPECIALS_f64 specials_f64
#define XL_SPECIALS_i8 specials_int
#define XL_SPECIALS_i16 specials_int
#define XL_SPECIALS_i32 specials_int
#define XL_SPECIALS_i64 specials_int
#define XL_SPECIALS_u8 specials_int
#define XL_SPECIALS_u16 specials_int
#define XL_SPECIALS_u32 specials_int
#define XL_SPECIALS_u64 specials_int

/* Where ARMv7 NEON takes a subnormal as zero, so does the expected value. */
#ifdef XL_TEST_FLUSHES
static float flush_f32(float x) { return fpclassify(x) == FP_SUBNORMAL ? copysignf(0, x) : x; }
#define XL_FLUSH_f32(x) flush_f32(x)
#else
#define XL_FLUSH_f32(x) (x)
#endif
#define XL_FLUSH_f64(x) (x)
#define XL_FLUSH_i8(x) (x)
#define XL_FLUSH_i16(x) (x)
#define XL_FLUSH_i32(x) (x)
#define XL_FLUSH_i64(x) (x)
#define XL_FLUSH_u8(x) (x)
#define XL_FLUSH_u16(x) (x)
#define XL_FLUSH_u32(x) (x)
#define XL_FLUSH_u64(x) (x)

/* Bytes between a buffer's end and the inaccessible page: 0, but where an emulator's known bug reads past an operand. */
static size_t guard_gap;

/* A buffer of `bytes` whose end is flush with an inaccessible page. */
__attribute__((noinline)) static void *guarded(size_t bytes)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    bytes += guard_gap;
    size_t room = (bytes + page - 1) / page * page;
    uint8_t *p = mmap(NULL, room + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(p != MAP_FAILED);
    assert_int_equal(mprotect(p + room, page, PROT_NONE), 0);
    return p + room - bytes;
}

__attribute__((noinline)) static void guarded_free(void *end_of_buffer_minus_bytes, size_t bytes)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    bytes += guard_gap;
    size_t room = (bytes + page - 1) / page * page;
    munmap((uint8_t *)end_of_buffer_minus_bytes + bytes - room, room + page);
}

__attribute__((noinline)) static void fail_lane(const char *op, size_t n, size_t lane, uint64_t a, uint64_t b, uint64_t c, uint64_t got,
                      uint64_t expected)
{
    fail_msg("%s n=%zu lane=%zu a=0x%llx b=0x%llx c=0x%llx got 0x%llx expected 0x%llx", op, n, lane,
             (unsigned long long)a, (unsigned long long)b, (unsigned long long)c, (unsigned long long)got,
             (unsigned long long)expected);
}

/* Helpers for one lane type: bits of a value, equality, input filling. */
#define XL_TEST_TYPE(T)                                                                                                \
    static uint64_t bits_##T(xl_e_##T x)                                                                               \
    {                                                                                                                  \
        union { xl_e_##T x; uint8_t b[sizeof(xl_e_##T)]; } u = {.x = x};                                               \
        uint64_t r = 0;                                                                                                \
        if (sizeof x == 1) { r = u.b[0]; }                                                                             \
        if (sizeof x == 2) { uint16_t v; memcpy(&v, u.b, sizeof v < sizeof x ? sizeof v : sizeof x); r = v; }          \
        if (sizeof x == 4) { uint32_t v = 0; memcpy(&v, u.b, sizeof v < sizeof x ? sizeof v : sizeof x); r = v; }      \
        if (sizeof x == 8) { memcpy(&r, u.b, sizeof x); }                                                              \
        return r;                                                                                                      \
    }                                                                                                                  \
    static xl_e_##T from_bits_##T(uint64_t b)                                                                          \
    {                                                                                                                  \
        xl_e_##T x;                                                                                                    \
        uint8_t b8 = (uint8_t)b; uint16_t b16 = (uint16_t)b; uint32_t b32 = (uint32_t)b;                               \
        memcpy(&x, sizeof x == 1 ? (void *)&b8 : sizeof x == 2 ? (void *)&b16 : sizeof x == 4 ? (void *)&b32           \
                                                                           : (void *)&b, sizeof x);                    \
        return x;                                                                                                      \
    }                                                                                                                  \
    /* Out of line, so that the compiler cannot join two compares into something else: see scalar.h. */                \
    __attribute__((noinline)) static bool less_##T(xl_e_##T a, xl_e_##T b) { return a < b; }                           \
    static bool same_##T(xl_e_##T a, xl_e_##T b) { return bits_##T(a) == bits_##T(b) || (a != a && b != b); }          \
    /* Element i of operand k of round r: every special meets every other, in every lane, as rounds go on. */          \
    static xl_e_##T input_##T(size_t i, size_t k, size_t r)                                                            \
    {                                                                                                                  \
        size_t m = sizeof XL_SPECIALS_##T / sizeof XL_SPECIALS_##T[0];                                                 \
        size_t v = k == 0 ? i + r : k == 1 ? i + r * 7 + i / m * 3 + (i + r) / 5 : i * 3 + r * 11;                     \
        if (r >= 2 * m)                                                                                                \
            { uint64_t bits = rng(); return from_bits_##T(XL_NEAR_##T(bits, r)); }                                     \
        return from_bits_##T(XL_SPECIALS_##T[v % m]);                                                                  \
    }                                                                                                                  \
    enum { rounds_##T = 2 * (int)(sizeof XL_SPECIALS_##T / sizeof XL_SPECIALS_##T[0]) + 8 };                           \
    static xl_e_##T in_##T[3][XL_MAX_N];                                                                               \
    __attribute__((noinline)) static void fill_##T(size_t n, size_t r)                                                 \
    {                                                                                                                  \
        for (size_t k = 0; k < 3; k++)                                                                                 \
            for (size_t i = 0; i < n; i++)                                                                             \
                in_##T[k][i] = input_##T(i, k, r);                                                                     \
    }

XL_TEST_TYPE(f32)
XL_TEST_TYPE(f64)
XL_TEST_TYPE(i8)
XL_TEST_TYPE(i16)
XL_TEST_TYPE(i32)
XL_TEST_TYPE(i64)
XL_TEST_TYPE(u8)
XL_TEST_TYPE(u16)
XL_TEST_TYPE(u32)
XL_TEST_TYPE(u64)

/* The sizes to try: around the strip lengths, and all of them while they are few. */
static size_t next_n(size_t n, size_t lanes)
{
    if (lanes <= 16 || n < 5)
        return n + 1;
    size_t q = n / lanes, rest = n % lanes;
    if (rest < 2)
        return n + 1;
    return rest < lanes - 1 ? q * lanes + lanes - 1 : n + 1;
}

/* What a flushing ISA may give instead of an expected value: a zero for a subnormal, and for the least normal number,
 * which may have been tiny before it was rounded. */
#ifdef XL_TEST_FLUSHES
static bool flushed_f32(float got, float want)
{
    return fabsf(want) <= 0x1p-126f && got == 0 && !signbit(got) == !signbit(want);
}
#define XL_FLUSHED_f32(got, want) flushed_f32(got, want)
#else
#define XL_FLUSHED_f32(got, want) false
#endif
#define XL_FLUSHED_f64(got, want) false
#define XL_FLUSHED_i8(got, want) false
#define XL_FLUSHED_i16(got, want) false
#define XL_FLUSHED_i32(got, want) false
#define XL_FLUSHED_i64(got, want) false
#define XL_FLUSHED_u8(got, want) false
#define XL_FLUSHED_u16(got, want) false
#define XL_FLUSHED_u32(got, want) false
#define XL_FLUSHED_u64(got, want) false

/* What try_op() must know of a lane type; elements are by address and index. */
struct lane_type {
    size_t size, rounds;    /* an element's bytes */
    size_t (*lanes)(void);
    void (*fill)(size_t n, size_t r);
    uint64_t (*input)(size_t k, size_t i);    /* the bits of an operand's element */
    uint64_t (*bits)(const void *elements, size_t i);
    bool (*is_right)(const void *got, const void *want, size_t i);    /* want: one element */
};

#define XL_LANE_TYPE(T)                                                                                                \
    static size_t lanes_of_##T(void) { return xl_##T##_lanes(); }                                                      \
    static uint64_t input_bits_##T(size_t k, size_t i) { return bits_##T(in_##T[k][i]); }                              \
    static uint64_t bits_at_##T(const void *p, size_t i) { return bits_##T(((const xl_e_##T *)p)[i]); }                \
    static bool is_right_##T(const void *got, const void *want, size_t i)                                              \
    {                                                                                                                  \
        xl_e_##T g = ((const xl_e_##T *)got)[i], w = *(const xl_e_##T *)want;                                          \
        return same_##T(g, w) || XL_FLUSHED_##T(g, w);                                                                 \
    }                                                                                                                  \
    static const struct lane_type type_##T = {sizeof(xl_e_##T), rounds_##T, lanes_of_##T, fill_##T, input_bits_##T,    \
                                              bits_at_##T, is_right_##T};

XL_LANE_TYPE(f32)
XL_LANE_TYPE(f64)
XL_LANE_TYPE(i8)
XL_LANE_TYPE(i16)
XL_LANE_TYPE(i32)
XL_LANE_TYPE(i64)
XL_LANE_TYPE(u8)
XL_LANE_TYPE(u16)
XL_LANE_TYPE(u32)
XL_LANE_TYPE(u64)

static size_t checked_vl(size_t vl, size_t left, size_t lanes)
{
    assert_true(vl >= 1 && vl <= left);
    assert_true(vl >= 1 && vl <= lanes);
    return vl;
}

/* One operation on operands of type t, giving type r: its vectors of n elements against what is wanted, an element a call. Out of
 * line, and once for all: most of the time that these tests take to compile goes with the number of copies. */
__attribute__((noinline)) static void try_op(const char *name, const struct lane_type *t, const struct lane_type *r,
                                             void (*vector)(void *got, size_t n),
                                             void (*scalar)(void *want, size_t n, size_t i))
{
    void *got = malloc(XL_MAX_N * r->size), *want = malloc(r->size);
    size_t lanes = t->lanes();
    assert_true(got && want);
    for (size_t round = 0; round < t->rounds; round++)
        for (size_t n = 0; n <= 2 * lanes + 3 && n <= XL_MAX_N; n = next_n(n, lanes)) {
            t->fill(n, round + n);
            vector(got, n);
            for (size_t i = 0; i < n; i++) {
                scalar(want, n, i);
                if (!r->is_right(got, want, i))
                    fail_lane(name, n, i, t->input(0, i), t->input(1, i), t->input(2, i), r->bits(got, i),
                              r->bits(want, 0));
            }
        }
    free(got);
    free(want);
}

/* Compares an operation (vector EXPR over va vb vc vl, scalar WANT over a b c) on type T, giving type R. */
#define XL_TEST_OP(T, R, NAME, VECTOR, WANT)                                                                           \
    static void vector_##T##_##NAME(void *to, size_t n)                                                                \
    {                                                                                                                  \
        xl_e_##R *got = to;                                                                                            \
        for (size_t i = 0, vl; i < n; i += vl) {                                                                       \
            vl = checked_vl(xl_##T##_vl(n - i), n - i, xl_##T##_lanes());                                              \
            xl_##T va = xl_##T##_load(in_##T[0] + i, vl);                                                              \
            xl_##T vb = xl_##T##_load(in_##T[1] + i, vl);                                                              \
            xl_##T vc = xl_##T##_load(in_##T[2] + i, vl);                                                              \
            (void)va, (void)vb, (void)vc;                                                                              \
            xl_##R##_store(got + i, VECTOR, vl);                                                                       \
        }                                                                                                              \
    }                                                                                                                  \
    static void scalar_##T##_##NAME(void *want, size_t n, size_t i)                                                    \
    {                                                                                                                  \
        xl_e_##T a = XL_FLUSH_##T(in_##T[0][i]), b = XL_FLUSH_##T(in_##T[1][i]), c = XL_FLUSH_##T(in_##T[2][i]);       \
        (void)a, (void)b, (void)c, (void)n;                                                                            \
        *(xl_e_##R *)want = WANT;                                                                                      \
    }                                                                                                                  \
    static void test_##T##_##NAME(void **state)                                                                        \
    {                                                                                                                  \
        (void)state;                                                                                                   \
        try_op(#T "_" #NAME, &type_##T, &type_##R, vector_##T##_##NAME, scalar_##T##_##NAME);                          \
    }

/* Operations that move bits must not flush: the plain operands again. */
#define XL_RAW(T, k) in_##T[k][i]

/* Loads from memory of type M into lanes of type T, and stores of them, at the guard page: WANT is what x becomes. */
#define XL_TEST_LOAD(T, NAME, M, WANT)                                                                                 \
    static void test_##T##_load_##NAME(void **state)                                                                   \
    {                                                                                                                  \
        (void)state;                                                                                                   \
        static xl_e_##T got[XL_MAX_N];                                                                                 \
        for (size_t r = 0; r < rounds_##M + 2 * xl_##T##_lanes(); r++) {                                               \
            size_t n = 1 + r % xl_##T##_lanes();                                                                       \
            xl_e_##M *p = guarded(n * sizeof *p);                                                                      \
            for (size_t i = 0; i < n; i++)                                                                             \
                p[i] = input_##M(i, 0, r);                                                                             \
            for (size_t i = 0, vl; i < n; i += vl) {                                                                   \
                vl = xl_##T##_vl(n - i);                                                                               \
                xl_##T##_store(got + i, xl_##T##_load_widen_##NAME(p + i, vl), vl);                                          \
            }                                                                                                          \
            for (size_t i = 0; i < n; i++) {                                                                           \
                xl_e_##M x = p[i];                                                                                     \
                xl_e_##T plain = WANT;                                                                                 \
                x = XL_FLUSH_##M(x);                                                                                   \
                xl_e_##T flushed = WANT;                                                                               \
                if (!same_##T(got[i], plain) && !same_##T(got[i], flushed))                                            \
                    fail_lane(#T "_load_" #NAME, n, i, bits_##M(p[i]), 0, 0, bits_##T(got[i]), bits_##T(plain));       \
            }                                                                                                          \
            guarded_free(p, n * sizeof *p);                                                                            \
        }                                                                                                              \
    }

#define XL_TEST_STORE(T, NAME, M, WANT)                                                                                \
    static void test_##T##_store_##NAME(void **state)                                                                  \
    {                                                                                                                  \
        (void)state;                                                                                                   \
        size_t lanes = xl_##T##_lanes();                                                                               \
        for (size_t r = 0; r < rounds_##T + 2 * lanes; r++) {                                                          \
            size_t n = 1 + r % lanes;                                                                                  \
            xl_e_##M *p = guarded((n + 1) * sizeof *p);                                                                \
            memset(p, 0x5a, (n + 1) * sizeof *p);                                                                      \
            fill_##T(n, r);                                                                                            \
            for (size_t i = 0, vl; i < n; i += vl) {                                                                   \
                vl = xl_##T##_vl(n - i);                                                                               \
                xl_##T##_store_narrow_##NAME(p + 1 + i, xl_##T##_load(in_##T[0] + i, vl), vl);                                \
            }                                                                                                          \
            for (size_t i = 0; i < n; i++) {                                                                           \
                xl_e_##T x = in_##T[0][i];                                                                             \
                xl_e_##M want = WANT;                                                                                  \
                if (!same_##M(p[1 + i], want) && !XL_FLUSHED_##M(p[1 + i], want))                                      \
                    fail_lane(#T "_store_" #NAME, n, i, bits_##T(x), 0, 0, bits_##M(p[1 + i]), bits_##M(want));        \
            }                                                                                                          \
            assert_int_equal(*(uint8_t *)p, 0x5a);                                                                     \
            memset(p, 0x5a, (n + 1) * sizeof *p);                                                                      \
            size_t vl = xl_##T##_vl(n);                                                                                \
            xl_##T##_store_narrow_##NAME(p, xl_##T##_load(in_##T[0], vl), vl);                                                \
            for (size_t i = vl * sizeof *p; i < (n + 1) * sizeof *p; i++)                                              \
                assert_int_equal(((uint8_t *)p)[i], 0x5a);                                                             \
            guarded_free(p, (n + 1) * sizeof *p);                                                                      \
        }                                                                                                              \
    }

/* The tests of test_vec.c, test_generic.c and test_scalar.c; the number of failed ones. */
int test_vec(void);
int test_generic(void);
int test_scalar(void);

/* Those of test_dot.c. */
int test_dot(void);

/* Those of test_blocks.h, and the same where operations use more than the flags of the ISA allow. */
int test_blocks(void);
int test_blocks_crypto(void);

#endif
