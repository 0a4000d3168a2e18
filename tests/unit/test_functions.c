/* Mathematical functions: what they are at known points and special values, whether both roads
 * agree, and who decides what.
 * SPDX-License-Identifier: MIT
 */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "judge/compare.h"
#include "judge/inputs.h"
#include "judge/roads.h"
#include "judge/special.h"

static const char *const names[] = {
#define XL_FUNCTION(NAME, ARITY, F64, F80, MPFR) #NAME,
#define XL_FUNCTION_EXACT(NAME, ARITY, MPFR) #NAME,
#include "judge/functions.def"
#undef XL_FUNCTION
#undef XL_FUNCTION_EXACT
};
enum { NAMES = sizeof names / sizeof names[0] };

static struct xl_kernel kernel_of(const char *function, enum xl_type type, double ulp)
{
    struct xl_kernel k = {
        .name = "k", .function = function, .elementwise = 1, .contract = {XL_ULP, .ulp = ulp}};
    size_t arity = xl_function_find(function)->arity, a = 0;
    while (a < arity)
        k.args[a++] = (struct xl_arg){.kind = XL_ARG_IN, .type = type, .name = "a", .per_n = 1};
    k.args[a++] = (struct xl_arg){.kind = XL_ARG_OUT, .type = type, .name = "r", .per_n = 1};
    k.args[a] = (struct xl_arg){.kind = XL_ARG_COUNT, .type = XL_u64, .name = "n", .fixed = 1};
    return k;
}

static uint64_t bits_of(enum xl_type type, double x)
{
    uint64_t bits = 0;
    float f32 = (float)x;
    memcpy(&bits, type == XL_f32 ? (void *)&f32 : (void *)&x, xl_type_size(type));
    return bits;
}

/* What the judge says of `got` for f(x, y, z). quick: instead of the C library's value; NULL: that.
 */
static struct xl_verdict judge_bits(const struct xl_kernel *kernel, const uint64_t in[XL_MAX_ARITY],
                                    uint64_t got, double worst, const void *quick)
{
    uint64_t words[XL_MAX_ARITY] = {in[0], in[1], in[2]};
    long double result[2];
    struct xl_judged_output o = {.kernel = kernel, .quick = quick ? quick : result};
    while (kernel->args[o.output].kind == XL_ARG_IN) {
        o.args[o.output] = (uintptr_t)&words[o.output];
        o.output++;
    }
    o.args[o.output] = (uintptr_t)result;
    o.args[o.output + 1] = 1;
    xl_function_reference(kernel, o.args);
    return xl_judge_function(&o, 0, got, worst);
}

static struct xl_verdict judge(const struct xl_kernel *kernel, double x, double y, double z,
                               double got)
{
    enum xl_type type = kernel->args[0].type;
    const uint64_t in[] = {bits_of(type, x), bits_of(type, y), bits_of(type, z)};
    return judge_bits(kernel, in, bits_of(type, got), INFINITY, NULL);
}

