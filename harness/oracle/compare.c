/* Decides whether an output element is right.
 * SPDX-License-Identifier: MIT
 */
#include "oracle/compare.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Smaller errors than this many ULP need not be exact: reports show three digits. */
static const double XL_ULP_DIGIT = 0.001;

long double xl_ulp_of(enum xl_type type, long double x)
{
    int digits = type == XL_f32 ? FLT_MANT_DIG : DBL_MANT_DIG;
    int least = type == XL_f32 ? FLT_MIN_EXP : DBL_MIN_EXP;
    int most = type == XL_f32 ? FLT_MAX_EXP : DBL_MAX_EXP;
    int exponent = xl_exponent_of(x);
    if (exponent < least)
        exponent = least;
    if (exponent > most)
        exponent = most;
    return xl_power_of_two(exponent - digits);
}

static long double exact_value(const struct xl_kernel *kernel, enum xl_type type,
                               const void *reference, size_t i)
{
    if (kernel->contract.kind == XL_BOUND)
        return ((const struct xl_bounded *)reference)[i].value;
    if (kernel->contract.kind == XL_ULP)
        return type == XL_f32 ? ((const double *)reference)[i]
                              : ((const long double *)reference)[i];
    return xl_bits_value(type, xl_bits_get(type, reference, i));
}

/* For NaNs and infinities: 1 right, 0 wrong. -1: neither value is one. */
static int compare_special(enum xl_type type, double got, long double exact, double *ulp)
{
    *ulp = 0;
    if (isnan(exact) || isnan(got))
        return isnan(exact) && isnan(got);
    if (isinf(got) || isinf(exact)) {
        /* A value must round to infinity from half a unit above the largest number on. */
        long double limit = type == XL_f32 ? FLT_MAX : DBL_MAX;
        if (isinf(got) && fabsl(exact) >= limit + xl_ulp_of(type, limit) / 2 &&
            !signbit(got) == !signbit(exact))
            return 1;
        *ulp = INFINITY;
        return 0;
    }
    return -1;
}

/* Whether got is within `most` ULP of the exact result. If the exact result is a zero, a zero must
 * have its sign: C23's annex F gives the sign for each function. If the exact result is too small
 * for a long double, but no zero, a zero of either sign is right. */
static bool is_within_ulps(enum xl_type type, double most, double got,
                           const struct xl_exact_value *exact, double *ulp)
{
    int special = compare_special(type, got, exact->value, ulp);
    if (special >= 0)
        return special;
    if (exact->value == 0 && got == 0)
        return !signbit(got) == !signbit(exact->value);
    long double error = fabsl((long double)got - exact->value - exact->rest);
    *ulp = (double)(error / xl_ulp_of(type, exact->value));
    return *ulp <= most;
}

/* False for NaNs and infinities. */
static bool is_within_absolute(double most, double got, const struct xl_exact_value *exact)
{
    return most > 0 && fabsl(got - exact->value - exact->rest) <= most;
}

/* As an XL_ULP contract has it. */
static bool is_within_contract(const struct xl_contract *contract, enum xl_type type, double got,
                               const struct xl_exact_value *exact, double *ulp)
{
    return is_within_ulps(type, contract->ulp, got, exact, ulp) ||
           is_within_absolute(contract->absolute, got, exact) ||
           (contract->zero_sign && got == 0 && exact->value == 0 && exact->rest == 0);
}

static bool is_within_bound(enum xl_type type, double got, const struct xl_bounded *b, double *ulp)
{
    int special = compare_special(type, got, b->value, ulp);
    if (special >= 0)
        return special;
    long double error = fabsl((long double)got - b->value);
    *ulp = (double)(error / xl_ulp_of(type, b->value));
    return error <= b->bound;
}

static uint64_t distance(enum xl_type type, uint64_t a, uint64_t b)
{
    const unsigned unused = 64 - xl_type_bits(type);
    /* A flipped sign bit gives signed integers the order of unsigned ones. */
    const uint64_t sign = xl_type_is_signed(type) ? UINT64_C(1) << 63 : 0;
    a = a << unused ^ sign;
    b = b << unused ^ sign;
    return (a > b ? a - b : b - a) >> unused;
}

static bool is_zero(enum xl_type type, uint64_t bits)
{
    return xl_bits_value(type, bits) == 0;
}

bool xl_rounding_is_free(const struct xl_kernel *kernel)
{
    return kernel->contract.kind != XL_EXACT || kernel->contract.off_by ||
           kernel->contract.zero_sign;
}

