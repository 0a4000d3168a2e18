/* Results of mathematical functions: judged by the C library where it is good enough to decide, by
 * MPFR where it is not.
 * SPDX-License-Identifier: MIT
 */
#include "oracle/precision.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "oracle/compare.h"
#include "oracle/types.h"

/* Errors are told to so many units; smaller ones need not be exact. */
static const double XL_ULP_DIGIT = 0.001;

/* Whether the quick value says that the error is no larger than `most`. */
static bool is_surely_within(enum xl_type type, double got, long double quick, double most,
                             double *ulp)
{
    const struct xl_exact_value wide = {quick, 0};
    if (!xl_within_ulps(type, most, got, &wide, ulp))
        return false;
    if (isnan(quick) || isinf(quick) || quick == 0)
        return true;
    int digits = type == XL_f32 ? DBL_MANT_DIG : LDBL_MANT_DIG;
    long double unsure = XL_QUICK_ERROR * xl_power_of_two(xl_exponent_of(quick) - digits);
    long double size = fabsl(quick);
    if (isinf(got)) /* size is at least where overflow begins, give or take */
        return size - unsure > 2.0L * (type == XL_f32 ? FLT_MAX : DBL_MAX);
    /* Next to a power of two the unit may be the one below it. */
    long double least_unit = xl_ulp_of(type, size - unsure);
    return (fabsl(got - quick) + unsure) / least_unit <= most;
}

static bool is_signalling(enum xl_type type, uint64_t bits)
{
    uint64_t quiet = type == XL_f32 ? 0x00400000 : 0x0008000000000000;
    return isnan(xl_bits_value(type, bits)) && !(bits & quiet);
}

/* IEEE 754 has a NaN for any signalling one, where C23 has numbers for some quiet ones, such as
 * hypot(inf, NaN): either is right. */
static bool has_signalling_input(const struct xl_output_check *o, size_t i)
{
    for (size_t k = 0; k < XL_MAX_ARGS && o->kernel->args[k].kind; k++) {
        enum xl_type type = o->kernel->args[k].type;
        if (o->kernel->args[k].kind == XL_ARG_IN &&
            is_signalling(type, xl_bits_get(type, (const void *)o->args[k], i)))
            return true;
    }
    return false;
}

/* Rounds to the type once. Twice, first to 64 bits, would be wrong next to ties; so the last of the
 * 64 says whether there is a rest, which keeps the first rounding out of the second. */
static uint64_t round_wide(enum xl_type type, struct xl_exact_value wide)
{
    long double value = wide.value;
    uint64_t fraction, bits = 0;
    if (wide.rest != 0) {
        memcpy(&fraction, &value, sizeof fraction); /* x87's format begins with the fraction */
        fraction |= 1;
        memcpy(&value, &fraction, sizeof fraction);
    }
    float f32 = (float)value;
    double f64 = (double)value;
    memcpy(&bits, type == XL_f32 ? (void *)&f32 : (void *)&f64, xl_type_size(type));
    return bits;
}

/* Of NaNs and infinities false. */
static bool is_within_absolute(double most, double got, const struct xl_exact_value *exact)
{
    return most > 0 && fabsl(got - exact->value - exact->rest) <= most;
}

static struct xl_verdict judge_exactly(const struct xl_output_check *o, size_t i, uint64_t got,
                                       const double x[XL_MAX_ARITY])
{
    enum xl_type type = o->kernel->args[o->output].type;
    struct xl_verdict v = {.road = XL_PRECISION_MPFR};
    struct xl_exact_value exact;
    double value = xl_bits_value(type, got);
    o->function->mpfr(x, &exact);
    if (o->flush && type == XL_f32 && fabsl(exact.value) < FLT_MIN)
        exact = (struct xl_exact_value){copysignl(0, exact.value), 0};
    v.expected = round_wide(type, exact);
    v.same = xl_within_ulps(type, o->kernel->contract.ulp, value, &exact, &v.ulp) ||
             is_within_absolute(o->kernel->contract.absolute, value, &exact) ||
             (o->kernel->contract.zero_sign && value == 0 && exact.value == 0 && exact.rest == 0);
    if (!v.same && isnan(value) && has_signalling_input(o, i)) {
        v.same = true;
        v.ulp = 0;
    }
    return v;
}

struct xl_verdict xl_compare_function(const struct xl_output_check *o, size_t i, uint64_t got,
                                      double worst)
{
    enum xl_type type = o->kernel->args[o->output].type;
    double x[XL_MAX_ARITY] = {0}, ulp = o->kernel->contract.ulp;
    double most = fmin(fmax(worst, XL_ULP_DIGIT), ulp);
    xl_function_inputs(o->kernel, o->args, i, x);
    /* glibc 2.36 has an infinity for powl(-infinity, -0x1p63). */
    bool is_finite = isfinite(x[0]) && isfinite(x[1]) && isfinite(x[2]);
    if (is_finite && xl_function_is_libm(o->function, type)) {
        long double quick =
            type == XL_f32 ? ((const double *)o->quick)[i] : ((const long double *)o->quick)[i];
        if (is_surely_within(type, xl_bits_value(type, got), quick, most, &ulp))
            return (struct xl_verdict){.same = true,
                                       .ulp = ulp,
                                       .road = type == XL_f32 ? XL_PRECISION_DOUBLE
                                                              : XL_PRECISION_LONG_DOUBLE};
    }
    return judge_exactly(o, i, got, x);
}