/* Known points, as mathematical tables have them; 0 stands for whatever there is no operand for. */
static const struct {
    const char *function;
    double x, y, z;
    long double value;
} known[] = {
    {"exp", 1, 0, 0, 2.718281828459045235360287471352662498L},
    {"exp2", 0.5, 0, 0, 1.414213562373095048801688724209698079L},
    {"exp10", 0.5, 0, 0, 3.162277660168379331998893544432718534L},
    {"expm1", 1, 0, 0, 1.718281828459045235360287471352662498L},
    {"log", 2, 0, 0, 0.693147180559945309417232121458176568L},
    {"log2", 10, 0, 0, 3.321928094887362347870319429489390176L},
    {"log10", 2, 0, 0, 0.301029995663981195213738894724493027L},
    {"log1p", 1, 0, 0, 0.693147180559945309417232121458176568L},
    {"sin", 1, 0, 0, 0.841470984807896506652502321630298999L},
    {"cos", 1, 0, 0, 0.540302305868139717400936607442976604L},
    {"tan", 1, 0, 0, 1.557407724654902230506974807458360173L},
    {"sinpi", -1.25, 0, 0, 0.707106781186547524400844362104849039L},
    {"sinpi", 7.5, 0, 0, -1},
    {"cospi", 0.75, 0, 0, -0.707106781186547524400844362104849039L},
    {"cospi", -4, 0, 0, 1},
    {"tanpi", 0.125, 0, 0, 0.414213562373095048801688724209698079L},
    {"asin", 0.5, 0, 0, 0.523598775598298873077107230546583814L},
    {"acos", 0.5, 0, 0, 1.047197551196597746154214461093167628L},
    {"atan", 1, 0, 0, 0.785398163397448309615660845819875721L},
    {"atan2", -1, -1, 0, -2.356194490192344928846982537459627163L},
    {"sinh", 1, 0, 0, 1.175201193643801456882381850595600815L},
    {"cosh", 1, 0, 0, 1.543080634815243778477905620757061683L},
    {"tanh", 1, 0, 0, 0.761594155955764888119458282604793590L},
    {"asinh", 1, 0, 0, 0.881373587019543025232609324979792309L},
    {"acosh", 2, 0, 0, 1.316957896924816708625046347307968444L},
    {"atanh", 0.5, 0, 0, 0.549306144334054845697622618461262852L},
    {"pow", 2, -0.5, 0, 0.707106781186547524400844362104849039L},
    {"sqrt", 2, 0, 0, 1.414213562373095048801688724209698079L},
    {"rsqrt", 2, 0, 0, 0.707106781186547524400844362104849039L},
    {"cbrt", -2, 0, 0, -1.259921049894873164767210607278228351L},
    {"hypot", 1, -1, 0, 1.414213562373095048801688724209698079L},
    {"erf", 1, 0, 0, 0.842700792949714869341220635082609259L},
    {"erfc", 1, 0, 0, 0.157299207050285130658779364917390741L},
    {"tgamma", 0.5, 0, 0, 1.772453850905516027298167483341145183L},
    {"tgamma", -0.5, 0, 0, -3.544907701811032054596334966682290366L},
    {"lgamma", 0.5, 0, 0, 0.572364942924700087071713675676529356L},
    {"fma", 1.5, 1.5, 0.25, 2.5L},
    {"fmod", -5.5, 2, 0, -1.5L},
    {"remainder", 5, 3, 0, -1},
    {"sigmoid", 1, 0, 0, 0.731058578630004879251159241821836274L},
    {"silu", 1, 0, 0, 0.731058578630004879251159241821836274L},
    {"gelu", 1, 0, 0, 0.841344746068542948585232545632037340L},
};

/* Each result up to three units away is within its own error, and not within less: whoever decides,
 * the C library or, where nothing has passed yet, MPFR. */
static void test_known_points(void **state)
{
    (void)state;
    enum { NEIGHBOURS = 3 };
    const double sure = 0.001; /* a long double has the value to half of this, in units of f64 */
    for (size_t n = 0, at = 0; n < NAMES; n++) {
        assert_string_equal(known[at].function, names[n]);
        while (at < sizeof known / sizeof known[0] && strcmp(known[at].function, names[n]) == 0)
            at++;
    }
    for (size_t i = 0; i < 2 * sizeof known / sizeof known[0]; i++) {
        enum xl_type type = i % 2 ? XL_f64 : XL_f32;
        long double value = known[i / 2].value;
        struct xl_kernel k = kernel_of(known[i / 2].function, type, 1);
        const uint64_t in[] = {bits_of(type, known[i / 2].x), bits_of(type, known[i / 2].y),
                               bits_of(type, known[i / 2].z)};
        uint64_t nearest = judge_bits(&k, in, UINT64_MAX >> 1, 0, NULL).expected;
        assert_int_equal(nearest, bits_of(type, (double)value));
        for (int step = -NEIGHBOURS; step <= NEIGHBOURS; step++) {
            uint64_t got = nearest + (uint64_t)step;
            double error =
                (double)(fabsl(xl_bits_value(type, got) - value) / xl_ulp_of(type, value));
            for (int quickly = 0; quickly < 2; quickly++) {
                k.contract.ulp = error + sure;
                struct xl_verdict v = judge_bits(&k, in, got, quickly ? INFINITY : 0, NULL);
                if (!v.same || fabs(v.ulp - error) > sure)
                    fail_msg("%s: %d units from it is wrong, or not %g off", k.function, step,
                             error);
                k.contract.ulp = error - sure;
                if (error > sure && judge_bits(&k, in, got, quickly ? INFINITY : 0, NULL).same)
                    fail_msg("%s: %d units from it is right", k.function, step);
            }
        }
    }
}

