/* Reference and comparison: what counts as equal.
 * SPDX-License-Identifier: MIT
 */
#include <limits.h>
#include <math.h>

#include "oracle/compare.h"
#include "oracle/inputs.h"
#include "oracle/reference.h"
#include "unit.h"

static uint64_t bits_of(float x)
{
    return xl_bits_get(XL_f32, &x, 0);
}

/* Element i of the kernel's first argument. */
static bool is_right(const struct xl_kernel *kernel, uint64_t got, const void *reference, size_t i,
                     double *ulp)
{
    const struct xl_output_check o = {.kernel = kernel, .exact.elements = reference};
    const struct xl_verdict v = xl_compare_element(&o, i, got, 0);
    *ulp = v.ulp;
    return v.right;
}

static bool equal(const struct xl_contract contract, uint64_t got, const void *reference,
                  double *ulp)
{
    const struct xl_kernel kernel = {.name = "k", .contract = contract, .args[0].type = XL_f32};
    return is_right(&kernel, got, reference, 0, ulp);
}

XL_TEST(test_exact)
{
    double ulp;
    float one = 1, zero = 0, nan = NAN;
    assert_true(equal((struct xl_contract){.kind = XL_EXACT}, 0x3f800000, &one, &ulp));
    assert_false(equal((struct xl_contract){.kind = XL_EXACT}, 0x3f800001, &one, &ulp));
    assert_true(ulp == 1);
    assert_false(equal((struct xl_contract){.kind = XL_EXACT}, 0x80000000, &zero, &ulp));
    assert_true(equal((struct xl_contract){.kind = XL_EXACT}, 0xffc12345, &nan, &ulp));
    assert_false(equal((struct xl_contract){.kind = XL_EXACT}, 0x7f800000, &nan, &ulp));
    assert_false(equal((struct xl_contract){.kind = XL_EXACT}, 0x7fc00000, &one, &ulp));
}

/* The error is measured before rounding, so half a unit is half, not 0 or 1. */
XL_TEST(test_ulp)
{
    double ulp, x = 1 + 0x1p-24;
    assert_true(equal((struct xl_contract){.kind = XL_ULP, .ulp = 0.5}, 0x3f800000, &x, &ulp));
    assert_true(fabs(ulp - 0.5) < 1e-9);
    assert_false(equal((struct xl_contract){.kind = XL_ULP, .ulp = 0.49}, 0x3f800000, &x, &ulp));
    x = 0x1p-149 * 1.25; /* below the normal range a unit is the smallest subnormal */
    assert_true(equal((struct xl_contract){.kind = XL_ULP, .ulp = 0.5}, 0x00000001, &x, &ulp));
    assert_true(fabs(ulp - 0.25) < 1e-9);
    x = -1;
    assert_false(equal((struct xl_contract){.kind = XL_ULP, .ulp = 2}, 0x3f800000, &x, &ulp));
}

XL_TEST(test_overflow)
{
    const struct xl_contract two = {.kind = XL_ULP, .ulp = 2};
    double ulp, far = 1e40, near = 3.4028234e38, below = -1e40;
    assert_true(equal(two, 0x7f800000, &far, &ulp));
    assert_false(equal(two, 0xff800000, &far, &ulp));
    assert_false(equal(two, 0x7f800000, &near, &ulp));
    assert_true(isinf(ulp));
    assert_true(equal(two, 0xff800000, &below, &ulp));
    assert_false(equal(two, 0x7fc00000, &far, &ulp));
}

XL_TEST(test_bound)
{
    double ulp;
    struct xl_bounded b = {.value = 1, .bound = 0x1p-22};
    assert_true(equal((struct xl_contract){.kind = XL_BOUND}, 0x3f800002, &b, &ulp));
    assert_false(equal((struct xl_contract){.kind = XL_BOUND}, 0x3f800003, &b, &ulp));
    b.value = NAN;
    assert_true(equal((struct xl_contract){.kind = XL_BOUND}, 0x7fc00000, &b, &ulp));
    assert_false(equal((struct xl_contract){.kind = XL_BOUND}, 0x3f800000, &b, &ulp));
}

