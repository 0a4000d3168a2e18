/* Comparisons across rows: kernels with `.reproducible` whose bits differ, improved baselines.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RESULTS_CROSS_ROW_H
#define XL_HARNESS_RESULTS_CROSS_ROW_H

#include <json-c/json.h>

/* rows: the rows of a run, perhaps of another machine; values of a wrong type are ignored. Returns
 * an array, which the caller puts, with an object for each kernel whose `bits` are not the same on
 * all rows:
 *
 *     kernel, rows   rows whose bits differ from most
 *     others         the number of rows with the bits of most
 *     like           one of these
 *     fill, n        the first call in which the first of `rows` differs from `like`
 *     got, expected  digests of that call's results on these two */
struct json_object *xl_disagreements(struct json_object *rows);

/* A sentence about kernels with `better_than`, each with its ISAs, and the command that updates the
 * baselines; "": no kernel. baseline: the directory of --baseline, for which there is no command,
 * or NULL. The caller frees it. */
char *xl_improved_baselines(struct json_object *rows, const char *baseline);

#endif