/* C23, annex F.10, function by function; 0 stands for whatever there is no operand for. */
static const struct {
    const char *function;
    double x, y, expected;
} special[] = {
    {"exp", 0, 0, 1},
    {"exp", -INFINITY, 0, 0},
    {"exp", INFINITY, 0, INFINITY},
    {"exp2", -0.0, 0, 1},
    {"exp2", -INFINITY, 0, 0},
    {"exp2", INFINITY, 0, INFINITY},
    {"exp10", INFINITY, 0, INFINITY},
    {"exp10", -INFINITY, 0, 0},
    {"exp10", 0, 0, 1},
    {"expm1", -0.0, 0, -0.0},
    {"expm1", -INFINITY, 0, -1},
    {"expm1", INFINITY, 0, INFINITY},
    {"log", 0, 0, -INFINITY},
    {"log", -0.0, 0, -INFINITY},
    {"log", 1, 0, 0},
    {"log", -1, 0, NAN},
    {"log", INFINITY, 0, INFINITY},
    {"log2", -0.0, 0, -INFINITY},
    {"log2", 1, 0, 0},
    {"log2", -INFINITY, 0, NAN},
    {"log10", 1, 0, 0},
    {"log10", -0.0, 0, -INFINITY},
    {"log10", -1, 0, NAN},
    {"log10", INFINITY, 0, INFINITY},
    {"log1p", -0.0, 0, -0.0},
    {"log1p", -1, 0, -INFINITY},
    {"log1p", -2, 0, NAN},
    {"log1p", INFINITY, 0, INFINITY},
    {"sin", -0.0, 0, -0.0},
    {"sin", INFINITY, 0, NAN},
    {"cos", -0.0, 0, 1},
    {"cos", -INFINITY, 0, NAN},
    {"tan", -0.0, 0, -0.0},
    {"tan", INFINITY, 0, NAN},
    {"sinpi", -0.0, 0, -0.0},
    {"sinpi", 3, 0, 0},
    {"sinpi", -3, 0, -0.0},
    {"sinpi", 0x1p100, 0, 0},
    {"sinpi", -0x1p100, 0, -0.0},
    {"sinpi", INFINITY, 0, NAN},
    {"cospi", 0.5, 0, 0},
    {"cospi", -2.5, 0, 0},
    {"cospi", 1.5, 0, 0},
    {"cospi", -0.0, 0, 1},
    {"cospi", 0x1p100, 0, 1},
    {"cospi", 0x1p23 + 1, 0, -1},
    {"cospi", INFINITY, 0, NAN},
    {"tanpi", -0.0, 0, -0.0},
    {"tanpi", 1, 0, -0.0},
    {"tanpi", 2, 0, 0},
    {"tanpi", -1, 0, 0},
    {"tanpi", -2, 0, -0.0},
    {"tanpi", 0.5, 0, INFINITY},
    {"tanpi", 1.5, 0, -INFINITY},
    {"asin", -0.0, 0, -0.0},
    {"asin", 2, 0, NAN},
    {"acos", 1, 0, 0},
    {"acos", -2, 0, NAN},
    {"atan", -0.0, 0, -0.0},
    {"atan2", 0.0, 0.0, 0.0},
    {"atan2", -0.0, 0.0, -0.0},
    {"atan2", -0.0, 1, -0.0},
    {"atan2", -1, INFINITY, -0.0},
    {"atan2", 1, INFINITY, 0.0},
    {"sinh", -0.0, 0, -0.0},
    {"sinh", -INFINITY, 0, -INFINITY},
    {"cosh", -0.0, 0, 1},
    {"cosh", -INFINITY, 0, INFINITY},
    {"tanh", -0.0, 0, -0.0},
    {"tanh", -INFINITY, 0, -1},
    {"asinh", -0.0, 0, -0.0},
    {"asinh", -INFINITY, 0, -INFINITY},
    {"acosh", 1, 0, 0},
    {"acosh", 0.5, 0, NAN},
    {"acosh", -INFINITY, 0, NAN},
    {"acosh", INFINITY, 0, INFINITY},
    {"atanh", -0.0, 0, -0.0},
    {"atanh", -1, 0, -INFINITY},
    {"atanh", 1, 0, INFINITY},
    {"atanh", 2, 0, NAN},
    {"pow", NAN, 0, 1},
    {"pow", NAN, -0.0, 1},
    {"pow", 1, NAN, 1},
    {"pow", -1, INFINITY, 1},
    {"pow", -1, -INFINITY, 1},
    {"pow", -0.0, -3, -INFINITY},
    {"pow", -0.0, -2, INFINITY},
    {"pow", -0.0, -INFINITY, INFINITY},
    {"pow", -0.0, 3, -0.0},
    {"pow", -0.0, 2, 0.0},
    {"pow", -0.0, 0.5, 0.0},
    {"pow", -8, 1.0 / 3, NAN},
    {"pow", 0.5, -INFINITY, INFINITY},
    {"pow", 2, -INFINITY, 0},
    {"pow", 0.5, INFINITY, 0},
    {"pow", -INFINITY, -3, -0.0},
    {"pow", -INFINITY, -2, 0},
    {"pow", -INFINITY, 3, -INFINITY},
    {"pow", INFINITY, -1, 0},
    {"sqrt", -0.0, 0, -0.0},
    {"sqrt", -1, 0, NAN},
    {"rsqrt", -0.0, 0, -INFINITY},
    {"rsqrt", 0, 0, INFINITY},
    {"rsqrt", INFINITY, 0, 0},
    {"rsqrt", -1, 0, NAN},
    {"cbrt", -0.0, 0, -0.0},
    {"cbrt", -INFINITY, 0, -INFINITY},
    {"cbrt", -8, 0, -2},
    {"hypot", -0.0, 0, 0},
    {"hypot", NAN, -INFINITY, INFINITY},
    {"hypot", INFINITY, NAN, INFINITY},
    {"hypot", NAN, 0, NAN},
    {"hypot", INFINITY, -INFINITY, INFINITY},
    {"erf", -0.0, 0, -0.0},
    {"erf", -INFINITY, 0, -1},
    {"erf", INFINITY, 0, 1},
    {"erfc", -INFINITY, 0, 2},
    {"erfc", INFINITY, 0, 0},
    {"erfc", -0.0, 0, 1},
    {"tgamma", 0, 0, INFINITY},
    {"tgamma", -0.0, 0, -INFINITY},
    {"tgamma", -2, 0, NAN},
    {"tgamma", -INFINITY, 0, NAN},
    {"tgamma", INFINITY, 0, INFINITY},
    {"tgamma", 5, 0, 24},
    {"lgamma", 1, 0, 0},
    {"lgamma", 2, 0, 0},
    {"lgamma", -1, 0, INFINITY},
    {"lgamma", 0, 0, INFINITY},
    {"lgamma", -INFINITY, 0, INFINITY},
    {"fmod", -0.0, 1, -0.0},
    {"fmod", -4, 2, -0.0},
    {"fmod", 1, 0, NAN},
    {"fmod", INFINITY, 1, NAN},
    {"fmod", -1, INFINITY, -1},
    {"remainder", -4, 2, -0.0},
    {"remainder", 3, 2, -1},
    {"remainder", 1, 0, NAN},
    {"sigmoid", -INFINITY, 0, 0},
    {"sigmoid", INFINITY, 0, 1},
    {"silu", -INFINITY, 0, -0.0},
    {"silu", -0.0, 0, -0.0},
    {"silu", INFINITY, 0, INFINITY},
    {"gelu", -INFINITY, 0, -0.0},
    {"gelu", -0.0, 0, -0.0},
    {"gelu", INFINITY, 0, INFINITY},
};

