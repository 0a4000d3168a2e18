/* The options of every subcommand that runs rows: which rows and kernels, and how.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CLI_SELECTION_H
#define XL_HARNESS_CLI_SELECTION_H

#include <stdbool.h>

#include "cli/options.h"
#include "run/run.h"

enum { XL_MAX_PATTERNS = 1024, XL_PATH_BYTES = 4096 };

struct xl_cli_selection {
    struct xl_run_options run;
    const char *rows[XL_MAX_PATTERNS], *kernels[XL_MAX_PATTERNS];
    char kernels_path[XL_PATH_BYTES], matrix_path[XL_PATH_BYTES];
    bool is_sleef; /* the kernels are SLEEF's functions */
};

/* The options that are not given. `run` points into the selection. */
void xl_cli_select_begin(struct xl_cli_selection *s);

/* Rows of the tables of subcommands, which take what of these they want. */
#define XL_SELECT_ROW                                                                              \
    XL_OPTION("row", "GLOB", 'r', "rows to run, whatever their tier; may be repeated")
#define XL_SELECT_KERNEL XL_OPTION("kernel", "GLOB", 'k', "kernels to run; may be repeated")
#define XL_SELECT_TIER XL_OPTION("tier", "TIER", 't', "pr (the default), trunk or full")
#define XL_SELECT_KERNELS                                                                          \
    XL_OPTION("kernels", "DIR", 'K', "the kernels of this folder instead of Crosslane's own")
#define XL_SELECT_MATRIX XL_OPTION("matrix", "FILE", 'm', "rows of another matrix file")
#define XL_SELECT_SEED                                                                             \
    XL_OPTION("seed", "N", 's', "of the random input; 1 if not given, so that runs compare")
#define XL_SELECT_COUNT                                                                            \
    XL_OPTION("count", "N", 'c', "how many times the random input is drawn anew; 1")
#define XL_SELECT_JOBS XL_OPTION("jobs", "N", 'j', "rows at once; as many as there are cores")
#define XL_SELECT_CALL_LIMIT(seconds)                                                              \
    XL_OPTION("call-limit", "N", 'l', "seconds after which one call counts as hung; " seconds)
#define XL_SELECT_NO_BUILD                                                                         \
    XL_OPTION("no-build", NULL, 'n',                                                               \
              "take the builds as they are: no compiler or sysroot is needed")

/* The absolute path of the folder that --kernels names. Returns 0, or -1 with the message on
 * standard error. */
int xl_cli_kernels_dir(const char *dir, char path[XL_PATH_BYTES]);

/* Takes one option by its letter: those above; sleef S, json o. Returns 0, or -1 with the message
 * on standard error. */
int xl_cli_select(struct xl_cli_selection *s, int option);

/* Once all options are taken: kernels that all are sleef_* mean SLEEF's, and of these each CPU once
 * is enough, because what is tested is the same in every build. */
void xl_cli_select_sleef(struct xl_cli_selection *s);

/* A run of minutes must not end in a file that cannot be written. Returns 0, also for NULL; or -1
 * with the message on standard error. */
int xl_cli_writable(const char *option, const char *file);

#endif
