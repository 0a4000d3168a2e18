/* A row to be run: what it is run with, and how.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_EXECUTE_ROW_JOB_H
#define XL_HARNESS_EXECUTE_ROW_JOB_H

#include "binary/code.h"
#include "execute/execute.h"
#include "oracle/module.h"
#include "results/baselines.h"
#include "results/results.h"

struct xl_cache_job;
struct xl_progress;
struct xl_throughputs;
struct xl_repro;

struct xl_row_job {
    const struct xl_row *row;
    const char *emulator;       /* program; NULL: run natively */
    const char *qemu;           /* its version */
    struct xl_agent_code *code; /* of the row's agent; NULL: no evidence is wanted */
    const char
        *agent; /* program of the row's build; NULL: the build failed, and build_error says why */
    const char *build_error;
    const char *build_folder; /* where a broken kernel left the compiler's words; and on the host */
    const char *module_folder;
    const struct xl_kernels *kernels;
    const bool *selected;                /* one for each of kernels */
    const struct xl_baseline *baselines; /* likewise; NULL: errors are held against nothing */
    struct xl_error_plot *plot;          /* told of each error; NULL: not */
    uint64_t seed;
    unsigned count;
    bool shortened;    /* its calls are shortened */
    bool all_streamed; /* each kernel gets its longest calls; else few do */
    int call_limit_ms;
    long row_limit_s;
    const struct xl_disabled_checks *disabled_checks;
    struct xl_throughputs
        *throughputs;       /* gets the rate of each kernel that passes; NULL: none is measured */
    struct xl_repro *repro; /* the finding that is to be shown again; NULL: all calls are made */
    const int *log; /* where the emulator logs what it executes of the kernels, in place of the
                       evidence; NULL: nowhere */
    const struct xl_cache_job *cache; /* what decides results that are kept */
    struct xl_progress *progress;     /* told of each kernel */
};

#endif
