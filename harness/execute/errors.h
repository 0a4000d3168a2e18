/* The worst error of each kernel, in units in the last place.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_EXECUTE_ERRORS_H
#define XL_HARNESS_EXECUTE_ERRORS_H

#include "execute/context.h"

/* Keeps the error of element i, which is right by the contract, if it is worth it. */
void xl_keep_error(const struct xl_context *ctx, const struct xl_prepared_call *p, size_t i,
                   double ulp, struct xl_kernel_result *result);

#endif
