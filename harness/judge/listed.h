/* What is wrong with the sizes of a record.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_JUDGE_LISTED_H
#define XL_HARNESS_JUDGE_LISTED_H

#include "judge/inputs.h"

/* Of its `.sizes`, or NULL. */
const char *xl_sizes_wrong(const struct xl_kernel *kernel);

#endif
