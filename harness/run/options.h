/* What is asked of a run.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RUN_OPTIONS_H
#define XL_HARNESS_RUN_OPTIONS_H

#include "oracle/module.h"
#include "results/results.h"

struct xl_coverage;
struct xl_throughputs;
struct xl_repro;

struct xl_run_options {
    const char *const *rows; /* shell patterns; none: every row of the tier */
    size_t row_count;
    const char *const *kernel_patterns;
    size_t kernel_count;
    enum xl_tier tier;
    int has_tier;
    int quick;               /* the selection of run/select.h; has no rows, patterns or tier */
    int no_build;            /* take the builds as they are */
    int host_emulator;       /* the qemu of PATH instead of the tools tree's */
    const char *kernels_dir; /* absolute; NULL: this repository's own */
    const char *kernels_dir_given,
        *matrix_given;  /* as the user wrote them, for the command that reproduces */
    const char *matrix; /* file */
    uint64_t seed;
    unsigned count;
    bool is_whole; /* no row is brief: one is compared with another */
    unsigned jobs;
    unsigned call_limit_s;
    unsigned time_limit_s; /* of the whole run; 0: none */
    int no_evidence;
    int no_cache; /* run what was run already, and keep it anew */
    struct xl_disabled_checks off;
    const char *baseline;       /* folder of worst errors; NULL: Crosslane's, for its own kernels */
    struct xl_error_plot *plot; /* told of each error of the one row that is run; NULL: not */
    struct xl_throughputs *rates; /* gets the rate of each kernel that passes; NULL: none is
                               measured; the rows must run one after the other */
    struct xl_coverage *coverage; /* NULL, or filled: every executed instruction is counted, which
                                     is slow, and no evidence is made; the caller frees it */
    const char *json;             /* file or NULL */
    const char *last;             /* likewise: what `repro` looks in; no failure if it cannot be */
    struct xl_repro *repro;       /* one finding is to be shown again; NULL: all calls are made */
    bool show_all;                /* the console has every finding, for who prints it */
};

#endif
