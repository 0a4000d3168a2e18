/* crosslane debug: the call of a finding in gdb, stopped where the kernel begins.
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>

#include "cli/cli.h"
#include "cli/common_options.h"
#include "cli/rerun.h"
#include "repro/debug.h"
#include "repro/repro.h"

const struct xl_cli_usage xl_cli_debug_usage = {
    .begin =
        "Usage: crosslane debug [OPTION]... ID\n"
        "Makes the call of one finding, as small as `crosslane repro` makes it, under gdb: on\n"
        "the emulator's stub, or natively. It stops where the kernel begins; the commands\n"
        "`wrong`, `lanes` and `vectors` say more.\n",
    .options =
        {
            XL_FINDING_FROM,
            XL_OPTION("as-found", NULL, 'a', "the call as it was found, and not made smaller"),
            XL_OPTION("batch", NULL, 'b',
                      "print where the wrong element is written, the registers there and expected\n"
                      "beside got, and leave"),
        },
    .end = "Exit status: 0 the finding does not show any more; 1 it does; 2 bad usage, or no such\n"
           "finding; 3 the environment lacks something, such as the network for gdb.\n",
};

struct wanted {
    struct xl_cli_rerun finding;
    bool as_found, batch;
    bool is_told; /* its call was shown */
    int status;
};

static int set_option(void *data, int option)
{
    struct wanted *w = data;
    switch (option) {
    case 'a':
        w->as_found = true;
        return 0;
    case 'b':
        w->batch = true;
        return 0;
    default:
        return -1;
    }
}

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
    xl_print_call(stdout, is_small ? "made smaller" : "as it was found", call);
    if (call->finding.check == XL_CHECK_reference) {
        printf(
            "the reference runs on this machine, and not in the guest: there is nothing to show\n");
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
        printf("there is no call to show in a debugger: %s\n",
               w->finding.wanted.has_case ? "none fails by itself" : "the finding is of none");
}

int xl_cli_debug(int argc, char **argv)
{
    struct wanted w = {.finding = {.repro = {.report = show}}};
    int status = xl_cli_rerun_options(argc, argv, &xl_cli_debug_usage, &w.finding, set_option, &w);
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
