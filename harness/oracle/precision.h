/* Results of mathematical functions: judged by the C library where it is good enough to decide, by
 * MPFR where it is not.
 * SPDX-License-Identifier: MIT
 *
 * The C library decides only that a result is within its contract and no worse than one seen
 * before, with all that it may itself be wrong by (XL_QUICK_ERROR) to spare. Everything else is
 * MPFR's: errors close to the contract, to the worst so far, or to a power of two, where the unit
 * changes; results close to where a type ends; zeros of the other sign; infinite and NaN inputs;
 * every fault. So all faults, and the worst error that a run tells, are exact, whatever the host's
 * C library.
 */
#ifndef XL_HARNESS_ORACLE_PRECISION_H
#define XL_HARNESS_ORACLE_PRECISION_H

#include "oracle/functions.h"

enum xl_precision {
    XL_PRECISION_DOUBLE,
    XL_PRECISION_LONG_DOUBLE,
    XL_PRECISION_MPFR,
    XL_PRECISIONS
};

struct xl_verdict {
    bool same;  /* within the contract */
    double ulp; /* XL_PRECISION_MPFR: the error; else an estimate that is no new worst */
    enum xl_precision road;
    uint64_t expected; /* only of XL_PRECISION_MPFR: the exact result, rounded to nearest */
};

/* One output of a call, and what is known of it. */
struct xl_output_check {
    const struct xl_kernel *kernel;
    size_t output;                      /* number of the argument ... */
    const struct xl_function *function; /* ... and what xl_function_of has for it */
    uintptr_t args[XL_MAX_ARGS];        /* inputs as of xl_reference_call */
    const void *quick;                  /* the reference's output, by xl_function_reference */
    bool flush; /* subnormal f32 results are zeros; the inputs are so already */
};

/* Judges element i. worst: the largest error that passed so far. */
struct xl_verdict xl_compare_function(const struct xl_output_check *o, size_t i, uint64_t got,
                                      double worst);

#endif
