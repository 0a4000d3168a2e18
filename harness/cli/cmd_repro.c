/* crosslane repro: one finding again, reduced, as a standalone program, and what is to blame.
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>

#include "base/text.h"
#include "cli/cli.h"
#include "cli/common_options.h"
#include "cli/rerun.h"
#include "repro/repro.h"
#include "repro/standalone.h"

struct wanted {
    struct xl_cli_rerun finding;
    const char *standalone;
    bool blame;
    bool is_told; /* its call was shown, and what came of it */
    int status;   /* of what else was asked for */
};

const struct xl_cli_usage xl_cli_repro_usage = {
    .begin = "Usage: crosslane repro [OPTION]... ID\n"
             "Repeat a finding's call exactly, then reduce it while it fails.\n"
             "\n",
    .options =
        {
            XL_FINDING_FROM,
            XL_VALUE_OPTION("standalone", "FILE.c", FILE, struct wanted, standalone,
                            "write the reduced call as C without Crosslane; compile and run it"),
            XL_FLAG_OPTION("blame", struct wanted, blame,
                           "try other compilers, levels, emulators and scalar code"),
        },
    .operands = 1,
    .end = "Exit status: 0 finding does not show, 1 it shows, 2 usage or unknown finding, "
           "3 environment\n",
};

static void make_standalone(struct wanted *w, const struct xl_reproduction *s,
                            const struct xl_captured_call *call)
{
    const struct xl_row *row = s->job->row;
    struct xl_standalone alone = {.reproduction = s,
                                  .call = call,
                                  .isa = row->isa->name,
                                  .compiler = row->compiler,
                                  .level = row->opt,
                                  .emulator = row->native ? NULL : s->job->emulator,
                                  .version = s->job->qemu};
    char said[400] = "";
    switch (xl_standalone_make(&alone, w->standalone, said, sizeof said)) {
    case XL_STANDALONE_FAILS:
        printf("%s fails too: %s\n", w->standalone, said);
        break;
    case XL_STANDALONE_PASSES:
        printf("%s does not fail: %s\n", w->standalone,
               s->needs_other_calls ? "it needs earlier calls, or is intermittent"
                                    : "it needs what Crosslane does around the call");
        break;
    case XL_STANDALONE_NOT_RUN:
        printf("%s does not finish: %s\n", w->standalone, said);
        break;
    case XL_STANDALONE_NOT_COMPILED:
        fprintf(stderr, "crosslane: error: cannot compile %s: %s\n", w->standalone, said);
        w->status = XL_EXIT_ENVIRONMENT;
    }
}

/* Whether nothing comes of what was asked for. */
static bool say_why_not(const struct wanted *w, enum xl_check check)
{
    const char *why = xl_standalone_refusal(check);
    if (!why || (!w->standalone && !w->blame))
        return false;
    printf("no standalone program for check %s: %s\n", xl_check_name(check), why);
    return true;
}

static void show_alone(struct wanted *w, const struct xl_reproduction *s,
                       const struct xl_captured_call *call)
{
    struct xl_blame blame;
    if (say_why_not(w, call->finding.check))
        return;
    if (s->earlier_calls->count > 1 && (w->standalone || w->blame)) {
        printf("no standalone program: it needs %zu earlier calls\n", s->earlier_calls->count);
        return;
    }
    if (w->standalone)
        make_standalone(w, s, call);
    if (w->blame) {
        xl_blame_run(s, call, &blame);
        xl_blame_print(stdout, &blame);
    }
}

static void show(void *data, const struct xl_reproduction *s)
{
    struct wanted *w = data;
    char title[80];
    w->is_told = true;
    printf("%s on %s, variant %s, VL %u\n", s->ctx->kernel->name, s->job->row->name,
           s->job->row->isa->name, s->ctx->vl_bits);
    if (s->needs_other_calls) {
        xl_print_call(stdout, "correct alone", s->original);
        show_alone(w, s, s->original);
        return;
    }
    if (s->earlier_calls->count) {
        char text[200];
        xl_earlier_calls_describe(s->ctx, s->earlier_calls, text, sizeof text);
        printf("shows only after %s: the result depends on earlier calls (static state)\n", text);
    }
    if (s->earlier_call && s->earlier_call->arg_count)
        xl_print_call(stdout, "earlier call", s->earlier_call);
    xl_print_call(stdout, "original call", s->original);
    if (!s->reduced->arg_count) {
        printf("did not fail when repeated: intermittent\n");
        return;
    }
    snprintf(title, sizeof title, "reduced call (%u attempt%s)", s->attempts, xl_s(s->attempts));
    xl_print_call(stdout, title, s->reduced);
    fflush(stdout);
    show_alone(w, s, s->reduced);
}

/* There was no call of its own to make a program of. */
static void tell_of_no_call(const struct wanted *w)
{
    if (!w->finding.is_there || say_why_not(w, w->finding.wanted.check) ||
        (!w->standalone && !w->blame))
        return;
    printf("no standalone program: the call fails only after others\n");
}

int xl_cli_repro(int argc, char **argv)
{
    struct wanted w = {.finding = {.repro = {.report = show}}};
    int status = xl_cli_rerun_parse(argc, argv, &xl_cli_repro_usage, &w.finding);
    if (status != -1)
        return status;
    if (xl_cli_writable("standalone", w.standalone))
        return XL_EXIT_USAGE;
    w.finding.repro.data = &w;
    status = xl_cli_rerun_run(&w.finding);
    if (!status && !w.is_told)
        tell_of_no_call(&w);
    if (!status)
        status = xl_cli_rerun_conclude(&w.finding);
    xl_finding_ref_free(&w.finding.wanted);
    return w.status ? w.status : status;
}
