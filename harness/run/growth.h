/* What a long call executes more than a short one: vector instructions for each vector more, and no
 * scalar ones for elements of their own.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RUN_GROWTH_H
#define XL_HARNESS_RUN_GROWTH_H

#include "run/trace_sums.h"

enum { XL_NARROW_BITS = 128 };

/* Fills what the measure has of the first of the short calls, and of the difference to the long
 * one. */
void xl_growth_sum_up(const struct xl_evidence *p, struct xl_kernel_trace *m,
                      const struct xl_sampled samples[XL_SAMPLES]);

/* Vector instructions for each full vector of the kernel's narrowest elements, in what the long
 * call executed more. 0 if there was none. */
double xl_growth_rate(const struct xl_evidence *p, const struct xl_kernel_trace *m);

/* Whether a kernel of bit operations has no vector instruction but a constant's, say: what it
 * executes proves nothing. */
bool xl_growth_is_of_bits(const struct xl_evidence *p, const struct xl_kernel_trace *m);

/* Whether it executes scalar instructions for elements of their own. */
bool xl_growth_is_scalar(const struct xl_kernel_trace *m);

/* Whether, by what was measured on a CPU with vectors of 128 bits, the kernel executes for an
 * element nearly as many vector instructions as there. */
bool xl_growth_is_narrow(const struct xl_evidence *p, const struct xl_kernel_trace *m);

/* What is wrong with a kernel that has vector instructions; false: nothing. */
bool xl_growth_find_defect(const struct xl_evidence *p, const struct xl_kernel_trace *m, char *text,
                           size_t size);

#endif