static bool is_as_exact(const struct xl_contract *contract, enum xl_type type, uint64_t got,
                        uint64_t expected, double *ulp)
{
    if (got == expected)
        return true;
    if (!xl_type_is_float(type))
        return distance(type, got, expected) <= contract->off_by;
    if (contract->zero_sign && is_zero(type, got) && is_zero(type, expected))
        return true;
    double g = xl_bits_value(type, got), e = xl_bits_value(type, expected);
    if (isnan(g) && isnan(e))
        return true;
    *ulp = isnan(g) || isnan(e) || isinf(g) || isinf(e)
               ? INFINITY
               : (double)(fabsl((long double)g - e) / xl_ulp_of(type, e));
    return false;
}

static bool is_as_reference(const struct xl_kernel *kernel, enum xl_type type, uint64_t got,
                            const void *reference, size_t i, double *ulp)
{
    const struct xl_bounded *bounded = reference;
    *ulp = 0;
    if (kernel->contract.kind == XL_BOUND && !xl_type_is_float(type))
        return fabs(xl_bits_value(type, got) - bounded[i].value) <= bounded[i].bound;
    if (kernel->contract.kind == XL_BOUND)
        return is_within_bound(type, xl_bits_value(type, got), &bounded[i], ulp);
    if (kernel->contract.kind == XL_ULP && xl_type_is_float(type)) {
        const struct xl_exact_value exact = {exact_value(kernel, type, reference, i), 0};
        return is_within_contract(&kernel->contract, type, xl_bits_value(type, got), &exact, ulp);
    }
    return is_as_exact(&kernel->contract, type, got, xl_bits_get(type, reference, i), ulp);
}

/* Whether a flushing ISA may give a zero although the rounded result is the least normal number:
 * ARM flushes what is subnormal before rounding (ARM DDI 0406C A2.7.2). */
static bool is_flushed_before_rounding(const struct xl_kernel *kernel, enum xl_type type,
                                       uint64_t got, const void *reference, size_t i)
{
    enum { LEAST_NORMAL = 0x00800000 };
    if (kernel->contract.kind != XL_EXACT || type != XL_f32)
        return false;
    uint64_t expected = xl_bits_get(type, reference, i);
    return (expected & 0x7fffffff) == LEAST_NORMAL && got == (expected & 0x80000000);
}

static struct xl_verdict compare_with_reference(const struct xl_output_check *o, size_t i,
                                                uint64_t got)
{
    const enum xl_type type = o->kernel->args[o->output].type;
    const void *exact = o->exact.elements, *flushed = o->flushed.elements;
    struct xl_verdict v = {.right = false};
    double ulp;
    if (is_as_reference(o->kernel, type, got, exact, i, &v.ulp))
        v.right = true;
    else if (flushed && is_as_reference(o->kernel, type, got, flushed, i, &ulp))
        v = (struct xl_verdict){.right = true, .ulp = ulp};
    else if (flushed && is_flushed_before_rounding(o->kernel, type, got, flushed, i))
        v = (struct xl_verdict){.right = true};
    else
        v.expected = xl_expected_bits(o->kernel, type, exact, i);
    return v;
}

/* Whether the C library's value shows that the error is no larger than `most`. */
static bool is_surely_within(enum xl_type type, double got, long double libm, double most,
                             double *ulp)
{
    const struct xl_exact_value exact = {libm, 0};
    if (!is_within_ulps(type, most, got, &exact, ulp))
        return false;
    if (isnan(libm) || isinf(libm) || libm == 0)
        return true;
    int digits = type == XL_f32 ? DBL_MANT_DIG : LDBL_MANT_DIG;
    long double unsure = XL_LIBM_ERROR * xl_power_of_two(xl_exponent_of(libm) - digits);
    long double size = fabsl(libm);
    if (isinf(got)) /* and libm's value overflows, as far as is known */
        return size - unsure > 2.0L * (type == XL_f32 ? FLT_MAX : DBL_MAX);
    /* Next to a power of two, the unit of the exact value may be the smaller one. */
    long double least_unit = xl_ulp_of(type, size - unsure);
    return (fabsl(got - libm) + unsure) / least_unit <= most;
}

static bool is_signalling(enum xl_type type, uint64_t bits)
{
    uint64_t quiet = type == XL_f32 ? 0x00400000 : 0x0008000000000000;
    return isnan(xl_bits_value(type, bits)) && !(bits & quiet);
}

