/* Writes a plan as JSON for GitHub and GitLab.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CI_PLAN_JSON_H
#define XL_HARNESS_CI_PLAN_JSON_H

#include <json-c/json.h>

#include "ci/plan.h"

/* {"tier", "kernels": how many there are, "rows": [{"row", "kernels": how many run}], "builds":
 * {"include": [{"build", "arch", "compiler", "opt"}]}, "tests": {"include": [{"name", "build",
 * "rows", "kernels"}]}}; builds and tests are GitHub matrices, the last two texts with blanks
 * between names, "*" for all kernels. The caller puts it. */
struct json_object *xl_plan_json(const struct xl_plan *plan, const struct xl_affected *affected,
                                 enum xl_tier tier);

/* A GitLab pipeline with a job for each build and each job of the plan. The caller puts it. */
struct json_object *xl_plan_gitlab(struct json_object *plan);

#endif
