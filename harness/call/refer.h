/* Whether an element is what the reference says.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CALL_REFER_H
#define XL_HARNESS_CALL_REFER_H

#include "call/planned.h"

/* Whether element i of an output is right, of a kernel with a reference. flushed: what a flushing
 * ISA may say instead, or NULL. *ulp is the error. */
bool xl_is_as_referred(const struct xl_calls *run, enum xl_type type, uint64_t got,
                       const void *expected, const void *flushed, size_t i, double *ulp);

/* How many elements of output k are defined: all, or of one of .lengths as many as the reference
 * says. False: it says more than the buffer has. And how many the call itself says that are; no
 * reference is wanted for that. */
bool xl_defined(const struct xl_calls *run, const struct xl_planned *p, size_t k, size_t *count);
size_t xl_defined_left(const struct xl_calls *run, const struct xl_planned *p, size_t k);

/* The bits of element i of argument k, in host order, that the call left: of an output, or of the
 * result. */
uint64_t xl_element_left(const struct xl_calls *run, const struct xl_planned *p, size_t k,
                         size_t i);

/* Whether they are right, once its reference has been called. */
bool xl_element_is_right(const struct xl_calls *run, const struct xl_planned *p, size_t k,
                         size_t i);

#endif
