/* Whether an element is what the reference says.
 * SPDX-License-Identifier: MIT
 */
#include "call/refer.h"

#include "call/errors.h"
#include "call/references.h"
#include "judge/compare.h"
#include "judge/lengths.h"

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

static const struct xl_call *call_of(const struct xl_calls *run, const struct xl_planned *p)
{
    return xl_agent_call(run->agent, (unsigned)(p - run->workspace->calls));
}

static size_t at_most(uint64_t length, const struct xl_buffer *b)
{
    return length < b->elements ? (size_t)length : b->elements;
}

size_t xl_defined_left(const struct xl_calls *run, const struct xl_planned *p, size_t k)
{
    const long length = xl_length_of(run->kernel, k);
    if (length < 0)
        return p->buffers[k].elements;
    return at_most(
        xl_length_in(&run->kernel->args[length], xl_element_left(run, p, (size_t)length, 0)),
        &p->buffers[k]);
}

bool xl_defined(const struct xl_calls *run, const struct xl_planned *p, size_t k, size_t *count)
{
    const long l = xl_length_of(run->kernel, k);
    *count = p->buffers[k].elements;
    if (l < 0)
        return true;
    const struct xl_arg *arg = &run->kernel->args[l];
    const uint64_t got = xl_element_left(run, p, (size_t)l, 0);
    uint64_t bits = xl_bits_get(arg->type, xl_expected(run->workspace, p, (size_t)l), 0);
    if (run->flushes &&
        got == xl_bits_get(arg->type, xl_flushed_expected(run->workspace, p, (size_t)l), 0))
        bits = got;
    *count = at_most(xl_length_in(arg, bits), &p->buffers[k]);
    return xl_length_in(arg, bits) <= p->buffers[k].elements;
}

uint64_t xl_element_left(const struct xl_calls *run, const struct xl_planned *p, size_t k, size_t i)
{
    enum xl_type type = run->kernel->args[k].type;
    const struct xl_buffer *b = &p->buffers[k];
    uint8_t one[8];
    if (run->kernel->args[k].kind == XL_ARG_RESULT)
        xl_bits_set(type, one, 0, xl_agent_word(run->agent, call_of(run, p)->result));
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
    size_t defined;
    xl_defined(run, p, k, &defined);
    if (xl_length_of(run->kernel, k) >= 0 && i >= defined)
        return true;
    return run->kernel->function
               ? xl_is_the_function(run, p, k, i, got, expected, flushed)
               : xl_is_as_referred(run, run->kernel->args[k].type, got, expected, flushed, i, &ulp);
}
