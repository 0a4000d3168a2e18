/* What the wrong elements of an output share: which they are, and how their values differ.
 * SPDX-License-Identifier: MIT
 *
 * A text states what is so in every wrong element of one call. Values that would often match by
 * chance are no evidence, and then there is no text.
 */
#ifndef XL_HARNESS_EXECUTE_WRONG_VALUES_H
#define XL_HARNESS_EXECUTE_WRONG_VALUES_H

#include "execute/context.h"
#include "oracle/compare.h"

/* An output of a call, and what it is compared with. */
struct xl_compared {
    const struct xl_prepared_call *p;
    const struct xl_output_check *check;
    enum xl_type type;
    const void *got; /* its elements, in host byte order */
    size_t elements;
    size_t row;   /* elements of a row */
    size_t lanes; /* of a vector */
};

bool xl_compared_is_right(const struct xl_compared *c, size_t i);

/* Keeps what all wrong elements of the output have in common. The first has s->wrong = 0. */
void xl_share_wrong_value(const struct xl_compared *c, size_t i, uint64_t got, uint64_t expected,
                          struct xl_shared *s);

/* After all calls: writes f->differs of findings that have none, as far as all wrong elements of
 * their output differ alike. */
void xl_finish_wrong_values(const struct xl_kernel *kernel, struct xl_kernel_result *result);

/* Writes f->which, f->differs and the vector of element i, which is wrong. */
void xl_describe_wrong_values(const struct xl_compared *c, size_t i, struct xl_finding *f);

/* Writes f->which and f->differs of earlier findings of the output again, if this call has twice
 * as many wrong elements: it shows more. wrong: their number, at least 1. */
void xl_describe_more_wrong_values(const struct xl_compared *c, size_t wrong,
                                   struct xl_kernel_result *result);

#endif