static void test_special_values(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof special / sizeof special[0]; i++) {
        double x = special[i].x, y = special[i].y, expected = special[i].expected;
        for (int t = 0; t < 2; t++) {
            struct xl_kernel k = kernel_of(special[i].function, t ? XL_f64 : XL_f32, 1);
            bool is_number = isfinite(expected) && expected != 0;
            if (!judge(&k, x, y, 0, expected).same)
                fail_msg("%s(%g, %g) is not %g", k.function, x, y, expected);
            /* NaN: no number will do. Infinities and zeros: not the other one. */
            if (!isnan(expected) && !is_number && judge(&k, x, y, 0, -expected).same)
                fail_msg("%s(%g, %g) is %g, and so is %g", k.function, x, y, expected, -expected);
            if (judge(&k, x, y, 0, isnan(expected) ? 1 : NAN).same)
                fail_msg("%s(%g, %g) is NaN or not, all the same", k.function, x, y);
            if (isinf(expected) && judge(&k, x, y, 0, copysign(FLT_MAX, expected)).same)
                fail_msg("%s(%g, %g) is infinite, and a number will do", k.function, x, y);
        }
    }
    struct xl_kernel fma_f64 = kernel_of("fma", XL_f64, 1);
    assert_true(judge(&fma_f64, 1, 1, -1, 0.0).same);
    assert_false(judge(&fma_f64, 1, 1, -1, -0.0).same);
    assert_true(judge(&fma_f64, -1, 0, -0.0, -0.0).same);
    assert_true(judge(&fma_f64, INFINITY, 1, -INFINITY, NAN).same);
}

