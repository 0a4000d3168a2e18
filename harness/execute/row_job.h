/* A row to be run, and how.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_EXECUTE_ROW_JOB_H
#define XL_HARNESS_EXECUTE_ROW_JOB_H

#include "code/agent_code.h"
#include "execute/execute.h"
#include "execute/mode.h"
#include "oracle/module.h"
#include "results/baselines.h"
#include "results/results.h"

struct xl_cache_job;
struct xl_progress;
struct xl_work_baselines;

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
    /* The build directories of the row and of the host, with the errors of broken kernels. */
    const char *build_folder;
    const char *module_folder;
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
    /* With shortened calls. */
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
