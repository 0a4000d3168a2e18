/* A row to be run, and how; and what a run does beside, or in place of, testing.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_EXECUTE_ROW_JOB_H
#define XL_HARNESS_EXECUTE_ROW_JOB_H

#include "code/agent_code.h"
#include "execute/calls.h"
#include "oracle/module.h"
#include "results/baselines.h"
#include "results/results.h"

struct xl_cache_job;
struct xl_coverage;
struct xl_error_plot;
struct xl_progress;
struct xl_row_job;
struct xl_work_baselines;

enum xl_mode_kind {
    XL_MODE_TEST,
    XL_MODE_PLOT,       /* `plot` gets each error of the only row */
    XL_MODE_THROUGHPUT, /* `measure` gets each kernel that passes; one row at a time, no evidence */
    XL_MODE_COVERAGE,   /* `coverage` gets the count of each executed instruction; no evidence */
    XL_MODE_WORK,       /* counts the kernels' instructions (xl_work); checks nothing */
    XL_MODE_REPRO       /* `repeat` makes the call of the only finding */
};

struct xl_mode {
    enum xl_mode_kind kind;
    union {
        struct xl_error_plot *plot;
        struct xl_coverage *coverage;
        struct {
            union {
                /* Returns false if all calls of the kernel are to be made. Fills result if its call
                 * fails. */
                bool (*repeat)(void *data, const struct xl_row_job *job,
                               const struct xl_context *ctx, struct xl_kernel_result *result);
                void (*measure)(void *data, const struct xl_row_job *job,
                                const struct xl_context *ctx);
            };
            void *data;
        };
    };
};

struct xl_row_job {
    const struct xl_row *row;
    /* The emulator and its version. NULL: the row runs natively. */
    const char *emulator;
    const char *qemu;
    /* The code of the row's agent. NULL: no evidence. */
    struct xl_agent_code *code;
    /* The agent. NULL: its build failed, with this error. */
    const char *agent;
    const char *build_error;
    bool is_absent; /* ... or no suite of the mirror has its emulator */
    /* The build directories of the row and of the host, with the errors of broken kernels. */
    const char *build_directory;
    const char *module_directory;
    const struct xl_kernels *kernels;
    /* One for each kernel. */
    const bool *selected;
    /* One for each kernel. NULL: errors are not compared with baselines. */
    const struct xl_baseline *baselines;
    /* NULL: instructions are not compared with baselines. */
    const struct xl_work_baselines *work_baselines;
    struct xl_mode mode;
    uint64_t seed;
    unsigned count;
    /* With shortened calls: as xl_row_is_shortened says, but for few kernels under Bochs. */
    bool shortened;
    /* Each kernel makes its longest calls. Otherwise few kernels do. */
    bool all_streamed;
    int call_limit_ms;
    long row_limit_s;
    const struct xl_disabled_checks *disabled_checks;
    /* Where the emulator logs the instructions of the kernels, instead of evidence. Or NULL. */
    const int *log;
    /* What a cached result depends on. */
    const struct xl_cache_job *cache;
    struct xl_progress *progress;
};

#endif
