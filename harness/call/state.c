/* What the guarded call found: registers and control words that were not kept, and exception flags.
 * SPDX-License-Identifier: MIT
 */
#include "call/state.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "call/findings.h"
#include "call/layout.h"

/* ELFv2 3.4.1, st_other: 1 in its three highest bits: the function does not keep r2. So is what a
 * compiler makes for POWER10. Where no symbol is known, it may be so. */
static bool may_change_r2(const struct xl_calls *run)
{
    const struct xl_agent_variant *v = &run->agent->variants[run->variant];
    const struct xl_image *image = run->code ? &run->code->image : NULL;
    const long variant =
        image ? xl_image_variant(image, v->kernel, v->isa, v->function[0] ? v->function : NULL)
              : XL_OWNER_NONE;
    const struct xl_image_function *f =
        variant < 0 ? NULL : xl_image_function(image, image->variants[variant].entry);
    return !f || f->other >> 5 == 1;
}

/* Without what this kernel's function may change. */
static uint64_t must_keep(const struct xl_calls *run, uint64_t changed)
{
    for (unsigned i = 0; i < XL_MAX_KEPT; i++)
        if ((changed >> i & 1) && run->state->names[i] && strcmp(run->state->names[i], "r2") == 0 &&
            may_change_r2(run))
            changed &= ~(UINT64_C(1) << i);
    return changed;
}

static void check_kept(const struct xl_calls *run, const struct xl_planned *p, uint64_t changed,
                       struct xl_kernel_result *result)
{
    char names[200] = "";
    const char *last = "";
    changed = must_keep(run, changed);
    if (!changed)
        return;
    struct xl_finding *f = xl_new_finding(run, result, XL_CHECK_state, p, NULL);
    for (unsigned i = 0; f && i < XL_MAX_KEPT; i++) {
        const char *name = run->state->names[i] ? run->state->names[i] : "what has no name";
        if ((changed >> i & 1) == 0 || strcmp(name, last) == 0)
            continue;
        xl_append(names, sizeof names, "%s%s", *names ? ", " : "", name);
        last = name;
    }
    if (f)
        snprintf(f->message, sizeof f->message, "the kernel changed %s, which a function must keep",
                 names);
}

static void check_control(const struct xl_calls *run, const struct xl_planned *p, uint64_t before,
                          uint64_t after, struct xl_kernel_result *result)
{
    const struct xl_state *s = run->state;
    if (((before ^ after) & s->kept) == 0)
        return;
    struct xl_finding *f = xl_new_finding(run, result, XL_CHECK_state, p, NULL);
    if (f)
        snprintf(f->message, sizeof f->message,
                 "the kernel left the floating-point control changed: %s 0x%08llx before, 0x%08llx "
                 "after%s",
                 s->control, (unsigned long long)(before & s->kept),
                 (unsigned long long)(after & s->kept), xl_rounding_words(p->c.rounding));
}

static void flag_words(int flags, char *text, size_t size)
{
    static const char *const names[XL_IEEE_FLAGS] = {"invalid", "divide by zero", "overflow",
                                                     "underflow", "inexact"};
    snprintf(text, size, "%s", flags ? "" : "nothing");
    for (unsigned i = 0; i < XL_IEEE_FLAGS; i++)
        if (flags >> i & 1)
            xl_append(text, size, "%s%s", *text ? ", " : "", names[i]);
}

/* C11 7.6: a function clears no exception flag of its caller's. The saturation flags, of which it
 * says nothing, are any function's to clear: AAPCS64 6.1.2, AAPCS32 6.1.2.1 (QC), ELFv2 2.2.1.1
 * (SAT), RISC-V psABI (vxsat). */
static void check_cleared(const struct xl_calls *run, const struct xl_planned *p, uint64_t before,
                          uint64_t after, struct xl_kernel_result *result)
{
    const struct xl_state *s = run->state;
    char words[80];
    int cleared = 0;
    for (unsigned k = 0; k < XL_IEEE_FLAGS; k++)
        cleared |= (before & s->flags[k]) && !(after & s->flags[k]) ? 1 << k : 0;
    struct xl_finding *f = cleared ? xl_new_finding(run, result, XL_CHECK_state, p, NULL) : NULL;
    if (!f)
        return;
    flag_words(cleared, words, sizeof words);
    snprintf(f->message, sizeof f->message,
             "the kernel cleared exception flags that its caller had set: %s (%s 0x%08llx before, "
             "0x%08llx after). A function may raise flags; one that clears them saves them first "
             "and restores them (fegetexceptflag, feupdateenv)",
             words, s->control, (unsigned long long)before, (unsigned long long)after);
}

/* A result narrower than its register, where the ABI has the function extend it. */
static void check_extension(const struct xl_calls *run, const struct xl_planned *p, uint64_t is,
                            struct xl_kernel_result *result)
{
    enum xl_narrow narrow = run->state->narrow;
    const struct xl_arg *arg = run->kernel->args;
    while (arg < run->kernel->args + XL_MAX_ARGS - 1 && arg->kind != XL_ARG_RESULT)
        arg++;
    if (arg->kind != XL_ARG_RESULT || xl_type_is_float(arg->type) ||
        xl_type_size(arg->type) == sizeof is || narrow == XL_NARROW_JUNK ||
        narrow == XL_NARROW_JUNK32)
        return;
    uint64_t extended = xl_widen(run->state, arg->type, is);
    struct xl_finding *f =
        is == extended ? NULL : xl_new_finding(run, result, XL_CHECK_state, p, NULL);
    if (f)
        snprintf(f->message, sizeof f->message,
                 "the result's register holds 0x%llx, and the ABI has the function extend what it "
                 "returns to 0x%llx",
                 (unsigned long long)is, (unsigned long long)extended);
}

void xl_check_state(const struct xl_calls *run, const struct xl_planned *p, size_t i,
                    struct xl_kernel_result *result)
{
    const struct xl_call *call = xl_agent_call(run->agent, (unsigned)i);
    check_kept(run, p, xl_agent_word(run->agent, call->changed), result);
    const uint64_t before = xl_agent_word(run->agent, call->control_before),
                   after = xl_agent_word(run->agent, call->control_after);
    check_control(run, p, before, after, result);
    check_cleared(run, p, before, after, result);
    check_extension(run, p, xl_agent_word(run->agent, call->result), result);
}

void xl_check_flags(const struct xl_calls *run, const struct xl_planned *p, size_t i, int expected,
                    struct xl_kernel_result *result)
{
    char got_words[80], expected_words[80];
    uint64_t control =
        xl_agent_word(run->agent, xl_agent_call(run->agent, (unsigned)i)->control_after);
    int got = 0;
    for (unsigned k = 0; k < XL_IEEE_FLAGS; k++)
        got |= control & run->state->flags[k] ? 1 << k : 0;
    got &= run->kernel->contract.flags;
    if (got == expected || p->c.sticky || !xl_heeds_control(run))
        return;
    struct xl_finding *f = xl_new_finding(run, result, XL_CHECK_flags, p, NULL);
    if (!f)
        return;
    flag_words(got, got_words, sizeof got_words);
    flag_words(expected, expected_words, sizeof expected_words);
    snprintf(f->message, sizeof f->message,
             "of the flags in its contract the kernel raised: %s; the reference: %s%s", got_words,
             expected_words, xl_rounding_words(p->c.rounding));
    xl_describe_inputs(run->kernel, p, XL_NO_ELEMENT, f->inputs, sizeof f->inputs);
}
