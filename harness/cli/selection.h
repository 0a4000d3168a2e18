/* The options of every subcommand that runs rows: which rows and kernels, and how.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CLI_SELECTION_H
#define XL_HARNESS_CLI_SELECTION_H

#include <stdbool.h>

#include "run/run.h"

enum { XL_MAX_PATTERNS = 1024 };

struct xl_cli_selection {
    struct xl_run_options run;
    const char *rows[XL_MAX_PATTERNS], *kernels[XL_MAX_PATTERNS];
    char kernels_path[4096], matrix_path[4096];
    bool is_sleef; /* the kernels are SLEEF's functions */
};

/* The options that are not given. `run` points into the selection. */
void xl_cli_select_begin(struct xl_cli_selection *s);

/* Takes one option, by its letter: row r, kernel k, tier t, kernels K, sleef S, matrix m, seed s,
 * jobs j, json o, call-limit l, no-build n. Returns 0, or -1 with the message on standard error. */
int xl_cli_select(struct xl_cli_selection *s, int option);

/* Once all options are taken: kernels that all are sleef_* mean SLEEF's, and of these each CPU once
 * is enough, because what is tested is the same in every build. */
void xl_cli_select_sleef(struct xl_cli_selection *s);

/* A run of minutes must not end in a file that cannot be written. Returns 0, also for NULL; or -1
 * with the message on standard error. */
int xl_cli_writable(const char *option, const char *file);

#endif
