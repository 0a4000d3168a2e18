/* What a call has left, compared with what it should have.
 * SPDX-License-Identifier: MIT
 */
#include "call/judged.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "call/errors.h"
#include "call/findings.h"
#include "call/refer.h"
#include "call/references.h"
#include "call/state.h"
#include "judge/compare.h"

/* Adds an output to the digest, and keeps its bits where every row should have them. */
static void keep_bits(const struct xl_calls *run, const struct xl_planned *p, enum xl_type type,
                      const void *got, size_t elements, struct xl_kernel_result *result)
{
    result->digest = xl_digest_on(result->digest, type, got, elements);
    if (!run->kernel->contract.reproducible || !p->c.common || !xl_heeds_control(run) ||
        result->bits_count == XL_MAX_BITS)
        return;
    struct xl_bits *bits = &result->bits[result->bits_count++];
    *bits = (struct xl_bits){.fill = xl_fill_name(p->c.fill),
                             .n = p->c.n,
                             .digest = xl_digest_on(0, type, got, elements)};
}

/* One output that is compared. */
struct judged {
    const struct xl_calls *run;
    enum xl_type type;
    const void *got, *expected, *flushed;
};

static bool is_right(const void *output, size_t i)
{
    const struct judged *o = output;
    double ulp;
    return xl_is_as_referred(o->run, o->type, xl_bits_get(o->type, o->got, i), o->expected,
                             o->flushed, i, &ulp);
}

/* A difference is of so many ULP, and of an XL_BOUND or .off_by contract more than that allows. */
static struct xl_finding *add_difference(const struct xl_calls *run, const struct xl_planned *p,
                                         size_t k, size_t i, uint64_t got, double ulp,
                                         const void *expected, struct xl_kernel_result *result)
{
    enum xl_type type = run->kernel->args[k].type;
    struct xl_finding *f = xl_add_value_finding(
        run, p, k, i, got, ulp, xl_expected_bits(run->kernel, type, expected, i), result);
    if (!f || !xl_has_bound(run->kernel, type))
        return f;
    const struct xl_bounded right = xl_bound_of(run->kernel, type, expected, i);
    f->has_bound = true;
    f->error = (double)fabsl((long double)xl_bits_value(type, got) - right.value);
    f->bound = right.bound;
    return f;
}

/* Compares the elements of one output. flushed: what a flushing ISA may say instead, or NULL. */
static void judge_output(const struct xl_calls *run, const struct xl_planned *p, size_t k,
                         const void *got_array, size_t elements, const void *expected,
                         const void *flushed, struct xl_kernel_result *result)
{
    enum xl_type type = run->kernel->args[k].type;
    const struct judged output = {run, type, got_array, expected, flushed};
    bool all_same = run->kernel->contract.kind == XL_EXACT &&
                    memcmp(got_array, expected, elements * xl_type_size(type)) == 0;
    for (size_t i = 0; i < elements && !all_same; i++) {
        double ulp;
        uint64_t got = xl_bits_get(type, got_array, i);
        bool same = xl_is_as_referred(run, type, got, expected, flushed, i, &ulp);
        struct xl_finding *f =
            same ? NULL : add_difference(run, p, k, i, got, ulp, expected, result);
        if (f)
            xl_tell_lanes(run, type, i, elements, p->spots[k].row_bytes / xl_type_size(type),
                          is_right, &output, f);
        xl_keep_error(run, p, i, ulp, result);
    }
    result->checked += elements;
}

static void add_memory_finding(const struct xl_calls *run, const struct xl_planned *p,
                               const struct xl_trespass *t, struct xl_kernel_result *result)
{
    const char *name = run->kernel->args[t->arg].name;
    const size_t slack = xl_arg_is_written(&run->kernel->args[t->arg]) ? p->spots[t->arg].slack : 0;
    char allowed[48] = "";
    if (slack)
        snprintf(allowed, sizeof allowed, ", and may up to byte +%zu", slack - 1);
    struct xl_finding *f = xl_new_finding(
        run, result, t->inside ? XL_CHECK_input : XL_CHECK_overwrite, p, &p->buffers[t->arg]);
    if (f && t->inside)
        snprintf(f->message, sizeof f->message, "the kernel changed its input %s, at byte %ld",
                 name, t->offset);
    else if (f && t->gap)
        snprintf(f->message, sizeof f->message,
                 "the kernel wrote between the rows of %s, at byte +%ld past the end of row %zu%s",
                 name, t->offset, t->gap - 1, allowed);
    else if (f && t->offset >= 0)
        snprintf(f->message, sizeof f->message,
                 "the kernel wrote past the end of %s, at byte +%ld%s", name, t->offset, allowed);
    else if (f)
        snprintf(f->message, sizeof f->message, "the kernel wrote before %s, at byte %ld", name,
                 t->offset);
}

/* Arrays of pointers are the caller's. */
static void check_tables(const struct xl_calls *run, const struct xl_planned *p, size_t i,
                         struct xl_kernel_result *result)
{
    const uint64_t changed =
        xl_agent_word(run->agent, xl_agent_call(run->agent, (unsigned)i)->tables_changed);
    for (size_t k = 0; k < XL_MAX_ARGS; k++) {
        struct xl_finding *f = changed >> k & 1
                                   ? xl_new_finding(run, result, XL_CHECK_input, p, &p->buffers[k])
                                   : NULL;
        if (f)
            snprintf(f->message, sizeof f->message,
                     "the kernel changed the array of pointers to the rows of %s",
                     run->kernel->args[k].name);
    }
}

