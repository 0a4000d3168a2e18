/* What became of a row or a kernel.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RESULTS_OUTCOME_H
#define XL_HARNESS_RESULTS_OUTCOME_H

#include "base/json.h"

enum xl_outcome { XL_PASS, XL_FAIL, XL_SKIP, XL_EMU_BUG, XL_NOT_RUN, XL_OUTCOMES };

const char *xl_outcome_name(enum xl_outcome outcome);

/* The outcome of a row or a kernel, or -1. */
int xl_read_outcome(struct json_object *o);

#endif
