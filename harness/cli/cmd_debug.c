/* crosslane debug: the call of a finding in gdb, stopped where the kernel begins.
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>

#include "cli/cli.h"
#include "cli/common_options.h"
#include "cli/rerun.h"
#include "repro/repro.h"

struct wanted {
    struct xl_cli_rerun finding;
    bool as_found, batch;
    bool is_told; /* its call was shown */
    int status;
};

const struct xl_cli_usage xl_cli_debug_usage = {
    .begin = "Usage: crosslane debug [OPTION]... ID\n"
             "Open a finding's reduced call in gdb, stopped where the kernel begins. Further\n"
             "commands there: `wrong`, `lanes`, `vectors`.\n"
             "\n",
    .options =
        {
            XL_FINDING_FROM,
            XL_FLAG_OPTION("as-found", struct wanted, as_found, "the original call, not reduced"),
            XL_FLAG_OPTION("batch", struct wanted, batch,
                           "print the wrong instruction, registers and lanes, then exit"),
        },
    .operands = 1,
    .end = "Exit status: 0 finding does not show, 1 it shows, 2 usage or unknown finding, "
           "3 environment\n",
};

static void show(void *data, const struct xl_reproduction *s)
{
    struct wanted *w = data;
    struct xl_error err;
    struct xl_debugger debugger;
    if (s->needs_other_calls || s->earlier_calls->count)
        return;
    w->is_told = true;
    const bool is_small = s->reduced->arg_count && !w->as_found;
    const struct xl_captured_call *call = is_small ? s->reduced : s->original;
    printf("%s on %s, variant %s, VL %u\n", s->ctx->kernel->name, s->job->row->name,
           s->job->row->isa->name, s->ctx->vl_bits);
    xl_print_call(stdout, is_small ? "reduced call" : "original call", call);
    if (call->finding.check == XL_CHECK_reference) {
        printf("nothing to debug: the reference runs on the host, not in the guest\n");
        return;
    }
    if (xl_debugger_find(s->job->row->native, &debugger, &err) ||
        xl_debug(s, call, &debugger, w->batch, &err)) {
        fflush(stdout);
        if (*err.text)
            fprintf(stderr, "%s\n", err.text);
        w->status = XL_EXIT_ENVIRONMENT;
    }
    xl_debugger_free(&debugger);
}

static void tell_of_no_call(const struct wanted *w)
{
    if (w->finding.is_there && !w->is_told)
        printf("nothing to debug: %s\n",
               w->finding.wanted.has_case ? "no call fails alone" : "the finding has no call");
}

int xl_cli_debug(int argc, char **argv)
{
    struct wanted w = {.finding = {.repro = {.report = show}}};
    int status = xl_cli_rerun_parse(argc, argv, &xl_cli_debug_usage, &w.finding);
    if (status != -1)
        return status;
    w.finding.repro.data = &w;
    status = xl_cli_rerun_run(&w.finding);
    if (!status)
        tell_of_no_call(&w);
    if (!status && !w.status)
        status = xl_cli_rerun_conclude(&w.finding);
    xl_finding_ref_free(&w.finding.wanted);
    return w.status ? w.status : status;
}