static bool same_special(long double quick, const struct xl_wide *exact, long double least)
{
    if (isnan(quick) || isnan(exact->value))
        return isnan(quick) && isnan(exact->value);
    if (isinf(quick))
        return fabsl(exact->value) > LDBL_MAX / 2 ||
               (least == DBL_TRUE_MIN && fabsl(exact->value) > DBL_MAX);
    return quick != 0 || fabsl(exact->value) <= least;
}

/* How far the quick value is from the exact one, in its own last place. */
static double quick_error(enum xl_type type, long double quick, const struct xl_wide *exact)
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
    struct xl_wide exact;
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
static void test_roads_agree(void **state)
{
    (void)state;
    enum { TRIES = 1200 };
    for (size_t n = 0; n < NAMES; n++) {
        const struct xl_function *f = xl_function_find(names[n]);
        for (enum xl_type type = XL_f32; type <= XL_f64; type++) {
            size_t specials = XL_SPECIALS * (f->arity == 1 ? 1 : XL_SPECIALS);
            double worst = 0;
            for (size_t i = 0; xl_function_is_quick(f, type) && i < specials + TRIES; i++) {
                size_t number = i < specials ? i : i - specials + XL_SPECIALS * XL_SPECIALS;
                const double x[] = {operand(type, number, 0), operand(type, number, 1),
                                    operand(type, number, 2)};
                if (isfinite(x[0]) && isfinite(x[1]) && isfinite(x[2]))
                    worst = fmax(worst, compare_roads(f, type, x));
            }
            if (worst > XL_QUICK_ERROR / 2.0)
                fail_msg("%s: the C library is off by %g of its last place in %s", f->name, worst,
                         type == XL_f32 ? "double" : "long double");
        }
    }
}

/* Results known from the literature: arguments next to multiples of pi / 2 (Muller, "Elementary
 * Functions", table of the worst cases for range reduction), sin(1e22) (Ng, "Argument reduction for
 * huge arguments"), sums that are next to ties. */
static void test_hard_cases(void **state)
{
    (void)state;
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
        assert_false(v.same);
        if (v.expected != hard[i].expected)
            fail_msg("%s(%a, %a, %a) is 0x%llx, not 0x%llx", k.function, hard[i].x, hard[i].y,
                     hard[i].z, (unsigned long long)v.expected,
                     (unsigned long long)hard[i].expected);
    }
}

/* A correctly rounded result is within half a unit, and neither of its neighbours is; however close
 * to it the exact value is. */
