/* Calls the reference of a kernel.
 * SPDX-License-Identifier: MIT
 */
#include "oracle/reference.h"

#include <fenv.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "oracle/functions.h"
#include "oracle/shape.h"

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

size_t xl_arg_slot_bytes(const struct xl_kernel *kernel, const struct xl_arg *arg)
{
    const size_t size = xl_type_size(arg->type);
    const size_t reference = (xl_reference_size(kernel, arg->type) + 3) / 4;
    return xl_arg_is_written(arg) && reference > size ? reference : size;
}

static int raised_flags(void)
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

/* The x86-64 calling convention passes integers and pointers in one order, floating-point numbers
 * in another, in registers of their own. Additional arguments do no harm. */
static void call_any(void (*function)(void), const struct xl_kernel *kernel,
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
    call_any(kernel->reference, kernel, args);
    if (kernel->contract.flags)
        flags = raised_flags() & kernel->contract.flags;
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
