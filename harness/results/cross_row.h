/* Kernels that promise the same bits everywhere: which rows gave other bits than the rest.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RESULTS_CROSS_ROW_H
#define XL_HARNESS_RESULTS_CROSS_ROW_H

#include <json-c/json.h>

struct json_object;

/* rows: an array of rows as the JSON of a run has them, perhaps of another machine; what has not
 * the right type is passed over. Returns an array, which the caller puts, of an object for each
 * kernel whose rows do not all have the same `bits`:
 *
 *     kernel, rows   those with other bits than most
 *     others         how many have the same as most
 *     like           one of these
 *     fill, n        the first call in which the first of `rows` differs from `like`
 *     got, expected  digests of that call's results on these two
 *
 * NULL if memory is lacking. */
struct json_object *xl_disagreements(struct json_object *rows);

/* Worst errors that have become smaller than tests/accuracy has them. */

/* What is to be said of the kernels of these rows that have a `better_than`: the kernels, each with
 * its ISAs, and the command that keeps what they are now; "" where there is none. baseline: the
 * folder of --baseline, for which there is no command, or NULL. The caller frees it; NULL without
 * memory. */
char *xl_improved_baselines(struct json_object *rows, const char *baseline);

#endif