static void test_half_a_unit(void **state)
{
    (void)state;
    for (enum xl_type type = XL_f32; type <= XL_f64; type++) {
        struct xl_kernel k = kernel_of("exp", type, 0.5);
        for (size_t i = 0; i < 2000; i++) {
            uint64_t in[XL_MAX_ARITY] = {
                bits_of(type, operand(type, XL_SPECIALS * XL_SPECIALS + 3 * i, 9))};
            uint64_t right = judge_bits(&k, in, UINT64_MAX >> 1, 1, NULL).expected;
            assert_true(judge_bits(&k, in, right, 1, NULL).same);
            assert_false(judge_bits(&k, in, right + 1, 1, NULL).same);
            assert_false(judge_bits(&k, in, right - 1, 1, NULL).same);
        }
    }
}

/* The quick value only decides what it can: that an error is small, and no new worst. */
static void test_who_decides(void **state)
{
    (void)state;
    struct xl_kernel k = kernel_of("exp", XL_f64, 1);
    const uint64_t in[XL_MAX_ARITY] = {bits_of(XL_f64, 1)};
    const uint64_t e = bits_of(XL_f64, exp(1));
    assert_int_equal(judge_bits(&k, in, e, 0.9, NULL).road, XL_ROAD_LONG_DOUBLE);
    assert_int_equal(judge_bits(&k, in, e, 0, NULL).road, XL_ROAD_MPFR);     /* a new worst */
    assert_int_equal(judge_bits(&k, in, e + 2, 1, NULL).road, XL_ROAD_MPFR); /* a fault */
    assert_false(judge_bits(&k, in, e + 2, 1, NULL).same);
    const uint64_t two[XL_MAX_ARITY] = {bits_of(XL_f64, 2)};
    assert_int_equal(judge_bits(&k, two, bits_of(XL_f64, INFINITY), 1, NULL).road, XL_ROAD_MPFR);

    /* Just as far off as the contract allows, give or take what the quick value may be wrong by. */
    struct xl_verdict v = judge_bits(&k, in, e, 0, NULL);
    k.contract.ulp = v.ulp;
    assert_true(judge_bits(&k, in, e, 1, NULL).same);
    assert_int_equal(judge_bits(&k, in, e, 1, NULL).road, XL_ROAD_MPFR);
    k.contract.ulp = v.ulp * (1 - 1e-9);
    assert_false(judge_bits(&k, in, e, 1, NULL).same);

    /* A C library that is wrong makes no fault: MPFR is asked. */
    k.contract.ulp = 1;
    long double wrong = 3;
    v = judge_bits(&k, in, e, 1, &wrong);
    assert_true(v.same);
    assert_int_equal(v.road, XL_ROAD_MPFR);

    struct xl_kernel single = kernel_of("exp", XL_f32, 1);
    const uint64_t one[XL_MAX_ARITY] = {bits_of(XL_f32, 1)};
    assert_int_equal(judge_bits(&single, one, bits_of(XL_f32, exp(1)), 1, NULL).road,
                     XL_ROAD_DOUBLE);
    struct xl_kernel none = kernel_of("tanpi", XL_f32, 1);
    assert_int_equal(judge_bits(&none, one, 0, 1, NULL).road, XL_ROAD_MPFR);
}

/* Just below a power of two the unit is the smaller one, although in double it is that power. */
static void test_unit_below_a_power_of_two(void **state)
{
    (void)state;
    struct xl_kernel k = kernel_of("fma", XL_f32, 2);
    struct xl_verdict v = judge(&k, 1, 2, -0x1p-60, 2 + 0x1p-22);
    assert_false(v.same);
    assert_true(v.ulp > 2 && v.ulp < 2.001);
    v = judge(&k, 1, 2, 0x1p-60, 2 + 0x1p-22);
    assert_true(v.same && v.ulp < 1);
}

