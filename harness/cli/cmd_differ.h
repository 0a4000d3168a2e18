/* What differs between two runs of the same calls.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CLI_CMD_DIFFER_H
#define XL_HARNESS_CLI_CMD_DIFFER_H

#include <json-c/json.h>
#include <stdbool.h>

/* Prints the kernels of two rows whose outcomes or bits differ, or all, and how many agree. Returns
 * XL_EXIT_OK if all do, else XL_EXIT_FINDING, also if a row has no kernels. */
int xl_differ_print(struct json_object *a, struct json_object *b, bool all);

#endif
