/* One row: its agent started and checked against the row, its kernels run to their verdicts.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RUN_ROW_H
#define XL_HARNESS_RUN_ROW_H

#include "results.h"
#include "run/baseline.h"
#include "run/calls.h"
#include "run/kernels.h"

struct xl_proof;

struct xl_row_job {
    const struct xl_row *row;
    const char *emulator;         /* program; NULL: run natively */
    const char *qemu;             /* its version */
    const struct xl_proof *proof; /* of the row's build; NULL: no evidence is wanted */
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
    int call_limit_ms, row_limit_ms;
    const int *log; /* where the emulator logs what it executes of the kernels, in place of the
                       evidence; NULL: nowhere */
};

/* Fills result, whose kernels are allocated here. */
void xl_row_run(const struct xl_row_job *job, struct xl_bench *bench, struct xl_row_result *result);

#endif
