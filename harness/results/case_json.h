/* The case of a finding's call, as JSON and back.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RESULTS_CASE_JSON_H
#define XL_HARNESS_RESULTS_CASE_JSON_H

#include <json-c/json.h>

#include "oracle/inputs.h"

/* What `n`, `fill` and `place` of a finding do not say of its call. The caller puts it. */
struct json_object *xl_case_json(const struct xl_case *c);

/* The case of a finding that has one. False: it has none, or none that a call can have. Whether it
 * can be one of the kernel's is not looked at: xl_case_fits. */
bool xl_case_read(struct json_object *finding, struct xl_case *c);

/* Whether a kernel can be called so: its buffers have room, and the fill is one of its own. */
bool xl_case_fits(const struct xl_kernel *kernel, const struct xl_case *c);

#endif
