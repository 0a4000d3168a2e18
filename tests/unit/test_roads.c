/* Mathematical functions: whether both roads to a result agree, and who decides on it.
 * SPDX-License-Identifier: MIT
 */
#include "functions_example.h"
#include "oracle/record_check.h"

static bool same_special(long double quick, const struct xl_exact_value *exact, long double least)
{
    if (isnan(quick) || isnan(exact->value))
        return isnan(quick) && isnan(exact->value);
    if (isinf(quick))
        return fabsl(exact->value) > LDBL_MAX / 2 ||
               (least == DBL_TRUE_MIN && fabsl(exact->value) > DBL_MAX);
    return quick != 0 || fabsl(exact->value) <= least;
}

/* How far the quick value is from the exact one, in its own last place. */
static double quick_error(enum xl_type type, long double quick, const struct xl_exact_value *exact)
{
    int exponent;
    frexpl(exact->value, &exponent);
    int digits = type == XL_f32 ? DBL_MANT_DIG : LDBL_MANT_DIG;
    long double unit = ldexpl(1, exponent - digits);
    if (type == XL_f32 && unit < DBL_TRUE_MIN)
        unit = DBL_TRUE_MIN;
    if (unit < LDBL_TRUE_MIN)
        unit = LDBL_TRUE_MIN;
    return (double)(fabsl(quick - exact->value - exact->rest) / unit);
}

static double compare_roads(const struct xl_function *f, enum xl_type type, const double x[])
{
    struct xl_exact_value exact;
    long double quick = type == XL_f32 ? f->f64(x) : f->f80(x);
    f->mpfr(x, &exact);
    if (!same_special(quick, &exact, type == XL_f32 ? DBL_TRUE_MIN : LDBL_TRUE_MIN) ||
        (quick == 0 && exact.value == 0 && !signbit(quick) != !signbit(exact.value)))
        fail_msg("%s(%a, %a, %a): the C library has %La, MPFR %La", f->name, x[0], x[1], x[2],
                 quick, exact.value);
    return isfinite(quick) && isfinite(exact.value) ? quick_error(type, quick, &exact) : 0;
}

/* Operand number k of try i: special values, every bit pattern, small ones, and close to 1. */
static double operand(enum xl_type type, size_t i, size_t k)
{
    uint64_t random = xl_mix(i, k);
    if (i < XL_SPECIALS * XL_SPECIALS)
        return xl_bits_value(type,
                             xl_special_bits(type, k == 0 ? i % XL_SPECIALS : i / XL_SPECIALS + k));
    if (i % 3 == 0)
        return xl_bits_value(type, type == XL_f32 ? (uint32_t)random : random);
    double unit = (double)(int64_t)random * 0x1p-63;
    return xl_bits_value(type, bits_of(type, i % 3 == 1 ? 40 * unit : 1 + unit / 1024));
}

/* The C library is within half of what is assumed of it, on this machine. It is not asked about
 * infinities and NaNs. */
XL_TEST(test_roads_agree)
{
    enum { TRIES = 1200 };
    for (size_t n = 0; n < NAMES; n++) {
        const struct xl_function *f = xl_function_find(names[n]);
        for (enum xl_type type = XL_f32; type <= XL_f64; type++) {
            size_t specials = XL_SPECIALS * (f->arity == 1 ? 1 : XL_SPECIALS);
            double worst = 0;
            for (size_t i = 0; xl_function_is_libm(f, type) && i < specials + TRIES; i++) {
                size_t number = i < specials ? i : i - specials + XL_SPECIALS * XL_SPECIALS;
                const double x[] = {operand(type, number, 0), operand(type, number, 1),
                                    operand(type, number, 2)};
                if (isfinite(x[0]) && isfinite(x[1]) && isfinite(x[2]))
                    worst = fmax(worst, compare_roads(f, type, x));
            }
            if (worst > XL_LIBM_ERROR / 2.0)
                fail_msg("%s: the C library is off by %g of its last place in %s", f->name, worst,
                         type == XL_f32 ? "double" : "long double");
        }
    }
}

/* Results known from the literature: arguments next to multiples of pi / 2 (Muller, "Elementary
 * Functions", table of the worst cases for range reduction), sin(1e22) (Ng, "Argument reduction for
 * huge arguments"), sums that are next to ties. */