static void test_zeros_and_signalling(void **state)
{
    (void)state;
    struct xl_kernel exp_f32 = kernel_of("exp", XL_f32, 1), pow_f32 = kernel_of("pow", XL_f32, 1);
    /* The exact result is too small, and no zero: any zero will do. */
    assert_true(judge(&exp_f32, -800, 0, 0, -0.0).same);
    assert_true(judge(&exp_f32, -1e38, 0, 0, -0.0).same);
    const uint64_t signalling[XL_MAX_ARITY] = {0x7f800001, 0}, quiet[XL_MAX_ARITY] = {0x7fc00000};
    const uint64_t nan = 0x7fc00000, one = 0x3f800000;
    assert_true(judge_bits(&pow_f32, signalling, nan, 1, NULL).same);
    assert_true(judge_bits(&pow_f32, signalling, one, 1, NULL).same);
    assert_false(judge_bits(&pow_f32, quiet, nan, 1, NULL).same);
}

/* A NaN gives a NaN, of every function, when all operands are one. */
static void test_nan(void **state)
{
    (void)state;
    for (size_t n = 0; n < NAMES; n++) {
        struct xl_kernel k = kernel_of(names[n], XL_f64, 1);
        if (!judge(&k, NAN, NAN, NAN, NAN).same || judge(&k, NAN, NAN, NAN, 1).same)
            fail_msg("%s of NaN is a number", names[n]);
    }
}

/* What is beyond the units may be within the absolute error, and then a zero has no sign. */
static void test_absolute(void **state)
{
    (void)state;
    for (enum xl_type type = XL_f32; type <= XL_f64; type++) {
        struct xl_kernel k = kernel_of("sinpi", type, 1);
        assert_false(judge(&k, 0.5, 0, 0, 1.25).same);
        assert_false(judge(&k, 3, 0, 0, -0.0).same);
        k.contract.absolute = 0.25;
        assert_true(judge(&k, 0.5, 0, 0, 1.25).same);
        assert_true(judge(&k, 0.5, 0, 0, 0.75).same);
        assert_false(judge(&k, 0.5, 0, 0, 1.25 + 0x1p-22).same);
        assert_false(judge(&k, 0.5, 0, 0, 0.75 - 0x1p-22).same);
        assert_true(judge(&k, 3, 0, 0, -0.0).same);
        assert_false(judge(&k, 0.5, 0, 0, INFINITY).same);
        assert_false(judge(&k, 0.5, 0, 0, NAN).same);
        assert_false(judge(&k, INFINITY, 0, 0, 0).same);
        assert_false(judge(&k, NAN, 0, 0, 0).same);
    }
}

/* Of several outputs each is judged by its own function. */
static void test_pairs(void **state)
{
    (void)state;
    struct xl_kernel k = kernel_of("sinpi", XL_f64, 0.5);
    k.function = "sinpi cospi";
    k.args[3] = k.args[2];
    k.args[2] = k.args[1];
    const uint64_t in = bits_of(XL_f64, -0.25), cosine = bits_of(XL_f64, M_SQRT1_2);
    const uint64_t right[] = {0, bits_of(XL_f64, -M_SQRT1_2), cosine};
    long double quick[3];
    struct xl_judged_output o = {
        .kernel = &k, .args = {(uintptr_t)&in, (uintptr_t)&quick[1], (uintptr_t)&quick[2], 1}};
    xl_function_reference(&k, o.args);
    for (o.output = 1; o.output <= 2; o.output++) {
        o.quick = &quick[o.output];
        assert_true(xl_judge_function(&o, 0, right[o.output], 1).same);
        assert_false(xl_judge_function(&o, 0, right[o.output] + 1, 1).same);
        assert_false(xl_judge_function(&o, 0, right[o.output] - 1, 1).same);
        assert_false(xl_judge_function(&o, 0, right[3 - o.output], 1).same);
    }
}

static void test_wrong_records(void **state)
{
    (void)state;
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
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_points),
        cmocka_unit_test(test_special_values),
        cmocka_unit_test(test_roads_agree),
        cmocka_unit_test(test_hard_cases),
        cmocka_unit_test(test_half_a_unit),
        cmocka_unit_test(test_who_decides),
        cmocka_unit_test(test_unit_below_a_power_of_two),
        cmocka_unit_test(test_zeros_and_signalling),
        cmocka_unit_test(test_nan),
        cmocka_unit_test(test_absolute),
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_wrong_records),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    xl_function_forget();
    return failed;
}