/* A zero is a zero of the other sign, and nothing else is. */
XL_TEST(test_zero_of_either_sign)
{
    const struct xl_contract exact = {.kind = XL_EXACT, .zero_sign = XL_FREE},
                             close = {.kind = XL_ULP, .ulp = 1, .zero_sign = XL_FREE};
    double ulp, wide = -0.0, tiny = -0x1p-149;
    float zero = 0, one = -1;
    assert_true(equal(exact, 0x80000000, &zero, &ulp));
    assert_false(equal(exact, 0x80000001, &zero, &ulp));
    assert_false(equal(exact, 0x3f800000, &one, &ulp));
    assert_true(equal(close, 0, &wide, &ulp));
    assert_true(ulp == 0);
    assert_false(equal(close, 0x00000001, &tiny, &ulp));
    assert_false(equal((struct xl_contract){.kind = XL_ULP, .ulp = 1}, 0, &wide, &ulp));
}

static bool close_integers(enum xl_type type, unsigned off_by, uint64_t got, uint64_t expected)
{
    const struct xl_kernel k = {.contract = {.kind = XL_EXACT, .off_by = off_by},
                                .args[0].type = type};
    uint64_t element = 0;
    double ulp;
    xl_bits_set(type, &element, 0, expected);
    return is_right(&k, got, &element, 0, &ulp) && ulp == 0;
}

/* By their values, which do not wrap. */
XL_TEST(test_integers_off_by_a_number)
{
    assert_true(close_integers(XL_u8, 2, 5, 7));
    assert_true(close_integers(XL_u8, 2, 7, 5));
    assert_false(close_integers(XL_u8, 2, 8, 5));
    assert_false(close_integers(XL_u8, 2, 255, 0));
    assert_true(close_integers(XL_i8, 2, 255, 1));
    assert_false(close_integers(XL_i8, 2, 0x80, 0x7f));
    assert_false(close_integers(XL_i64, 2, INT64_MAX, UINT64_C(1) << 63));
    assert_true(close_integers(XL_u64, 2, INT64_MAX, UINT64_C(1) << 63));
    assert_false(close_integers(XL_u64, UINT_MAX, UINT64_MAX, 0));
    assert_false(close_integers(XL_i32, 0, 1, 2));
}

XL_TEST(test_integers_within_a_bound)
{
    const struct xl_kernel k = {.contract = {.kind = XL_BOUND}, .args[0].type = XL_i8},
                           u32 = {.contract = {.kind = XL_BOUND}, .args[0].type = XL_u32};
    const struct xl_bounded b[] = {{-2.5, 0.5}, {7, 0}};
    double ulp;
    assert_true(is_right(&k, 0xfe, b, 0, &ulp));
    assert_true(is_right(&k, 0xfd, b, 0, &ulp));
    assert_false(is_right(&k, 0xff, b, 0, &ulp));
    assert_true(is_right(&u32, 7, b, 1, &ulp));
    assert_false(is_right(&u32, 6, b, 1, &ulp));
    assert_int_equal(xl_reference_size(&k, XL_u8), sizeof(struct xl_bounded));
    /* What a reference says of a slot's bytes fits four slots. */
    const struct xl_arg out = {.kind = XL_ARG_OUT, .type = XL_u8, .per_n = 1};
    assert_int_equal(xl_arg_slot_bytes(&k, &out), 4);
}

/* On an ISA that flushes, the flushed reference is right too. ARM flushes before it rounds. */
XL_TEST(test_flushed)
{
    const struct xl_kernel k = {.contract = {XL_EXACT}, .args[0].type = XL_f32};
    const uint32_t exact[] = {0x00000001, 0x80800000, 0x00800001}, flushed[] = {0, 0x80800000, 0};
    struct xl_output_check o = {.kernel = &k, .exact.elements = exact};
    assert_false(xl_compare_element(&o, 0, 0, 0).right);
    assert_int_equal(xl_compare_element(&o, 0, 0, 0).expected, 0x00000001);
    assert_false(xl_compare_element(&o, 1, 0x80000000, 0).right);
    o.flushed.elements = flushed;
    assert_true(xl_compare_element(&o, 0, 0, 0).right);
    assert_true(xl_compare_element(&o, 0, 1, 0).right);
    assert_false(xl_compare_element(&o, 0, 0x80000000, 0).right);
    assert_true(xl_compare_element(&o, 1, 0x80000000, 0).right);
    assert_false(xl_compare_element(&o, 1, 0, 0).right);
    assert_true(xl_compare_element(&o, 2, 0x00800001, 0).right);
}