XL_TEST(test_hard_cases)
{
    static const struct {
        const char *function;
        enum xl_type type;
        double x, y, z;
        uint64_t expected;
    } hard[] = {
        {"cos", XL_f64, 6381956970095103 * 0x1p797, 0, 0, 0xbc214ae72e6ba22f},
        {"sin", XL_f64, 1e22, 0, 0, 0xbfeb453ab76bf397},
        {"cos", XL_f32, 16367173 * 0x1p72, 0, 0, 0xb0ddeea9},
        {"fma", XL_f64, 0x1p-53, 1 + 0x1p-52, 1, 0x3ff0000000000001},
        {"fma", XL_f64, 0x1p-53, 1 - 0x1p-52, 1, 0x3ff0000000000000},
        {"fma", XL_f64, 0x1p-538 * (1 + 0x1p-52), 0x1p-537, 0, 1},
        {"fma", XL_f64, 0x1p-538, 0x1p-537, 0, 0},
        {"fma", XL_f32, 0x1p-24, 1 + 0x1p-23, 1, 0x3f800001},
        {"fma", XL_f32, 0x1p-75, 0x1p-75 * (1 + 0x1p-23), 0, 1},
        {"exp", XL_f32, -0x1.9fe368p+6, 0, 0, 1},
        {"exp", XL_f32, -0x1.9fe36ap+6, 0, 0, 0},
        {"exp", XL_f32, 0x1.62e42ep+6, 0, 0, 0x7f7fff84},
    };
    for (size_t i = 0; i < sizeof hard / sizeof hard[0]; i++) {
        struct xl_kernel k = kernel_of(hard[i].function, hard[i].type, 0.5);
        struct xl_verdict v = judge(&k, hard[i].x, hard[i].y, hard[i].z, NAN);
        assert_false(v.right);
        if (v.expected != hard[i].expected)
            fail_msg("%s(%a, %a, %a) is 0x%llx, not 0x%llx", k.function, hard[i].x, hard[i].y,
                     hard[i].z, (unsigned long long)v.expected,
                     (unsigned long long)hard[i].expected);
    }
}

/* A correctly rounded result is within half a unit, and neither of its neighbours is; however close
 * to it the exact value is. */
XL_TEST(test_half_a_unit)
{
    for (enum xl_type type = XL_f32; type <= XL_f64; type++) {
        struct xl_kernel k = kernel_of("exp", type, 0.5);
        for (size_t i = 0; i < 2000; i++) {
            uint64_t in[XL_MAX_ARITY] = {
                bits_of(type, operand(type, XL_SPECIALS * XL_SPECIALS + 3 * i, 9))};
            uint64_t right = judge_bits(&k, in, UINT64_MAX >> 1, 1, NULL).expected;
            assert_true(judge_bits(&k, in, right, 1, NULL).right);
            assert_false(judge_bits(&k, in, right + 1, 1, NULL).right);
            assert_false(judge_bits(&k, in, right - 1, 1, NULL).right);
        }
    }
}

/* The quick value only decides what it can: that an error is small, and no new worst. */
XL_TEST(test_who_decides)
{
    struct xl_kernel k = kernel_of("exp", XL_f64, 1);
    const uint64_t in[XL_MAX_ARITY] = {bits_of(XL_f64, 1)};
    const uint64_t e = bits_of(XL_f64, exp(1));
    assert_int_equal(judge_bits(&k, in, e, 0.9, NULL).precision, XL_PRECISION_LONG_DOUBLE);
    assert_int_equal(judge_bits(&k, in, e, 0, NULL).precision, XL_PRECISION_MPFR); /* a new worst */
    assert_int_equal(judge_bits(&k, in, e + 2, 1, NULL).precision, XL_PRECISION_MPFR); /* a fault */
    assert_false(judge_bits(&k, in, e + 2, 1, NULL).right);
    const uint64_t two[XL_MAX_ARITY] = {bits_of(XL_f64, 2)};
    assert_int_equal(judge_bits(&k, two, bits_of(XL_f64, INFINITY), 1, NULL).precision,
                     XL_PRECISION_MPFR);

    /* Just as far off as the contract allows, give or take what the quick value may be wrong by. */
    struct xl_verdict v = judge_bits(&k, in, e, 0, NULL);
    k.contract.ulp = v.ulp;
    assert_true(judge_bits(&k, in, e, 1, NULL).right);
    assert_int_equal(judge_bits(&k, in, e, 1, NULL).precision, XL_PRECISION_MPFR);
    k.contract.ulp = v.ulp * (1 - 1e-9);
    assert_false(judge_bits(&k, in, e, 1, NULL).right);

    /* A C library that is wrong makes no fault: MPFR is asked. */
    k.contract.ulp = 1;
    long double wrong = 3;
    v = judge_bits(&k, in, e, 1, &wrong);
    assert_true(v.right);
    assert_int_equal(v.precision, XL_PRECISION_MPFR);

    struct xl_kernel single = kernel_of("exp", XL_f32, 1);
    const uint64_t one[XL_MAX_ARITY] = {bits_of(XL_f32, 1)};
    assert_int_equal(judge_bits(&single, one, bits_of(XL_f32, exp(1)), 1, NULL).precision,
                     XL_PRECISION_DOUBLE);
    struct xl_kernel none = kernel_of("tanpi", XL_f32, 1);
    assert_int_equal(judge_bits(&none, one, 0, 1, NULL).precision, XL_PRECISION_MPFR);
}

