/* Errors in units in the last place: of mathematical functions, and the worst of each kernel.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_EXECUTE_ERRORS_H
#define XL_HARNESS_EXECUTE_ERRORS_H

#include "execute/context.h"

/* Keeps the error of element i, which is right by the contract, if it is worth it. */
void xl_keep_error(const struct xl_context *ctx, const struct xl_prepared_call *p, size_t i,
                   double ulp, struct xl_kernel_result *result);

/* Judges argument k, an output that is a mathematical function of the inputs. expected: by the C
 * library; flushed: what a flushing ISA may say instead, or NULL. */
void xl_judge_function_output(const struct xl_context *ctx, const struct xl_prepared_call *p,
                              size_t k, const void *got_array, size_t elements,
                              const void *expected, const void *flushed,
                              struct xl_kernel_result *result);

/* Whether element i of that output is right. */
bool xl_is_the_function(const struct xl_context *ctx, const struct xl_prepared_call *p, size_t k,
                        size_t i, uint64_t got, const void *expected, const void *flushed);

#endif
