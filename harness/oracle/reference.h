/* The reference of a kernel: its own function, or a mathematical one by its name, which the host's
 * C library and MPFR compute.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_ORACLE_REFERENCE_H
#define XL_HARNESS_ORACLE_REFERENCE_H

#include "matrix/isas.h"
#include "oracle/types.h"

/* Bytes of one element that the reference writes for an argument of this type. */
size_t xl_reference_size(const struct xl_kernel *kernel, enum xl_type type);

/* The same for an argument: of an input, its own size. */
size_t xl_arg_reference_size(const struct xl_kernel *kernel, const struct xl_arg *arg);

/* Bytes of a slot for each element of an argument: its size; or more, if the reference's element is
 * larger than four times that. */
size_t xl_arg_slot_bytes(const struct xl_kernel *kernel, const struct xl_arg *arg);

/* Converts the content of an XL_INOUT argument to the elements that the reference reads and writes,
 * of xl_reference_size each. */
void xl_reference_load(const struct xl_kernel *kernel, enum xl_type type, void *to,
                       const void *from, size_t count);

/* Calls the reference in the rounding mode; for a kernel with `.function`, the C library.
 * args, in the order of the kernel's: a pointer to the elements (outputs have elements of
 * xl_reference_size), or the bits of the value (COUNT, VALUE). Returns the floating-point flags of
 * the contract that the reference raised. */
int xl_reference_call(const struct xl_kernel *kernel, enum xl_rounding rounding,
                      const uintptr_t args[XL_MAX_ARGS]);

/* For an ISA that flushes subnormals: replaces each f32 output of the reference that is not a
 * normal number by a zero of its sign. */
void xl_reference_flush(const struct xl_kernel *kernel, enum xl_type type, void *reference,
                        size_t count);

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

/* Whether the C library computes it for results of the type. */
bool xl_function_is_libm(const struct xl_function *f, enum xl_type type);

/* The inputs of element i, in order. args as for xl_reference_call. */
void xl_function_inputs(const struct xl_kernel *kernel, const uintptr_t args[XL_MAX_ARGS], size_t i,
                        double x[XL_MAX_ARITY]);

/* Frees MPFR's caches of this thread. */
void xl_function_forget(void);

#endif
