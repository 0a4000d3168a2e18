/* What became of a row or a kernel.
 * SPDX-License-Identifier: MIT
 */
#include "results/outcome.h"

#include <string.h>

const char *xl_outcome_name(enum xl_outcome outcome)
{
    static const char *const names[XL_OUTCOMES] = {"pass", "fail", "skip", "emu-bug", "not-run"};
    return names[outcome];
}

int xl_read_outcome(struct json_object *o)
{
    for (int i = 0; i < XL_OUTCOMES; i++)
        if (strcmp(xl_json_text(o, "outcome"), xl_outcome_name((enum xl_outcome)i)) == 0)
            return i;
    return -1;
}
