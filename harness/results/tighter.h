/* Worst errors that have become smaller than tests/accuracy has them.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RESULTS_TIGHTER_H
#define XL_HARNESS_RESULTS_TIGHTER_H

#include <json-c/json.h>

/* What is to be said of the kernels of these rows that have a `better_than`: the kernels, each with
 * its ISAs, and the command that keeps what they are now; "" where there is none. baseline: the
 * folder of --baseline, for which there is no command, or NULL. The caller frees it; NULL without
 * memory. */
char *xl_tighter(struct json_object *rows, const char *baseline);

#endif
