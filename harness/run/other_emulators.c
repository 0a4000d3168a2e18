/* Repeats a failing call under another QEMU and on this machine's CPU: an emulator may be wrong.
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "build/build.h"
#include "execute/calls.h"
#include "run/agent_start.h"
#include "run/row_run.h"

/* Kernels of a row whose calls are repeated: where most fail, QEMU is not the cause. */
enum { XL_MOST_REPEATED = 16 };

/* Chance decides some calls: those that race, or depend on where memory lies. */
enum { XL_TIMES_UNTIL_SURE = 4 };

enum answer { NO_ANSWER, RIGHT, WRONG };

/* Makes the call in a new agent. */
static enum answer ask(const struct xl_row_job *job, const struct xl_context *context,
                       const struct xl_case *c)
{
    struct xl_error err;
    enum answer answer = NO_ANSWER;
    xl_agent_stop(context->agent);
    if (xl_plain_start(job, context->agent, &err) != XL_START_OK)
        return NO_ANSWER;
    const struct xl_agent_isa *isa = xl_agent_isa(context->agent, job->row->isa->name);
    if (isa && isa->vl_bits == context->vl_bits) {
        struct xl_kernel_result *result = xl_alloc(1, sizeof *result);
        result->outcome = XL_PASS;
        const enum xl_call_status status = xl_execute_call(context, c, result);
        answer = result->outcome == XL_FAIL                             ? WRONG
                 : status == XL_STATUS_OK && result->outcome == XL_PASS ? RIGHT
                                                                        : NO_ANSWER;
        free(result);
    }
    xl_agent_stop(context->agent);
    return answer;
}

static enum answer ask_other(const struct xl_row_job *job, const struct xl_build *other,
                             const struct xl_context *context, const struct xl_case *c)
{
    struct xl_row_job copy = *job;
    copy.emulator = other->emulator;
    copy.qemu = other->qemu;
    return ask(&copy, context, c);
}

static enum answer ask_natively(const struct xl_row_job *job, const struct xl_context *context,
                                const struct xl_case *c)
{
    struct xl_row row = *job->row;
    struct xl_row_job copy = *job;
    row.native = true;
    copy.row = &row;
    return xl_arch_is_native(row.arch) ? ask(&copy, context, c) : NO_ANSWER;
}

/* Whether all of some more calls fail under the row's QEMU and pass under the other one. */
static bool is_sure(const struct xl_row_job *job, const struct xl_build *other,
                    const struct xl_context *context, const struct xl_case *c)
{
    bool is = true;
    for (int i = 1; i < XL_TIMES_UNTIL_SURE && is; i++)
        is = ask(job, context, c) == WRONG && ask_other(job, other, context, c) == RIGHT;
    return is;
}

/* Whether the row's QEMU is of a tree that this machine made: it makes the other tree, too. A
 * packed build has its own QEMU, and its machine perhaps no debootstrap. */
static bool has_trees(const struct xl_row_job *job)
{
    char *tools = xl_build_tree_path("sysroots/mk-tools", NULL);
    const bool has =
        job->row->is_next || (tools && strncmp(job->emulator, tools, strlen(tools)) == 0);
    free(tools);
    return has;
}

/* Whether a row has few failures so far. */
static bool is_one_of_few(const struct xl_row_result *row)
{
    size_t failed = 0;
    for (size_t i = 0; i < row->kernel_count; i++)
        failed += row->kernels[i].outcome == XL_FAIL;
    return failed <= XL_MOST_REPEATED;
}

/* natively: a dispatcher may have chosen other code there, so it is no cause. */
static void describe(const struct xl_row_job *job, const struct xl_build *other,
                     enum answer by_other, enum answer natively, struct xl_finding *f)
{
    char right[100] = "", wrong[100] = "", message[XL_TEXT];
    if (by_other)
        xl_append(by_other == RIGHT ? right : wrong, sizeof right, "under QEMU %s", other->qemu);
    if (natively) {
        char *where = natively == RIGHT ? right : wrong;
        xl_append(where, sizeof right, "%snatively", *where ? " and " : "");
    }
    snprintf(f->elsewhere, sizeof f->elsewhere, "%s%s%s%s%s", *right ? "right " : "", right,
             *right && *wrong ? ", " : "", *wrong ? "wrong " : "", wrong);
    if (by_other == RIGHT) {
        snprintf(message, sizeof message, "QEMU %s and %s differ: %.400s", job->qemu, other->qemu,
                 f->message);
        memcpy(f->message, message, sizeof message);
    }
}

void xl_ask_other_emulators(const struct xl_row_job *job, const struct xl_context *context,
                            const struct xl_row_result *row, struct xl_kernel_result *k)
{
    struct xl_finding *f = &k->findings[0];
    struct xl_build other = {.program = -1};
    if (job->row->native || job->mode.kind != XL_MODE_TEST || job->log || !k->finding_count ||
        !f->has_call || f->c.explicit_inputs || f->check == XL_CHECK_hang || !is_one_of_few(row) ||
        ask(job, context, &f->c) != WRONG) /* it depends on earlier calls */
        return;
    const enum answer natively = ask_natively(job, context, &f->c);
    enum answer by_other = NO_ANSWER;
    if (has_trees(job) &&
        xl_build_use_other_emulator(&other, job->row->arch, !job->row->is_next) == 0 &&
        strcmp(other.qemu, job->qemu) != 0)
        by_other = ask_other(job, &other, context, &f->c);
    if (by_other == RIGHT && !is_sure(job, &other, context, &f->c))
        by_other = NO_ANSWER;
    describe(job, &other, by_other, natively, f);
    xl_build_free(&other);
}
