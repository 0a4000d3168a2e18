/* Whether an element is what the reference says.
 * SPDX-License-Identifier: MIT
 */
#include "call/refer.h"

#include "judge/compare.h"

bool xl_is_as_referred(const struct xl_calls *run, enum xl_type type, uint64_t got,
                       const void *expected, const void *flushed, size_t i, double *ulp)
{
    double other;
    if (xl_judge_element(run->kernel, type, got, expected, i, ulp))
        return true;
    if (flushed && xl_judge_element(run->kernel, type, got, flushed, i, &other)) {
        *ulp = other;
        return true;
    }
    if (!flushed || !xl_flushed_before_rounding(run->kernel, type, got, flushed, i))
        return false;
    *ulp = 0;
    return true;
}
