/* Mathematical functions by name, each in two ways: quickly by the host's C library, and by MPFR.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_ORACLE_FUNCTIONS_H
#define XL_HARNESS_ORACLE_FUNCTIONS_H

#include "oracle/types.h"

/* A number of more bits than any type has: the sum of both. */
struct xl_exact_value {
    long double value, rest; /* |rest| is below the last place of value */
};

struct xl_function {
    const char *name;
    size_t arity;
    /* NULL where the C library has it not. */
    double (*f64)(const double x[XL_MAX_ARITY]);
    long double (*f80)(const double x[XL_MAX_ARITY]);
    void (*mpfr)(const double x[XL_MAX_ARITY], struct xl_exact_value *result);
};

/* What is assumed of the C library: its errors are below so many units in the last place of double
 * or long double. glibc's own tests accept no more than 9 of these functions (max_valid_error in
 * math/libm-test-support.c); its manual lists what they saw ("Known Maximum Errors in Math
 * Functions"). tests/unit/test_roads.c measures less than half of it. */
enum { XL_LIBM_ERROR = 16 };

const struct xl_function *xl_function_find(const char *name);

/* The function of argument `output` of a kernel, or NULL. */
const struct xl_function *xl_function_of(const struct xl_kernel *kernel, size_t output);

/* What is wrong with a kernel's `.function`, or NULL. */
const char *xl_function_wrong(const struct xl_kernel *kernel);

/* Whether there is a quick way for results of the type. */
bool xl_function_is_libm(const struct xl_function *f, enum xl_type type);

/* The numbers that go into element i, in the order of the inputs. args as of xl_reference_call. */
void xl_function_inputs(const struct xl_kernel *kernel, const uintptr_t args[XL_MAX_ARGS], size_t i,
                        double x[XL_MAX_ARITY]);

/* What the kernel's reference would do: fills each output by the quick way, where there is one.
 * args as of xl_reference_call. */
void xl_function_reference(const struct xl_kernel *kernel, const uintptr_t args[XL_MAX_ARGS]);

/* Frees what MPFR keeps for this thread. */
void xl_function_forget(void);

#endif
