/* Mathematical functions: what they are at known points and special values.
 * SPDX-License-Identifier: MIT
 */
#include "functions_example.h"

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
XL_TEST(test_known_points)
{
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
                if (!v.right || fabs(v.ulp - error) > sure)
                    fail_msg("%s: %d units from it is wrong, or not %g off", k.function, step,
                             error);
                k.contract.ulp = error - sure;
                if (error > sure && judge_bits(&k, in, got, quickly ? INFINITY : 0, NULL).right)
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

XL_TEST(test_special_values)
{
    for (size_t i = 0; i < sizeof special / sizeof special[0]; i++) {
        double x = special[i].x, y = special[i].y, expected = special[i].expected;
        for (int t = 0; t < 2; t++) {
            struct xl_kernel k = kernel_of(special[i].function, t ? XL_f64 : XL_f32, 1);
            bool is_number = isfinite(expected) && expected != 0;
            if (!judge(&k, x, y, 0, expected).right)
                fail_msg("%s(%g, %g) is not %g", k.function, x, y, expected);
            /* NaN: no number will do. Infinities and zeros: not the other one. */
            if (!isnan(expected) && !is_number && judge(&k, x, y, 0, -expected).right)
                fail_msg("%s(%g, %g) is %g, and so is %g", k.function, x, y, expected, -expected);
            if (judge(&k, x, y, 0, isnan(expected) ? 1 : NAN).right)
                fail_msg("%s(%g, %g) is NaN or not, all the same", k.function, x, y);
            if (isinf(expected) && judge(&k, x, y, 0, copysign(FLT_MAX, expected)).right)
                fail_msg("%s(%g, %g) is infinite, and a number will do", k.function, x, y);
        }
    }
    struct xl_kernel fma_f64 = kernel_of("fma", XL_f64, 1);
    assert_true(judge(&fma_f64, 1, 1, -1, 0.0).right);
    assert_false(judge(&fma_f64, 1, 1, -1, -0.0).right);
    assert_true(judge(&fma_f64, -1, 0, -0.0, -0.0).right);
    assert_true(judge(&fma_f64, INFINITY, 1, -INFINITY, NAN).right);
}

int main(void)
{
    int failed = xl_run_tests("functions", NULL, NULL);
    xl_function_forget();
    return failed;
}
