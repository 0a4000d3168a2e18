/* Findings: what a call did that it should not have done.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_EXECUTE_FINDINGS_H
#define XL_HARNESS_EXECUTE_FINDINGS_H

#include "execute/context.h"

/* One more difference: fails the kernel. p: the call, or NULL; b: the buffer, or NULL. Returns NULL
 * if enough findings are kept in full. */
struct xl_finding *xl_new_finding(const struct xl_context *ctx, struct xl_kernel_result *result,
                                  enum xl_check check, const struct xl_prepared_call *p,
                                  const struct xl_buffer *b);

enum { XL_NO_ELEMENT = -1 };

/* What went into element i: of each input with one element for each n, that element; of the others,
 * and for a result that all elements make, the first few. */
void xl_describe_inputs(const struct xl_kernel *kernel, const struct xl_prepared_call *p, long i,
                        char *text, size_t size);

/* Lanes of a vector of these elements. */
size_t xl_lane_count(const struct xl_context *ctx, enum xl_type type);

/* ", rounding up" and the like; "" for the usual mode. */
const char *xl_rounding_words(enum xl_rounding rounding);

/* ", for it sent a signal to another process", of what a held process dies of then; or "". */
const char *xl_signal_words(int signal_number);

/* A finding for the call that the agent did not survive. */
void xl_add_status_finding(const struct xl_context *ctx, const struct xl_prepared_call *p,
                           enum xl_call_status turn, int detail, struct xl_kernel_result *result);

/* Says in a finding which element of an argument it is of, in which lane, and both bits. */
void xl_describe_element(const struct xl_context *ctx, const struct xl_arg *arg, size_t i,
                         uint64_t got, uint64_t expected, struct xl_finding *f);

/* Says in a finding of element i, of an output of so many in rows of so many (0: it has none),
 * which lanes of its vector are right; `judge` is told to is_right. */
void xl_describe_lanes(const struct xl_context *ctx, enum xl_type type, size_t i, size_t elements,
                       size_t row, bool (*is_right)(const void *judge, size_t element),
                       const void *judge, struct xl_finding *f);

/* Element i of argument k is not what is expected. NULL as of xl_new_finding. */
struct xl_finding *xl_add_value_finding(const struct xl_context *ctx,
                                        const struct xl_prepared_call *p, size_t k, size_t i,
                                        uint64_t got, double ulp, uint64_t expected,
                                        struct xl_kernel_result *result);

#endif