/* Just below a power of two the unit is the smaller one, although in double it is that power. */
XL_TEST(test_unit_below_a_power_of_two)
{
    struct xl_kernel k = kernel_of("fma", XL_f32, 2);
    struct xl_verdict v = judge(&k, 1, 2, -0x1p-60, 2 + 0x1p-22);
    assert_false(v.right);
    assert_true(v.ulp > 2 && v.ulp < 2.001);
    v = judge(&k, 1, 2, 0x1p-60, 2 + 0x1p-22);
    assert_true(v.right && v.ulp < 1);
}

XL_TEST(test_zeros_and_signalling)
{
    struct xl_kernel exp_f32 = kernel_of("exp", XL_f32, 1), pow_f32 = kernel_of("pow", XL_f32, 1);
    /* The exact result is too small, and no zero: any zero will do. */
    assert_true(judge(&exp_f32, -800, 0, 0, -0.0).right);
    assert_true(judge(&exp_f32, -1e38, 0, 0, -0.0).right);
    const uint64_t signalling[XL_MAX_ARITY] = {0x7f800001, 0}, quiet[XL_MAX_ARITY] = {0x7fc00000};
    const uint64_t nan = 0x7fc00000, one = 0x3f800000;
    assert_true(judge_bits(&pow_f32, signalling, nan, 1, NULL).right);
    assert_true(judge_bits(&pow_f32, signalling, one, 1, NULL).right);
    assert_false(judge_bits(&pow_f32, quiet, nan, 1, NULL).right);
}

/* A NaN gives a NaN, of every function, when all operands are one. */
XL_TEST(test_nan)
{
    for (size_t n = 0; n < NAMES; n++) {
        struct xl_kernel k = kernel_of(names[n], XL_f64, 1);
        if (!judge(&k, NAN, NAN, NAN, NAN).right || judge(&k, NAN, NAN, NAN, 1).right)
            fail_msg("%s of NaN is a number", names[n]);
    }
}

/* What is beyond the units may be within the absolute error, and then a zero has no sign. */
XL_TEST(test_absolute)
{
    for (enum xl_type type = XL_f32; type <= XL_f64; type++) {
        struct xl_kernel k = kernel_of("sinpi", type, 1);
        assert_false(judge(&k, 0.5, 0, 0, 1.25).right);
        assert_false(judge(&k, 3, 0, 0, -0.0).right);
        k.contract.absolute = 0.25;
        assert_true(judge(&k, 0.5, 0, 0, 1.25).right);
        assert_true(judge(&k, 0.5, 0, 0, 0.75).right);
        assert_false(judge(&k, 0.5, 0, 0, 1.25 + 0x1p-22).right);
        assert_false(judge(&k, 0.5, 0, 0, 0.75 - 0x1p-22).right);
        assert_true(judge(&k, 3, 0, 0, -0.0).right);
        assert_false(judge(&k, 0.5, 0, 0, INFINITY).right);
        assert_false(judge(&k, 0.5, 0, 0, NAN).right);
        assert_false(judge(&k, INFINITY, 0, 0, 0).right);
        assert_false(judge(&k, NAN, 0, 0, 0).right);
    }
}

