/* What became of a row or a kernel.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RESULTS_OUTCOME_H
#define XL_HARNESS_RESULTS_OUTCOME_H

enum xl_outcome { XL_PASS, XL_FAIL, XL_SKIP, XL_EMU_BUG, XL_NOT_RUN, XL_OUTCOMES };

const char *xl_outcome_name(enum xl_outcome outcome);

#endif
