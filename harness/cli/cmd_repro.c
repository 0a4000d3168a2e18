/* crosslane repro: one finding again, made smaller, as a file of its own, and who is to blame.
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>

#include "cli/cli.h"
#include "cli/finding.h"
#include "repro/print_call.h"

const struct xl_cli_usage xl_cli_repro_usage = {
    .begin = "Usage: crosslane repro [OPTION]... ID\n"
             "Makes the call of one finding again, exactly as it was, and smaller while it still\n"
             "fails. Each finding of a run has its id on the console and in the results.\n",
    .options =
        {
            XL_FINDING_FROM,
        },
    .end = "Exit status: 0 the finding does not show any more; 1 it does; 2 bad usage, or no such\n"
           "finding; 3 the environment lacks something.\n",
};

struct wanted {
    struct xl_cli_finding finding;
};

static int set_option(void *data, int option)
{
    (void)data;
    (void)option;
    return -1;
}

static void show(void *data, const struct xl_showing *s)
{
    char title[80];
    (void)data;
    printf("%s on %s, variant %s, VL %u\n", s->run->kernel->name, s->job->row->name,
           s->job->row->isa->name, s->run->vl_bits);
    xl_print_call(stdout, "as it was found", s->as_found);
    if (!s->shrunk->arg_count) {
        printf("it did not fail when it was tried again: it does not always\n");
        return;
    }
    snprintf(title, sizeof title, "made smaller, in %u attempts", s->attempts);
    xl_print_call(stdout, title, s->shrunk);
}

int xl_cli_repro(int argc, char **argv)
{
    struct wanted w = {.finding = {.repro = {.show = show}}};
    int status =
        xl_cli_finding_options(argc, argv, &xl_cli_repro_usage, &w.finding, set_option, &w);
    if (status != -1)
        return status;
    w.finding.repro.data = &w;
    status = xl_cli_finding_run(&w.finding);
    if (!status)
        status = xl_cli_finding_conclude(&w.finding);
    xl_wanted_free(&w.finding.wanted);
    return status;
}
