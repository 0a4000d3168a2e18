/* The case of a finding's call, as JSON and back.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RESULTS_CASE_JSON_H
#define XL_HARNESS_RESULTS_CASE_JSON_H

#include <json-c/json.h>

#include "oracle/inputs.h"

/* The object `case`: all but `n`, `fill` and `place`, which the finding has. The caller puts it. */
struct json_object *xl_case_json(const struct xl_case *c);

/* Reads the case of a finding. False: it has none, or an impossible one. xl_case_fits checks
 * whether a kernel can have it. */
bool xl_case_read(struct json_object *finding, struct xl_case *c);

/* Whether a kernel can have this case: its buffers fit, and it has the fill. */
bool xl_case_fits(const struct xl_kernel *kernel, const struct xl_case *c);

#endif
