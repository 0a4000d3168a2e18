/* The reference of a kernel: its own function, or a mathematical one by its name.
 * SPDX-License-Identifier: MIT
 */
#include "oracle/reference.h"

#include <fenv.h>
#include <float.h>
#include <math.h>
#include <mpfr.h>
#include <stdio.h> /* before mpfr.h, which declares by it what it can print */
#include <string.h>

#include "oracle/shape.h"

/* ---- Mathematical functions by name: computed by the host's C library, and by MPFR ---- */

/* The bits of a long double and as many more; 64 on top for what a formula cancels. */
enum { BITS = 2 * LDBL_MANT_DIG, SCRATCH_BITS = BITS + 64, INPUT_BITS = 53 };

/* Rounds toward zero: a value just below a power of two must not become that, because the unit
 * would double. */
#define Z MPFR_RNDZ

/* -x / sqrt(2) has two parts: erfc is so steep that the rounding of one part would be many units of
 * the result. */
static long double gelu(long double x)
{
    const long double root_rest = /* of sqrt(1/2), beyond M_SQRT1_2l */
        XL_IS_X87 ? 0x1.65f626cdd52b0p-66L : 0x1.f4f8eb7b05d45p-115L;
    long double y = -x * M_SQRT1_2l, rest = fmal(-x, M_SQRT1_2l, -y) - x * root_rest;
    if (isinf(x))
        return x > 0 ? x : -0.0L;
    return x * (erfcl(y) - M_2_SQRTPIl * expl(-y * y) * rest) / 2;
}

/* The sine and cosine of pi x: x = n / 2 + t with |t| <= 1/4, both without error. Zeros have the
 * signs of IEEE 754-2019, 9.2: the sine's is that of x, the cosine's is positive. */
static long double sin_or_cos_of_pi(long double x, unsigned quarters)
{
    long double r = fmodl(x, 2), n = rintl(2 * r), t = M_PIl * (r - n / 2);
    if (isnan(r))
        return r;
    switch (((unsigned)(int)n + quarters) & 3) {
    case 0:
        return sinl(t);
    case 1:
        return cosl(t);
    case 2:
        return -sinl(t);
    default:
        return -cosl(t);
    }
}

static long double sin_of_pi(long double x)
{
    long double y = sin_or_cos_of_pi(x, 0);
    return y == 0 ? copysignl(0, x) : y;
}

static long double cos_of_pi(long double x)
{
    long double y = sin_or_cos_of_pi(x, 1);
    return y == 0 ? 0 : y;
}

/* A function by the C library: an expression of x, y and z, or some of them. */
#define XL_LIBM(NAME, TYPE, RESULT)                                                                \
    static TYPE NAME(const double v[XL_MAX_ARITY])                                                 \
    {                                                                                              \
        TYPE x = v[0], y = v[1], z = v[2];                                                         \
        (void)x, (void)y, (void)z;                                                                 \
        return RESULT;                                                                             \
    }
