/* What became of a row or a kernel.
 * SPDX-License-Identifier: MIT
 */
#include "results/outcome.h"

const char *xl_outcome_name(enum xl_outcome outcome)
{
    static const char *const names[XL_OUTCOMES] = {"pass", "fail", "skip", "emu-bug", "not-run"};
    return names[outcome];
}
