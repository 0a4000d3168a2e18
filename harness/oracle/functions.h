/* Mathematical functions by name: computed by the host's C library, and by MPFR.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_ORACLE_FUNCTIONS_H
#define XL_HARNESS_ORACLE_FUNCTIONS_H

#include "oracle/types.h"

/* A number with more bits than any type: the sum of both. */
struct xl_exact_value {
    long double value, rest; /* |rest| is below the last place of value */
};

struct xl_function {
    const char *name;
    size_t arity;
    /* NULL if the C library lacks it. */
    double (*f64)(const double x[XL_MAX_ARITY]);
    long double (*f80)(const double x[XL_MAX_ARITY]);
    void (*mpfr)(const double x[XL_MAX_ARITY], struct xl_exact_value *result);
};

/* The assumed limit of the C library's errors, in units in the last place of double or long double.
 * glibc's own tests accept at most 9 for these functions (max_valid_error in
 * math/libm-test-support.c); its manual lists measured errors ("Known Maximum Errors in Math
 * Functions"). tests/unit/test_roads.c measures less than half of this limit. */
enum { XL_LIBM_ERROR = 16 };

const struct xl_function *xl_function_find(const char *name);

/* The function of argument `output` of a kernel, or NULL. */
const struct xl_function *xl_function_of(const struct xl_kernel *kernel, size_t output);

/* What is wrong with a kernel's `.function`, or NULL. */
const char *xl_function_wrong(const struct xl_kernel *kernel);

/* Whether the C library computes it for results of the type. */
bool xl_function_is_libm(const struct xl_function *f, enum xl_type type);

/* The inputs of element i, in order. args as for xl_reference_call. */
void xl_function_inputs(const struct xl_kernel *kernel, const uintptr_t args[XL_MAX_ARGS], size_t i,
                        double x[XL_MAX_ARITY]);

/* Replaces the kernel's reference: fills each output that the C library computes. args as for
 * xl_reference_call. */
void xl_function_reference(const struct xl_kernel *kernel, const uintptr_t args[XL_MAX_ARGS]);

/* Frees MPFR's caches of this thread. */
void xl_function_forget(void);

#endif
