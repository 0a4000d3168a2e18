/* The reference's outputs, and whether the kernel's are equal as its contract has it.
 * SPDX-License-Identifier: MIT
 */
#include "oracle/compare.h"

#include <fenv.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "oracle/types.h"

size_t xl_reference_size(const struct xl_kernel *kernel, enum xl_type type)
{
    if (kernel->contract.kind == XL_BOUND)
        return sizeof(struct xl_bounded);
    if (!xl_type_is_float(type))
        return xl_type_size(type);
    if (kernel->contract.kind == XL_ULP && type == XL_f32)
        return sizeof(double);
    if (kernel->contract.kind == XL_ULP && type == XL_f64)
        return sizeof(long double);
    return xl_type_size(type);
}

static int raised(void)
{
    int flags = fetestexcept(FE_ALL_EXCEPT);
    return (flags & FE_INVALID ? XL_INVALID : 0) | (flags & FE_DIVBYZERO ? XL_DIVBYZERO : 0) |
           (flags & FE_OVERFLOW ? XL_OVERFLOW : 0) | (flags & FE_UNDERFLOW ? XL_UNDERFLOW : 0) |
           (flags & FE_INEXACT ? XL_INEXACT : 0);
}

void xl_reference_load(const struct xl_kernel *kernel, enum xl_type type, void *to,
                       const void *from, size_t count)
{
    if (xl_reference_size(kernel, type) == xl_type_size(type)) {
        memcpy(to, from, count * xl_type_size(type));
        return;
    }
    for (size_t i = 0; i < count; i++) {
        double value = xl_bits_value(type, xl_bits_get(type, from, i));
        if (kernel->contract.kind == XL_BOUND)
            ((struct xl_bounded *)to)[i] = (struct xl_bounded){.value = value};
        else if (type == XL_f32)
            ((double *)to)[i] = value;
        else
            ((long double *)to)[i] = value;
    }
}

/* x86-64's calling convention: integers and pointers in order, floating-point numbers in order in
 * registers of their own, and arguments past the callee's own do no harm. */
static void call(void (*function)(void), const struct xl_kernel *kernel,
                 const uintptr_t args[XL_MAX_ARGS])
{
    uintptr_t a[XL_MAX_ARGS] = {0};
    double f[XL_MAX_FLOAT_VALUES] = {0};
    size_t integers = 0, floats = 0;
    for (size_t k = 0; k < XL_MAX_ARGS; k++)
        if (kernel->args[k].kind != XL_ARG_VALUE || !xl_type_is_float(kernel->args[k].type))
            a[integers++] = args[k];
        else if (floats < XL_MAX_FLOAT_VALUES)
            memcpy(&f[floats++], &args[k], sizeof f[0]);
    typedef uintptr_t T;
    ((void (*)(T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, double, double, double,
               double))function)(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10],
                                 a[11], a[12], a[13], a[14], a[15], a[16], f[0], f[1], f[2], f[3]);
}

int xl_reference_call(const struct xl_kernel *kernel, enum xl_rounding rounding,
                      const uintptr_t args[XL_MAX_ARGS])
{
    if (kernel->function) {
        xl_function_reference(kernel, args);
        return 0;
    }
    static const int modes[XL_ROUNDINGS] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
    int flags = 0;
    if (rounding != XL_TO_NEAREST)
        fesetround(modes[rounding]);
    if (kernel->contract.flags)
        feclearexcept(FE_ALL_EXCEPT);
    call(kernel->reference, kernel, args);
    if (kernel->contract.flags)
        flags = raised() & kernel->contract.flags;
    if (rounding != XL_TO_NEAREST)
        fesetround(FE_TONEAREST);
    return flags;
}

void xl_reference_flush(const struct xl_kernel *kernel, enum xl_type type, void *reference,
                        size_t count)
{
    if (kernel->contract.kind == XL_EXACT)
        xl_flush_subnormals(type, reference, count);
    if (kernel->contract.kind != XL_ULP || type != XL_f32)
        return;
    double *values = reference;
    for (size_t i = 0; i < count; i++)
        if (fabs(values[i]) < FLT_MIN)
            values[i] = copysign(0, values[i]);
}

bool xl_flushed_before_rounding(const struct xl_kernel *kernel, enum xl_type type, uint64_t got,
                                const void *reference, size_t i)
{
    enum { LEAST_NORMAL = 0x00800000 };
    if (kernel->contract.kind != XL_EXACT || type != XL_f32)
        return false;
    uint64_t expected = xl_bits_get(type, reference, i);
    return (expected & 0x7fffffff) == LEAST_NORMAL && got == (expected & 0x80000000);
}

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