/* Everything but the outputs must be as it was laid out. */
static void check_memory(const struct xl_calls *run, const struct xl_planned *p,
                         struct xl_kernel_result *result)
{
    const uint8_t *inputs[XL_MAX_ARGS] = {NULL};
    for (size_t k = 0; k < XL_MAX_ARGS && run->kernel->args[k].kind; k++) {
        const struct xl_arg *arg = &run->kernel->args[k];
        const struct xl_buffer *b = &p->buffers[k];
        if (arg->kind != XL_ARG_IN)
            continue;
        inputs[k] = b->data;
        if (run->agent->swap) {
            uint8_t *swapped = run->workspace->swapped + k * run->workspace->slot_bytes;
            inputs[k] = swapped;
            xl_copy_swapped(arg->type, swapped, b->data, b->elements, true);
        }
    }
    for (size_t k = 0; k < XL_MAX_ARGS && run->kernel->args[k].kind; k++) {
        struct xl_trespass t;
        const uint8_t *is = run->agent->memory + p->spots[k].slot_at;
        if (p->spots[k].slot_bytes && p->spots[k].owner == k &&
            xl_find_trespass(run->kernel, &p->c, p->spots, k, is, inputs, run->workspace->was, &t))
            add_memory_finding(run, p, &t, result);
    }
}

/* How many elements of output k are to be compared. */
static size_t count_defined(const struct xl_calls *run, const struct xl_planned *p, size_t k,
                            struct xl_kernel_result *result)
{
    size_t count;
    if (xl_defined(run, p, k, &count))
        return count;
    struct xl_finding *f = xl_new_finding(run, result, XL_CHECK_reference, p, NULL);
    if (f)
        snprintf(f->message, sizeof f->message,
                 "its reference says that more of %s is defined than the %zu elements that it has",
                 run->kernel->args[k].name, count);
    return 0;
}

/* Equal inputs give equal bits in every lane, and NaNs where one is NaN: judged where the reference
 * alone does not say so already. */
static void check_lanes(const struct xl_calls *run, const struct xl_planned *p, size_t k,
                        const void *got, size_t elements, struct xl_kernel_result *result)
{
    const struct xl_arg *arg = &run->kernel->args[k];
    if (!run->kernel->elementwise || !xl_rounding_is_free(run->kernel))
        return;
    for (size_t i = 0; i < elements; i++) {
        size_t twin = xl_case_twin(&p->c, i);
        uint64_t is = xl_bits_get(arg->type, got, i), other = xl_bits_get(arg->type, got, twin);
        if (is == other ||
            (isnan(xl_bits_value(arg->type, is)) && isnan(xl_bits_value(arg->type, other))))
            continue;
        struct xl_finding *f = xl_new_finding(run, result, XL_CHECK_lanes, p, &p->buffers[k]);
        if (!f)
            return;
        xl_tell_element(run, arg, i, is, other, f);
        snprintf(f->message, sizeof f->message,
                 "%s[%zu] and %s[%zu] differ although their inputs are the same", arg->name, i,
                 arg->name, twin);
        xl_describe_inputs(run->kernel, p, (long)i, f->inputs, sizeof f->inputs);
        return;
    }
}

void xl_judge_call(const struct xl_calls *run, const struct xl_planned *p, size_t i,
                   struct xl_kernel_result *result)
{
    uint8_t *got = run->workspace->got;
    for (size_t k = 0; k < XL_MAX_ARGS && run->kernel->args[k].kind; k++) {
        const struct xl_arg *arg = &run->kernel->args[k];
        const struct xl_buffer *b = &p->buffers[k];
        const void *expected = xl_expected(run->workspace, p, k);
        const void *flushed = run->flushes ? xl_flushed_expected(run->workspace, p, k) : NULL;
        if (xl_arg_is_written(arg)) {
            const size_t defined = count_defined(run, p, k, result);
            xl_spot_read(&p->spots[k], arg->type, got, run->agent->memory + b->slot_at,
                         run->agent->swap);
            (run->kernel->function ? xl_judge_function_output : judge_output)(
                run, p, k, got, defined, expected, flushed, result);
            check_lanes(run, p, k, got, defined, result);
            keep_bits(run, p, arg->type, got, defined, result);
        } else if (arg->kind == XL_ARG_RESULT) {
            uint64_t bits =
                xl_agent_word(run->agent, xl_agent_call(run->agent, (unsigned)i)->result);
            xl_bits_set(arg->type, got, 0, bits);
            judge_output(run, p, k, got, 1, expected, flushed, result);
            keep_bits(run, p, arg->type, got, 1, result);
        }
    }
    check_memory(run, p, result);
    check_tables(run, p, i, result);
    xl_check_state(run, p, i, result);
    xl_check_flags(run, p, i, run->workspace->errand.flags[i], result);
    result->calls++;
}
