/* Whether an element is what the reference says.
 * SPDX-License-Identifier: MIT
 */
#include "call/refer.h"

#include "call/errors.h"
#include "call/references.h"
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

uint64_t xl_element_left(const struct xl_calls *run, const struct xl_planned *p, size_t k, size_t i)
{
    enum xl_type type = run->kernel->args[k].type;
    const struct xl_buffer *b = &p->buffers[k];
    uint8_t one[8];
    if (run->kernel->args[k].kind == XL_ARG_RESULT)
        xl_bits_set(type, one, 0, xl_agent_word(run->agent, xl_agent_call(run->agent, 0)->result));
    else
        return xl_spot_get(&p->spots[k], type, run->agent->memory + b->slot_at, i,
                           run->agent->swap);
    return xl_bits_get(type, one, 0);
}

bool xl_element_is_right(const struct xl_calls *run, const struct xl_planned *p, size_t k, size_t i)
{
    const uint64_t got = xl_element_left(run, p, k, i);
    const void *expected = xl_expected(run->workspace, p, k);
    const void *flushed = run->flushes ? xl_flushed_expected(run->workspace, p, k) : NULL;
    double ulp;
    return run->kernel->function
               ? xl_is_the_function(run, p, k, i, got, expected, flushed)
               : xl_is_as_referred(run, run->kernel->args[k].type, got, expected, flushed, i, &ulp);
}
