/* What failed in the last run of this checkout: what --failed selects.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CLI_LAST_FAILED_H
#define XL_HARNESS_CLI_LAST_FAILED_H

#include "cli/common_options.h"
#include "repro/repro.h"

struct xl_last_failed {
    struct json_object *results;   /* of the last run */
    struct xl_finding_ref finding; /* one of its findings, of which the selection has the options */
};

/* Selects the rows and the kernels that failed, and takes --kernels, --matrix, --seed and --count
 * from a finding, unless they are given. Says on standard error what it selects.
 * Returns 0; 1 after the message that nothing failed; or -1 after an error message. The selection
 * points into f, which the caller frees. */
int xl_last_failed_select(struct xl_last_failed *f, struct xl_cli_selection *s);
void xl_last_failed_free(struct xl_last_failed *f);

#endif