/* On an ISA that flushes, a zero stands for a subnormal f32 result, and for a subnormal input. */
XL_TEST(test_flushed)
{
    const struct xl_kernel k = kernel_of("fma", XL_f32, 0.5);
    const uint32_t in[] = {0x20000000, 0x1f800000, 0}; /* 2^-63 * 2^-64 */
    const double product = 0x1p-127, zero = 0;
    struct xl_output_check o = {.kernel = &k,
                                .output = 3,
                                .function = xl_function_of(&k, 3),
                                .exact.elements = &product,
                                .flushed.elements = NULL};
    for (size_t i = 0; i < 3; i++)
        o.exact.inputs[i] = o.flushed.inputs[i] = (uintptr_t)&in[i];
    assert_true(xl_compare_element(&o, 0, 0x00400000, 0).right);
    assert_false(xl_compare_element(&o, 0, 0, 0).right);
    o.flushed.elements = &zero;
    assert_true(xl_compare_element(&o, 0, 0x00400000, 0).right);
    assert_true(xl_compare_element(&o, 0, 0, 0).right);
    assert_false(xl_compare_element(&o, 0, 0x00400001, 0).right);
    assert_false(xl_compare_element(&o, 0, 0x00800000, 0).right);
}

/* Of several outputs each is judged by its own function. */
XL_TEST(test_pairs)
{
    struct xl_kernel k = kernel_of("sinpi", XL_f64, 0.5);
    k.function = "sinpi cospi";
    k.args[3] = k.args[2];
    k.args[2] = k.args[1];
    const uint64_t in = bits_of(XL_f64, -0.25), cosine = bits_of(XL_f64, M_SQRT1_2);
    const uint64_t right[] = {0, bits_of(XL_f64, -M_SQRT1_2), cosine};
    long double libm[3];
    struct xl_output_check o = {
        .kernel = &k,
        .exact.inputs = {(uintptr_t)&in, (uintptr_t)&libm[1], (uintptr_t)&libm[2], 1}};
    xl_reference_call(&k, XL_TO_NEAREST, o.exact.inputs);
    for (o.output = 1; o.output <= 2; o.output++) {
        o.function = xl_function_of(&k, o.output);
        o.exact.elements = &libm[o.output];
        assert_true(xl_compare_element(&o, 0, right[o.output], 1).right);
        assert_false(xl_compare_element(&o, 0, right[o.output] + 1, 1).right);
        assert_false(xl_compare_element(&o, 0, right[o.output] - 1, 1).right);
        assert_false(xl_compare_element(&o, 0, right[3 - o.output], 1).right);
    }
}

XL_TEST(test_wrong_records)
{
    struct xl_kernel k = kernel_of("exp", XL_f32, 1);
    assert_null(xl_function_wrong(&k));
    k.function = "expp";
    assert_non_null(strstr(xl_function_wrong(&k), "names no function"));
    k.function = "pow";
    assert_non_null(strstr(xl_function_wrong(&k), "number of inputs"));
    k.function = "sin cos";
    assert_non_null(strstr(xl_function_wrong(&k), "for each output"));
    k.args[3] = k.args[2];
    k.args[2] = k.args[1];
    assert_null(xl_function_wrong(&k));
    assert_string_equal(xl_function_of(&k, 1)->name, "sin");
    assert_string_equal(xl_function_of(&k, 2)->name, "cos");
    assert_null(xl_function_of(&k, 0));
    k.elementwise = 0; /* a function of which other lanes decide how it is computed */
    assert_null(xl_function_wrong(&k));
    k.args[2].per_n = 2;
    assert_non_null(strstr(xl_function_wrong(&k), "one element for each n"));
    k.args[2].per_n = 1;
    k.args[0].type = XL_i32;
    assert_non_null(strstr(xl_function_wrong(&k), "floats"));
    k.args[0].kind = XL_ARG_VALUE;
    assert_non_null(strstr(xl_function_wrong(&k), "nothing else"));
    k.contract.kind = XL_EXACT;
    assert_non_null(strstr(xl_function_wrong(&k), "XL_ULP"));
}

int main(void)
{
    int failed = xl_run_tests("roads", NULL, NULL);
    xl_function_forget();
    return failed;
}
