/* What `repro` and `debug` have in common: a finding by its id, shown again as its run was made.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CLI_RERUN_H
#define XL_HARNESS_CLI_RERUN_H

#include "cli/options.h"
#include "repro/repro.h"

#define XL_FINDING_FROM                                                                            \
    XL_VALUE_OPTION("from", "FILE", FILE, struct xl_cli_rerun, from,                               \
                    "results to look in (default: the last 50 runs')")

/* The structs of both commands begin with it. */
struct xl_cli_rerun {
    const char *id, *from;
    struct xl_finding_ref wanted;
    struct xl_repro repro; /* the caller sets show and data */
    bool is_there;         /* set: the finding shows again, by its own call or among all of them */
    bool is_other;         /* set: it does not, and the kernel fails all the same */
    char why_not[600];     /* set: why nothing could be tried; "" */
};

/* Takes the options and the id. Returns -1 to go on, or the exit status. */
int xl_cli_rerun_parse(int argc, char **argv, const struct xl_cli_usage *usage,
                       struct xl_cli_rerun *f);

/* Looks the finding up and runs its row's kernel. Returns 0, or the exit status with the message on
 * standard error. The caller frees wanted. */
int xl_cli_rerun_run(struct xl_cli_rerun *f);

/* Says whether the finding shows. Returns XL_EXIT_FINDING if it does, else XL_EXIT_OK. */
int xl_cli_rerun_conclude(const struct xl_cli_rerun *f);

#endif
