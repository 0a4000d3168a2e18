/* Merges the results of the shards of an exhaustive run: each has all rows, with other inputs.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RESULTS_WALK_MERGE_H
#define XL_HARNESS_RESULTS_WALK_MERGE_H

#include <json-c/json.h>
#include <stdbool.h>

/* Adds the inputs of a row to the same row of another shard: inputs are summed up, and the worst
 * error, the findings and the worst outcome are kept. False: they are not such rows, or have more
 * inputs than there are; nothing is changed then. */
bool xl_walk_merge(struct json_object *into, struct json_object *row);

#endif