/* What a flush would change, and nothing else. */
XL_TEST(test_subnormals_are_found)
{
    const uint32_t without[] = {0, 0x80000000, 0x00800000, 0x80800000, 0x7fc00000, 0xff800000},
                   with[] = {0, 0x3f800000, 0x807fffff}, least[] = {1};
    const uint64_t f64 = 1;
    assert_false(xl_has_subnormals(XL_f32, without, 6));
    assert_false(xl_has_subnormals(XL_f32, with, 2));
    assert_true(xl_has_subnormals(XL_f32, with, 3));
    assert_true(xl_has_subnormals(XL_f32, least, 1));
    assert_false(xl_has_subnormals(XL_f32, least, 0));
    assert_false(xl_has_subnormals(XL_f64, &f64, 1));
    assert_false(xl_has_subnormals(XL_u32, least, 1));
}

/* Of one f32 array against another, of up to three elements. */
static bool same_digest(size_t count, const uint32_t a[3], const uint32_t b[3])
{
    return xl_digest_on(1, XL_f32, a, count) == xl_digest_on(1, XL_f32, b, count);
}

XL_TEST(test_digest_has_one_nan)
{
    const uint32_t plain[] = {0x3f800000, 0x7fc00000, 0x7f800001},
                   nans[] = {0x3f800000, 0xffffffff, 0xff812345},
                   infinity[] = {0x3f800000, 0x7f800000, 0x7f800001},
                   tail[] = {0x3f800000, 0x7fc00000, 0x7f800000},
                   signs[] = {0xbf800000, 0x7fc00000, 0x7f800001},
                   order[] = {0x7fc00000, 0x3f800000, 0x7f800001};
    assert_true(same_digest(3, plain, nans));
    assert_false(same_digest(2, plain, infinity));
    assert_false(same_digest(3, plain, tail));
    assert_false(same_digest(3, plain, signs));
    assert_false(same_digest(3, plain, order));
    const uint64_t nan = 0x7ff8000000000000, other = 0xfff0000000000001, inf = 0xfff0000000000000;
    assert_true(xl_digest_on(0, XL_f64, &nan, 1) == xl_digest_on(0, XL_f64, &other, 1));
    assert_false(xl_digest_on(0, XL_f64, &nan, 1) == xl_digest_on(0, XL_f64, &inf, 1));
    assert_false(xl_digest_on(0, XL_u64, &nan, 1) == xl_digest_on(0, XL_u64, &other, 1));
}

/* Two signs are two differences and no more than one; what is zero is something, too. */
XL_TEST(test_digest_loses_nothing)
{
    const uint64_t zeros[2] = {0, 0}, signs[2] = {UINT64_C(1) << 63, UINT64_C(1) << 63};
    assert_false(xl_digest_on(0, XL_u64, zeros, 2) == xl_digest_on(0, XL_u64, signs, 2));
    assert_false(xl_digest_on(0, XL_u64, zeros, 2) == xl_digest_on(0, XL_u64, zeros, 1));
    for (size_t n = 1; n <= sizeof zeros; n++)
        assert_false(xl_digest_on(0, XL_u8, zeros, n) == xl_digest_on(0, XL_u8, zeros, n - 1));
    assert_false(xl_digest_on(xl_digest_on(0, XL_u8, zeros, 3), XL_u8, zeros, 2) ==
                 xl_digest_on(xl_digest_on(0, XL_u8, zeros, 2), XL_u8, zeros, 3));
}