static long double wide(const struct xl_kernel *kernel, enum xl_type type, const void *reference,
                        size_t i)
{
    if (kernel->contract.kind == XL_BOUND)
        return ((const struct xl_bounded *)reference)[i].value;
    if (kernel->contract.kind == XL_ULP)
        return type == XL_f32 ? ((const double *)reference)[i]
                              : ((const long double *)reference)[i];
    return xl_bits_value(type, xl_bits_get(type, reference, i));
}

/* What NaNs and infinities decide: 1 right, 0 wrong, -1 nothing. */
static int judge_special(enum xl_type type, double got, long double exact, double *ulp)
{
    *ulp = 0;
    if (isnan(exact) || isnan(got))
        return isnan(exact) && isnan(got);
    if (isinf(got) || isinf(exact)) {
        /* An overflow must round to infinity: beyond the largest number and half a unit. */
        long double limit = type == XL_f32 ? FLT_MAX : DBL_MAX;
        if (isinf(got) && fabsl(exact) >= limit + xl_ulp_of(type, limit) / 2 &&
            !signbit(got) == !signbit(exact))
            return 1;
        *ulp = INFINITY;
        return 0;
    }
    return -1;
}

bool xl_within_ulps(enum xl_type type, double most, double got, const struct xl_exact_value *exact,
                    double *ulp)
{
    int special = judge_special(type, got, exact->value, ulp);
    if (special >= 0)
        return special;
    if (exact->value == 0 && got == 0)
        return !signbit(got) == !signbit(exact->value);
    long double error = fabsl((long double)got - exact->value - exact->rest);
    *ulp = (double)(error / xl_ulp_of(type, exact->value));
    return *ulp <= most;
}

static bool within_bound(enum xl_type type, double got, const struct xl_bounded *b, double *ulp)
{
    int special = judge_special(type, got, b->value, ulp);
    if (special >= 0)
        return special;
    long double error = fabsl((long double)got - b->value);
    *ulp = (double)(error / xl_ulp_of(type, b->value));
    return error <= b->bound;
}

/* How far one integer is from another. */
static uint64_t distance(enum xl_type type, uint64_t a, uint64_t b)
{
    const unsigned unused = 64 - 8 * (unsigned)xl_type_size(type);
    const uint64_t sign =
        xl_type_is_signed(type) ? UINT64_C(1) << 63 : 0; /* so that order is kept */
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

bool xl_compare_element(const struct xl_kernel *kernel, enum xl_type type, uint64_t got,
                        const void *reference, size_t i, double *ulp)
{
    *ulp = 0;
    if (kernel->contract.kind == XL_BOUND && !xl_type_is_float(type)) {
        const struct xl_bounded *b = (const struct xl_bounded *)reference + i;
        return fabs(xl_bits_value(type, got) - b->value) <= b->bound;
    }
    if (kernel->contract.kind == XL_BOUND)
        return within_bound(type, xl_bits_value(type, got),
                            (const struct xl_bounded *)reference + i, ulp);
    if (kernel->contract.kind == XL_ULP && xl_type_is_float(type)) {
        const struct xl_exact_value exact = {wide(kernel, type, reference, i), 0};
        double value = xl_bits_value(type, got);
        return xl_within_ulps(type, kernel->contract.ulp, value, &exact, ulp) ||
               (kernel->contract.zero_sign && value == 0 && exact.value == 0) ||
               (kernel->contract.absolute && /* of NaNs and infinities false */
                fabsl((long double)value - exact.value) <= kernel->contract.absolute);
    }
    uint64_t expected = xl_bits_get(type, reference, i);
    if (got == expected)
        return true;
    if (!xl_type_is_float(type))
        return distance(type, got, expected) <= kernel->contract.off_by;
    if (kernel->contract.zero_sign && is_zero(type, got) && is_zero(type, expected))
        return true;
    double g = xl_bits_value(type, got), e = xl_bits_value(type, expected);
    if (isnan(g) && isnan(e))
        return true;
    *ulp = isnan(g) || isnan(e) || isinf(g) || isinf(e)
               ? INFINITY
               : (double)(fabsl((long double)g - e) / xl_ulp_of(type, e));
    return false;
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
               UINT64_MAX >> (64 - 8 * xl_type_size(type));
    if (kernel->contract.kind == XL_EXACT || !xl_type_is_float(type))
        return xl_bits_get(type, reference, i);
    long double exact = wide(kernel, type, reference, i);
    float f32 = (float)exact;
    double f64 = (double)exact;
    uint64_t bits = 0;
    memcpy(&bits, type == XL_f32 ? (void *)&f32 : (void *)&f64, xl_type_size(type));
    return bits;
}