/* For some quiet NaNs, C23 requires a number: hypot(inf, NaN). For a signalling NaN, IEEE 754
 * requires a NaN. So both are right for a signalling NaN. */
static bool has_signalling_input(const struct xl_output_check *o, const struct xl_expected *e,
                                 size_t i)
{
    for (size_t k = 0; o->kernel->args[k].kind; k++) {
        enum xl_type type = o->kernel->args[k].type;
        if (o->kernel->args[k].kind == XL_ARG_IN &&
            is_signalling(type, xl_bits_get(type, (const void *)e->inputs[k], i)))
            return true;
    }
    return false;
}

/* Rounds to the type once. Rounding to long double first would be wrong next to ties. So its last
 * bit is set if there is a rest, which makes the first step exact. */
static uint64_t round_exact(enum xl_type type, struct xl_exact_value exact)
{
    long double value = exact.value;
    if (exact.rest != 0)
        ((unsigned char *)&value)[XL_LAST_BITS_AT] |= 1;
    return xl_float_bits(type, value);
}

/* flush: an f32 result that is not a normal number is a zero. */
static struct xl_verdict compare_with_mpfr(const struct xl_output_check *o,
                                           const struct xl_expected *e, bool flush, size_t i,
                                           uint64_t got, const double x[XL_MAX_ARITY])
{
    enum xl_type type = o->kernel->args[o->output].type;
    struct xl_verdict v = {.precision = XL_PRECISION_MPFR};
    struct xl_exact_value exact;
    double value = xl_bits_value(type, got);
    o->function->mpfr(x, &exact);
    if (flush && type == XL_f32 && fabsl(exact.value) < FLT_MIN)
        exact = (struct xl_exact_value){copysignl(0, exact.value), 0};
    v.expected = round_exact(type, exact);
    v.right = is_within_contract(&o->kernel->contract, type, value, &exact, &v.ulp);
    if (!v.right && isnan(value) && has_signalling_input(o, e, i)) {
        v.right = true;
        v.ulp = 0;
    }
    return v;
}

static struct xl_verdict compare_with_function(const struct xl_output_check *o,
                                               const struct xl_expected *e, bool flush, size_t i,
                                               uint64_t got, double worst)
{
    enum xl_type type = o->kernel->args[o->output].type;
    double x[XL_MAX_ARITY] = {0}, ulp;
    double most = fmin(fmax(worst, XL_ULP_DIGIT), o->kernel->contract.ulp);
    xl_function_inputs(o->kernel, e->inputs, i, x);
    /* glibc 2.36 gives an infinity for powl(-infinity, -0x1p63). */
    bool is_finite = isfinite(x[0]) && isfinite(x[1]) && isfinite(x[2]);
    if (is_finite && xl_function_is_libm(o->function, type)) {
        long double libm = type == XL_f32 ? ((const double *)e->elements)[i]
                                          : ((const long double *)e->elements)[i];
        if (is_surely_within(type, xl_bits_value(type, got), libm, most, &ulp))
            return (struct xl_verdict){.right = true,
                                       .ulp = ulp,
                                       .precision = type == XL_f32 ? XL_PRECISION_DOUBLE
                                                                   : XL_PRECISION_LONG_DOUBLE};
    }
    return compare_with_mpfr(o, e, flush, i, got, x);
}

struct xl_verdict xl_compare_element(const struct xl_output_check *o, size_t i, uint64_t got,
                                     double worst)
{
    if (!o->function)
        return compare_with_reference(o, i, got);
    struct xl_verdict v = compare_with_function(o, &o->exact, false, i, got, worst);
    /* It is wrong, or has a new worst error, unless the ISA flushed. */
    if (o->flushed.elements && v.precision == XL_PRECISION_MPFR) {
        struct xl_verdict other = compare_with_function(o, &o->flushed, true, i, got, worst);
        if (other.right && (!v.right || other.ulp < v.ulp))
            return other;
    }
    return v;
}

bool xl_has_bound(const struct xl_kernel *kernel, enum xl_type type)
{
    return kernel->contract.kind == XL_BOUND ||
           (kernel->contract.off_by && !xl_type_is_float(type));
}

struct xl_bounded xl_bound_of(const struct xl_kernel *kernel, enum xl_type type,
                              const void *reference, size_t i)
{
    if (kernel->contract.kind == XL_BOUND)
        return ((const struct xl_bounded *)reference)[i];
    return (struct xl_bounded){xl_bits_value(type, xl_bits_get(type, reference, i)),
                               kernel->contract.off_by};
}