#define XL_FUNCTION_EXACT(NAME, ARITY, MPFR)                                                       \
    static int NAME##_into(mpfr_t r, mpfr_t t, mpfr_t x, mpfr_t y, mpfr_t z)                       \
    {                                                                                              \
        (void)t, (void)y, (void)z;                                                                 \
        return MPFR;                                                                               \
    }                                                                                              \
    static void NAME##_mpfr(const double v[XL_MAX_ARITY], struct xl_exact_value *result)           \
    {                                                                                              \
        compute(NAME##_into, v, result);                                                           \
    }
#define XL_FUNCTION(NAME, ARITY, F64, F80, MPFR)                                                   \
    XL_LIBM(NAME##_f64, double, F64)                                                               \
    XL_LIBM(NAME##_f80, long double, F80)                                                          \
    XL_FUNCTION_EXACT(NAME, ARITY, MPFR)

/* If the exact result is too small for a long double, but not zero, the value is the least one. */
static void set_exact(mpfr_t r, bool underflowed, struct xl_exact_value *result)
{
    result->value = mpfr_get_ld(r, Z);
    result->rest = 0;
    if (isnan(result->value) || isinf(result->value))
        return;
    if (result->value == 0) {
        bool is_zero = mpfr_zero_p(r) && !underflowed;
        result->value = copysignl(is_zero ? 0 : LDBL_TRUE_MIN, mpfr_signbit(r) ? -1 : 1);
        return;
    }
    mpfr_t value;
    mpfr_init2(value, BITS);
    mpfr_set_ld(value, result->value, Z);
    mpfr_sub(value, r, value, Z);
    result->rest = mpfr_get_ld(value, Z);
    mpfr_clear(value);
}

static void compute(int (*into)(mpfr_t, mpfr_t, mpfr_t, mpfr_t, mpfr_t),
                    const double v[XL_MAX_ARITY], struct xl_exact_value *result)
{
    mpfr_t r, t, x, y, z;
    mpfr_init2(r, BITS);
    mpfr_init2(t, SCRATCH_BITS);
    mpfr_inits2(INPUT_BITS, x, y, z, (mpfr_ptr)0);
    mpfr_set_d(x, v[0], Z);
    mpfr_set_d(y, v[1], Z);
    mpfr_set_d(z, v[2], Z);
    mpfr_clear_flags();
    into(r, t, x, y, z);
    set_exact(r, mpfr_underflow_p() || mpfr_overflow_p(), result);
    mpfr_clears(r, t, x, y, z, (mpfr_ptr)0);
}

#include "oracle/functions.def"
#undef XL_FUNCTION
#undef XL_FUNCTION_EXACT

static const struct xl_function functions[] = {
#define XL_FUNCTION(NAME, ARITY, F64, F80, MPFR)                                                   \
    {#NAME, ARITY, NAME##_f64, NAME##_f80, NAME##_mpfr},
#define XL_FUNCTION_EXACT(NAME, ARITY, MPFR) {#NAME, ARITY, NULL, NULL, NAME##_mpfr},
#include "oracle/functions.def"
#undef XL_FUNCTION
#undef XL_FUNCTION_EXACT
};

/* The function whose name is the first `length` characters. */
static const struct xl_function *find_function(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++)
        if (strlen(functions[i].name) == length && strncmp(functions[i].name, name, length) == 0)
            return &functions[i];
    return NULL;
}

const struct xl_function *xl_function_find(const char *name)
{
    return find_function(name, strlen(name));
}

const struct xl_function *xl_function_of(const struct xl_kernel *kernel, size_t output)
{
    const char *name = kernel->function;
    if (!name || kernel->args[output].kind != XL_ARG_OUT)
        return NULL;
    for (size_t k = 0; k < output; k++) {
        if (kernel->args[k].kind != XL_ARG_OUT)
            continue;
        name += strcspn(name, " ");
        name += strspn(name, " ");
    }
    return find_function(name, strcspn(name, " "));
}

bool xl_function_is_libm(const struct xl_function *f, enum xl_type type)
{
    return type == XL_f32 ? f->f64 != NULL : f->f80 != NULL;
}

static size_t count_of(const struct xl_kernel *kernel, const uintptr_t args[XL_MAX_ARGS])
{
    for (size_t k = 0; k < XL_MAX_ARGS; k++)
        if (kernel->args[k].kind == XL_ARG_COUNT)
            return args[k];
    return 0;
}

void xl_function_inputs(const struct xl_kernel *kernel, const uintptr_t args[XL_MAX_ARGS], size_t i,
                        double x[XL_MAX_ARITY])
{
    size_t operand = 0;
    for (size_t k = 0; kernel->args[k].kind; k++) {
        enum xl_type type = kernel->args[k].type;
        if (kernel->args[k].kind == XL_ARG_IN)
            x[operand++] = xl_bits_value(type, xl_bits_get(type, (const void *)args[k], i));
    }
}

/* Fills each output that the C library computes. */
static void call_function(const struct xl_kernel *kernel, const uintptr_t args[XL_MAX_ARGS])
{
    size_t n = count_of(kernel, args);
    for (size_t k = 0; kernel->args[k].kind; k++) {
        const struct xl_function *f = xl_function_of(kernel, k);
        if (!f || !xl_function_is_libm(f, kernel->args[k].type))
            continue;
        double x[XL_MAX_ARITY] = {0};
        for (size_t i = 0; i < n; i++) {
            xl_function_inputs(kernel, args, i, x);
            if (kernel->args[k].type == XL_f32)
                ((double *)args[k])[i] = f->f64(x);
            else
                ((long double *)args[k])[i] = f->f80(x);
        }
    }
}

void xl_function_forget(void)
{
    mpfr_free_cache();
}

/* ---- Calls of the reference ---- */

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

size_t xl_arg_reference_size(const struct xl_kernel *kernel, const struct xl_arg *arg)
{
    return xl_arg_is_written(arg) ? xl_reference_size(kernel, arg->type) : xl_type_size(arg->type);
}

size_t xl_arg_slot_bytes(const struct xl_kernel *kernel, const struct xl_arg *arg)
{
    const size_t size = xl_type_size(arg->type);
    const size_t reference = (xl_arg_reference_size(kernel, arg) + 3) / 4;
    return reference > size ? reference : size;
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

/* An argument as its register has it. Where it need not be extended, the upper bits do no harm. */
static uint64_t in_register(enum xl_type type, uint64_t bits)
{
    const unsigned unused = 64 - xl_type_bits(type);
    if (type == XL_f32) /* s390x: the left half of the register. RISC-V: ones above it */
        return XL_IS_BIG_ENDIAN ? bits << 32 : bits | UINT64_C(0xffffffff) << 32;
#if defined(__riscv) || defined(__loongarch__) /* their psABIs extend each word by its sign */
    if (type == XL_u32)
        return (uint64_t)(int64_t)(int32_t)bits;
#endif
    return xl_type_is_signed(type) ? (uint64_t)((int64_t)(bits << unused) >> unused) : bits;
}

/* The calling conventions of all hosts with 64 bits but POWER pass integers and pointers in one
 * order, and up to four floating-point numbers in another, in registers of their own. Additional
 * arguments do no harm. */
static void call_any(void (*function)(void), const struct xl_kernel *kernel,
                     const uintptr_t args[XL_MAX_ARGS])
{
    uintptr_t a[XL_MAX_ARGS] = {0};
    double f[XL_MAX_FLOAT_VALUES] = {0};
    size_t integers = 0, floats = 0;
    for (size_t k = 0; k < XL_MAX_ARGS; k++) {
        const struct xl_arg *arg = &kernel->args[k];
        const bool is_value = arg->kind == XL_ARG_VALUE;
        const uint64_t word = is_value ? in_register(arg->type, args[k]) : args[k];
        if (!is_value || !xl_type_is_float(arg->type))
            a[integers++] = word;
        else if (floats < XL_MAX_FLOAT_VALUES)
            memcpy(&f[floats++], &word, sizeof f[0]);
    }
    typedef uintptr_t T;
    ((void (*)(T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, double, double, double,
               double))function)(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10],
                                 a[11], a[12], a[13], a[14], a[15], a[16], f[0], f[1], f[2], f[3]);
}

/* Sets the mode. XL_FLUSHING on hosts whose compiler has a way; elsewhere it rounds to nearest. */
static void set_mode(enum xl_rounding rounding)
{
    static const int modes[XL_ROUNDINGS] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO,
                                            FE_TONEAREST};
    const bool flushes = rounding == XL_FLUSHING;
    fesetround(modes[rounding]);
#ifdef __SSE__
    enum { FLUSHED_RESULTS = 0x8000, FLUSHED_OPERANDS = 0x40 };
    const unsigned both = FLUSHED_RESULTS | FLUSHED_OPERANDS;
    __builtin_ia32_ldmxcsr((__builtin_ia32_stmxcsr() & ~both) | (flushes ? both : 0));
#elif defined __aarch64__
    enum { FZ = 1 << 24 };
    uint64_t control;
    __asm__ volatile("mrs %0, fpcr" : "=r"(control));
    control = (control & ~(uint64_t)FZ) | (flushes ? FZ : 0);
    __asm__ volatile("msr fpcr, %0" : : "r"(control));
#else
    (void)flushes;
#endif
}

int xl_reference_call(const struct xl_kernel *kernel, enum xl_rounding rounding,
                      const uintptr_t args[XL_MAX_ARGS])
{
    if (kernel->function) {
        call_function(kernel, args);
        return 0;
    }
    int flags = 0;
    if (rounding != XL_TO_NEAREST)
        set_mode(rounding);
    if (kernel->contract.flags)
        feclearexcept(FE_ALL_EXCEPT);
    call_any(kernel->reference, kernel, args);
    if (kernel->contract.flags)
        flags = raised_flags() & kernel->contract.flags;
    if (rounding != XL_TO_NEAREST)
        set_mode(XL_TO_NEAREST);
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
