/* What the tests of mathematical functions share: a kernel of one, and a verdict on its result.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_TESTS_FUNCTIONS_EXAMPLE_H
#define XL_TESTS_FUNCTIONS_EXAMPLE_H

#include <float.h>
#include <math.h>

#include "oracle/compare.h"
#include "oracle/inputs.h"
#include "oracle/values.h"
#include "unit.h"

static const char *const names[] = {
#define XL_FUNCTION(NAME, ARITY, F64, F80, MPFR) #NAME,
#define XL_FUNCTION_EXACT(NAME, ARITY, MPFR) #NAME,
#include "oracle/functions.def"
#undef XL_FUNCTION
#undef XL_FUNCTION_EXACT
};
enum { NAMES = sizeof names / sizeof names[0] };

static inline struct xl_kernel kernel_of(const char *function, enum xl_type type, double ulp)
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

static inline uint64_t bits_of(enum xl_type type, double x)
{
    return xl_float_bits(type, x);
}

/* The verdict on `got` for f(x, y, z). libm: instead of the C library's value; NULL: that value. */
static inline struct xl_verdict judge_bits(const struct xl_kernel *kernel,
                                           const uint64_t in[XL_MAX_ARITY], uint64_t got,
                                           double worst, const void *libm)
{
    uint64_t words[XL_MAX_ARITY];
    long double result[2];
    struct xl_output_check o = {.kernel = kernel, .exact.elements = libm ? libm : result};
    while (kernel->args[o.output].kind == XL_ARG_IN) {
        xl_bits_set(kernel->args[o.output].type, &words[o.output], 0, in[o.output]);
        o.exact.inputs[o.output] = (uintptr_t)&words[o.output];
        o.output++;
    }
    o.function = xl_function_of(kernel, o.output);
    o.exact.inputs[o.output] = (uintptr_t)result;
    o.exact.inputs[o.output + 1] = 1;
    xl_reference_call(kernel, XL_TO_NEAREST, o.exact.inputs);
    return xl_compare_element(&o, 0, got, worst);
}

static inline struct xl_verdict judge(const struct xl_kernel *kernel, double x, double y, double z,
                                      double got)
{
    enum xl_type type = kernel->args[0].type;
    const uint64_t in[] = {bits_of(type, x), bits_of(type, y), bits_of(type, z)};
    return judge_bits(kernel, in, bits_of(type, got), INFINITY, NULL);
}

#endif
