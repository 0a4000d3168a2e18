/* How a kernel's result becomes a failure.
 * SPDX-License-Identifier: MIT
 */
#include "results/fail.h"

#include <stdio.h>

struct xl_finding *xl_result_fail(struct xl_kernel_result *k, enum xl_check check)
{
    k->outcome = XL_FAIL;
    k->differences++;
    k->fired[check] = true;
    if (k->finding_count == XL_MAX_FINDINGS)
        return NULL;
    struct xl_finding *f = &k->findings[k->finding_count++];
    *f = (struct xl_finding){.check = check};
    return f;
}

void xl_result_fail_for(struct xl_kernel_result *k, enum xl_check check, const char *why)
{
    struct xl_finding *f = xl_result_fail(k, check);
    if (f)
        snprintf(f->message, sizeof f->message, "%s", why);
    snprintf(k->reason, sizeof k->reason, "%s", why);
}