uint64_t xl_expected_bits(const struct xl_kernel *kernel, enum xl_type type, const void *reference,
                          size_t i)
{
    if (kernel->contract.kind == XL_BOUND && !xl_type_is_float(type))
        return (uint64_t)llround(((const struct xl_bounded *)reference)[i].value) &
               xl_type_mask(type);
    if (kernel->contract.kind == XL_EXACT || !xl_type_is_float(type))
        return xl_bits_get(type, reference, i);
    return xl_float_bits(type, exact_value(kernel, type, reference, i));
}

/* ---- A quick comparison of whole outputs ---- */

/* Twice XL_LIBM_ERROR, relative to the result: that error, and the rounding of what is computed
 * here. */
static const double XL_UNSURE = 2 * XL_LIBM_ERROR * DBL_EPSILON;

enum { XL_PART = 64 };

static double magnitude_to_power(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits &= UINT64_C(0x7ff0000000000000);
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* Whether the error is surely at most `most` ULP. Without branches, so that the compiler makes
 * vectors of it. The unit is that of the least magnitude that the exact result may have. */
static inline int is_close(double got, double reference, double most)
{
    const double size = fabs(reference), unsure = size * XL_UNSURE, least = size - unsure;
    const double normal = least < (double)FLT_MIN ? (double)FLT_MIN : least;
    const double finite = normal > (double)FLT_MAX ? (double)FLT_MAX : normal;
    const double unit = magnitude_to_power(finite) * FLT_EPSILON;
    return (fabs(got - reference) + unsure <= most * unit) & (size > 0) & (size < 0x1p200);
}

/* What is_close does not decide: zeros, infinities and NaNs. */
static bool is_special_right(float got, double reference)
{
    if (isnan(got) || isnan(reference))
        return isnan(got) && isnan(reference);
    if (!signbit(got) != !signbit(reference))
        return false;
    if (isinf(got))
        return fabs(reference) > 4.0 * FLT_MAX;
    return got == 0 && reference == 0;
}

static size_t screen_f32(const float *got, const double *reference, size_t count, double most,
                         uint32_t *undecided)
{
    size_t found = 0;
    for (size_t at = 0; at < count; at += XL_PART) {
        const size_t end = at + XL_PART < count ? at + XL_PART : count;
        int are_close = 1;
        for (size_t i = at; i < end; i++)
            are_close &= is_close((double)got[i], reference[i], most);
        for (size_t i = at; i < end && !are_close; i++)
            if (!is_close((double)got[i], reference[i], most) &&
                !is_special_right(got[i], reference[i]))
                undecided[found++] = (uint32_t)i;
    }
    return found;
}

static size_t screen_bits(enum xl_type type, const void *got, const void *reference, size_t count,
                          uint32_t *undecided)
{
    const size_t size = xl_type_size(type);
    size_t found = 0;
    for (size_t at = 0; at < count; at += XL_PART) {
        const size_t end = at + XL_PART < count ? at + XL_PART : count;
        const bool are_same =
            memcmp((const uint8_t *)got + at * size, (const uint8_t *)reference + at * size,
                   (end - at) * size) == 0;
        for (size_t i = at; i < end && !are_same; i++)
            if (xl_bits_get(type, got, i) != xl_bits_get(type, reference, i))
                undecided[found++] = (uint32_t)i;
    }
    return found;
}

size_t xl_screen(const struct xl_output_check *o, const void *got, size_t count, double worst,
                 uint32_t *undecided)
{
    const struct xl_kernel *kernel = o->kernel;
    const enum xl_type type = kernel->args[o->output].type;
    const double least = worst > XL_ULP_DIGIT ? worst : XL_ULP_DIGIT,
                 most = least < kernel->contract.ulp ? least : kernel->contract.ulp;
    size_t found = 0;
    if (kernel->contract.kind == XL_EXACT || !xl_type_is_float(type)) {
        if (kernel->contract.kind != XL_BOUND)
            return screen_bits(type, got, o->exact.elements, count, undecided);
    } else if (kernel->contract.kind == XL_ULP && type == XL_f32 &&
               (!o->function || xl_function_is_libm(o->function, type))) {
        return screen_f32(got, o->exact.elements, count, most, undecided);
    }
    while (found < count) {
        undecided[found] = (uint32_t)found;
        found++;
    }
    return found;
}
