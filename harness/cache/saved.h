/* A kernel's result as it is kept.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CACHE_SAVED_H
#define XL_HARNESS_CACHE_SAVED_H

#include <json-c/json.h>
#include <stdbool.h>

#include "results/results.h"

/* Whether a result may be kept: it passed, or was skipped. */
bool xl_saved_is_worth(const struct xl_kernel_result *k);

/* All that a run found out of a kernel. The caller puts it. */
struct json_object *xl_saved_json(const struct xl_kernel_result *k);

/* Fills a result that has what is known before it runs. False if the object lacks something: k is
 * as it was. */
bool xl_saved_read(struct json_object *o, struct xl_kernel_result *k);

#endif
