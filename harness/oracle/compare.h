/* Decides whether an output element is right.
 * SPDX-License-Identifier: MIT
 *
 * Outputs of a kernel with a reference are compared with that reference.
 *
 * Outputs of a mathematical function (`.function`) are compared with the C library first. It may
 * only decide that a result is within the contract, and that its error is no new worst error, with
 * its own possible error (XL_LIBM_ERROR) to spare. MPFR decides everything else: errors close to
 * the contract's limit, to the worst error so far, or to a power of two, where the unit changes;
 * results close to the end of a type's range; zeros of the other sign; infinite and NaN inputs;
 * every wrong result. So wrong results and the worst error of a run are exact, and do not depend on
 * the host's C library.
 */
#ifndef XL_HARNESS_ORACLE_COMPARE_H
#define XL_HARNESS_ORACLE_COMPARE_H

#include "oracle/reference.h"

/* How the expected value of a `.function` was computed. */
enum xl_precision {
    XL_PRECISION_DOUBLE,
    XL_PRECISION_LONG_DOUBLE,
    XL_PRECISION_MPFR,
    XL_PRECISIONS
};

/* What the reference computed from which inputs. */
struct xl_expected {
    const void *elements;          /* of xl_reference_size */
    uintptr_t inputs[XL_MAX_ARGS]; /* as for xl_reference_call; read only for `.function` */
};

/* What one output is compared with. */
struct xl_output_check {
    const struct xl_kernel *kernel;
    size_t output;                      /* number of the argument */
    const struct xl_function *function; /* xl_function_of the argument; NULL: has a reference */
    struct xl_expected exact;
    struct xl_expected flushed; /* the same with f32 subnormals flushed, which is also right;
                                 * elements NULL: the ISA does not flush */
};

struct xl_verdict {
    bool right;
    double ulp; /* the error; 0 where it has no unit. C library: an estimate, no new worst error */
    enum xl_precision precision; /* only for `.function` */
    uint64_t expected;           /* where it is wrong: the right bits, rounded to nearest */
};

/* Compares element i. got: bits of the output's type. worst: the largest error of the output so
 * far; 0: the error must be exact. */
struct xl_verdict xl_compare_element(const struct xl_output_check *o, size_t i, uint64_t got,
                                     double worst);

/* One unit in the last place of a value of the type, at the magnitude of x. */
long double xl_ulp_of(enum xl_type type, long double x);

/* Whether a right result may have other bits than the reference's. */
bool xl_rounding_is_free(const struct xl_kernel *kernel);

/* Whether the contract allows an absolute error in results of this type; and for element i, the
 * expected value and that error. */
bool xl_has_bound(const struct xl_kernel *kernel, enum xl_type type);
struct xl_bounded xl_bound_of(const struct xl_kernel *kernel, enum xl_type type,
                              const void *reference, size_t i);

/* Element i of the reference, rounded to the output's type: what a finding shows. */
uint64_t xl_expected_bits(const struct xl_kernel *kernel, enum xl_type type, const void *reference,
                          size_t i);

/* Finds the elements of an output that a quick comparison does not decide.
 *
 * All other elements are right, and their errors are at most `worst`, or, if that is smaller, a
 * thousandth of an ULP: xl_compare_element would say so too. Writes the numbers of the undecided
 * elements, in order, and returns how many these are. got: in host byte order.
 *
 * Decides most elements of XL_EXACT contracts, and of f32 outputs with XL_ULP contracts. Their
 * reference is double, which has 29 bits more than the output. An element is undecided unless the
 * error fits although the reference may be off by twice XL_LIBM_ERROR. */
size_t xl_screen(const struct xl_output_check *o, const void *got, size_t count, double worst,
                 uint32_t *undecided);

#endif
