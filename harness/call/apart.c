/* Whether values that are wrong where buffers touch are wrong for that.
 * SPDX-License-Identifier: MIT
 */
#include "call/apart.h"

#include "call/layout.h"
#include "call/refer.h"
#include "call/references.h"

static size_t elements_of(const struct xl_calls *run, const struct xl_planned *p, size_t k)
{
    const struct xl_arg *arg = &run->kernel->args[k];
    return xl_arg_is_written(arg) ? p->buffers[k].elements : arg->kind == XL_ARG_RESULT;
}

/* Makes one call, of this case. */
static bool make_call(const struct xl_calls *run, const struct xl_case *c)
{
    int detail = 0;
    run->workspace->calls[0].c = *c;
    return xl_lay_out(run, 1, NULL) == XL_TURN_DONE &&
           xl_agent_run(run->agent, 1, 1, run->call_limit_ms, &detail) == XL_TURN_DONE &&
           xl_agent_word(run->agent, xl_agent_call(run->agent, 0)->done) == 1;
}

static uint8_t *first_of(const struct xl_calls *run, size_t k)
{
    return run->workspace->first + k * run->workspace->slot_bytes;
}

static void keep_outputs(const struct xl_calls *run)
{
    struct xl_workspace *w = run->workspace;
    const struct xl_planned *p = &w->calls[0];
    for (size_t k = 0; k < XL_MAX_ARGS && run->kernel->args[k].kind; k++)
        for (size_t i = 0; i < elements_of(run, p, k); i++)
            xl_bits_set(run->kernel->args[k].type, first_of(run, k), i,
                        xl_element_left(run, p, k, i));
}

/* Whether something is wrong that is not what it was apart. */
static bool has_other(const struct xl_calls *run)
{
    struct xl_workspace *w = run->workspace;
    const struct xl_planned *p = &w->calls[0];
    for (size_t k = 0; k < XL_MAX_ARGS && run->kernel->args[k].kind; k++)
        for (size_t i = 0; i < elements_of(run, p, k); i++)
            if (xl_element_left(run, p, k, i) !=
                    xl_bits_get(run->kernel->args[k].type, first_of(run, k), i) &&
                !xl_element_is_right(run, p, k, i))
                return true;
    return false;
}

/* Whether buffers that touch make a difference in this case; so too where that cannot be said. */
static bool differs(const struct xl_calls *run, const struct xl_case *c)
{
    struct xl_case apart = *c;
    enum xl_turn turn;
    apart.place = XL_PLACE_END;
    if (!make_call(run, &apart))
        return true;
    keep_outputs(run);
    if (!make_call(run, c))
        return true;
    xl_references_begin(run, 1);
    return xl_references_end(run, &turn, NULL) != 1 || has_other(run);
}

void xl_try_apart(const struct xl_calls *run, size_t cases, struct xl_kernel_result *result)
{
    if (!result->fired[XL_CHECK_alias] || !result->fired[XL_CHECK_value])
        return;
    for (size_t i = 0; i < cases; i++) {
        struct xl_case c = xl_case_of(run, i);
        if (xl_place_is_alias(c.place) && !xl_case_is_off(run, &c) && differs(run, &c))
            return;
    }
    result->fired[XL_CHECK_alias] = false;
    for (unsigned i = 0; i < result->finding_count; i++)
        if (result->findings[i].check == XL_CHECK_alias)
            result->findings[i].check = XL_CHECK_value;
}
