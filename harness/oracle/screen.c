/* Finds the elements of an output that a quick comparison does not decide.
 * SPDX-License-Identifier: MIT
 */
#include "oracle/screen.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* As XL_ULP_DIGIT of compare.c. */
static const double XL_LEAST_BOUND = 0.001;

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
    const double least = worst > XL_LEAST_BOUND ? worst : XL_LEAST_BOUND,
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