XL_TEST(test_byte_swap_and_flush)
{
    uint32_t from[2] = {0x01020304, 0x80000001}, to[2];
    xl_copy_swapped(XL_u32, to, from, 2, true);
    assert_int_equal(to[0], 0x04030201);
    xl_copy_swapped(XL_u8, to, from, 4, true);
    assert_int_equal(to[0], 0x01020304);
    xl_flush_subnormals(XL_f32, from, 2);
    assert_int_equal(from[1], 0x80000000);
    assert_int_equal(from[0], 0x01020304);
    xl_flush_subnormals(XL_u32, to, 2);
}

static void third(const float *a, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] / 3;
}

/* The reference is called in the mode of the case, tells the flags of the contract, and leaves the
 * host's own mode as it was. */
XL_TEST(test_reference_in_each_rounding_mode)
{
    static const struct xl_kernel kernel = {
        .name = "third",
        .contract = {XL_EXACT, .rounding = 1, .flags = XL_INEXACT | XL_DIVBYZERO},
        .reference = (void (*)(void))third};
    volatile float one = 1, three = 3;
    for (enum xl_rounding mode = XL_TO_NEAREST; mode < XL_FLUSHING; mode++) {
        float a[2] = {1, -1}, r[2];
        const uintptr_t args[XL_MAX_ARGS] = {(uintptr_t)a, (uintptr_t)r, 2};
        assert_int_equal(xl_reference_call(&kernel, mode, args), XL_INEXACT);
        assert_int_equal(bits_of(r[0]),
                         mode == XL_UP || mode == XL_TO_NEAREST ? 0x3eaaaaab : 0x3eaaaaaa);
        assert_int_equal(bits_of(r[1]),
                         mode == XL_DOWN || mode == XL_TO_NEAREST ? 0xbeaaaaab : 0xbeaaaaaa);
        assert_int_equal(bits_of(one / three), 0x3eaaaaab);
    }
}

static void scaled(float alpha, const uint32_t *count, double *y, float beta, int16_t less)
{
    *y = *y * (double)alpha + *count + (double)beta + less;
}

/* Floats by value go in registers of their own, integers are extended as a caller extends them;
 * XL_INOUT comes with what it held. */
XL_TEST(test_reference_with_values)
{
    static const struct xl_kernel kernel = {.name = "scaled",
                                            .contract = {XL_ULP, .ulp = 1},
                                            .args = {XL_VALUE(f32, alpha), XL_IN(u32, count, 1),
                                                     XL_INOUT(f32, y, 1), XL_VALUE(f32, beta),
                                                     XL_VALUE(i16, less)},
                                            .reference = (void (*)(void))scaled};
    const float held = 3;
    const uint32_t count = 100;
    double y = 0;
    xl_reference_load(&kernel, XL_f32, &y, &held, 1);
    const uintptr_t args[XL_MAX_ARGS] = {bits_of(2), (uintptr_t)&count, (uintptr_t)&y,
                                         bits_of(0.5F), (uint16_t)-4};
    xl_reference_call(&kernel, XL_TO_NEAREST, args);
    assert_true(y == 102.5);
}

/* arch/arches.def: a rounding mode is a bit that a function keeps, a flag is none, and of x86 a bit
 * in each of two registers, and what is kept begins with what each call.S begins with. */
XL_TEST(test_state_tables)
{
    for (size_t i = 0; i < xl_arch_count; i++) {
        const struct xl_state *s = xl_arches[i].state;
        const int registers = strcmp(xl_arches[i].name, "x86_64") == 0 ? 2 : 1;
        uint64_t flags = 0;
        for (size_t k = 0; k < XL_ROUNDINGS - 1; k++)
            assert_true((s->rounding[k] || k == XL_FLUSHING - XL_DOWN) &&
                        (s->rounding[k] & ~s->kept) == 0);
        for (size_t k = 0; k < XL_IEEE_FLAGS; k++) {
            assert_int_equal(__builtin_popcountll(s->flags[k]), registers);
            flags |= s->flags[k];
        }
        assert_int_equal(__builtin_popcountll(flags), registers * XL_IEEE_FLAGS);
        assert_int_equal(flags & s->kept, 0);
        assert_string_equal(s->names[0], "the stack pointer");
        assert_string_equal(s->names[1], "its caller's stack");
    }
}

int main(void)
{
    return xl_run_tests("judge", NULL, NULL);
}
