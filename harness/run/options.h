/* The options of a run.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RUN_OPTIONS_H
#define XL_HARNESS_RUN_OPTIONS_H

#include "execute/row_job.h"
#include "matrix/shard.h"
#include "oracle/module.h"
#include "results/results.h"

struct xl_run_options {
    const char *const *rows; /* shell patterns; none: every row of the tier */
    size_t row_count;
    const char *const *kernel_patterns;
    size_t kernel_count;
    /* Of the kernel patterns, so many at the end are words of the user that no row's name contains.
     */
    size_t kernel_words;
    enum xl_tier tier;
    bool has_tier;
    struct xl_shard shard; /* of the selection; exhaustive: of the inputs */
    const char *costs;     /* results with the seconds of rows, which decide shards; or NULL */
    bool quick;    /* the quick selection (run/select.h): no rows, patterns or tier are given */
    bool no_build; /* use existing builds */
    bool other_emulator;                      /* each row by the QEMU that is not its own */
    bool host_emulator;                       /* the qemu of PATH instead of the tools tree's */
    const char *kernels_dir;                  /* absolute; NULL: Crosslane's own kernels */
    const char *kernels_dir_arg, *matrix_arg; /* as the user wrote them */
    const char *repeated; /* further options for commands of findings, or NULL */
    const char *matrix;   /* file */
    /* Its crosslane.yml changes the rows; NULL: that of kernels_dir. Only for the probe of a
     * suite's CPUs (suite/probe.h), which runs a kernel of Crosslane there, whatever the row's
     * `kernels`. */
    const char *rows_dir;
    uint64_t seed;
    uint64_t first_input, last_input; /* if has_inputs */
    unsigned count;
    bool exhaustive;        /* try all inputs of each kernel (run/exhaustive.h) */
    bool has_inputs;        /* exhaustive: only some */
    bool no_shortened_rows; /* all rows make the same calls, so that they can be compared */
    unsigned jobs;
    unsigned call_limit_s;
    unsigned time_limit_s; /* of the whole run; 0: none */
    bool no_evidence;
    bool list_only;       /* select rows, and run none */
    bool build_only;      /* make builds, and run no row */
    unsigned skip_status; /* exit status if every row was skipped; 0: that of other runs */
    bool fail_fast;       /* stop after the first row that fails or cannot run */
    bool no_cache;        /* ignore cached results, and replace them */
    struct xl_disabled_checks off;
    const char
        *baseline; /* directory of worst errors; NULL: Crosslane's, for its own kernels only */
    struct xl_mode mode;
    const char *json;         /* file or NULL */
    const char *last_run;     /* file of all results that `report` reads, or NULL; likewise */
    const char *last_results; /* file that `repro` reads, or NULL; if it cannot be written, the run
                                 goes on */
    bool show_all;            /* the console prints every finding */
    bool gcc_style;           /* the console prints findings as compilers do */
    unsigned durations;       /* the console prints so many kernels that took longest */
};

#endif
