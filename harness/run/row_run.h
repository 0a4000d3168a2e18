/* One row: its agent is started and checked, then its kernels run.
 * SPDX-License-Identifier: MIT
 *
 * row.c calls kernel_run.c for each kernel. coverage_run.c wraps row.c.
 */
#ifndef XL_HARNESS_RUN_ROW_RUN_H
#define XL_HARNESS_RUN_ROW_RUN_H

#include <pthread.h>
#include <stdbool.h>

#include "build/build.h"
#include "execute/agent_client.h"
#include "execute/row_job.h"

struct xl_coverage;
struct xl_coverage_build;
struct xl_coverage_row;

/* row.c */

/* The time limit of a row in seconds. count: rounds of random input. is_counted: every executed
 * instruction is counted. */
long xl_row_limit(unsigned count, bool is_counted);

/* Runs the row and fills result, whose kernels are allocated here. */
void xl_row_run(const struct xl_row_job *job, struct xl_workspace *workspace,
                struct xl_row_result *result);

/* Its first part, for a run that makes other calls. Lists the kernels of the row and starts its
 * agent, which the caller frees in any case. False: the row cannot run; its outcome is set. */
bool xl_row_begin(const struct xl_row_job *job, struct xl_agent *agent,
                  struct xl_row_result *result);

/* Marks, in an array of all kernels, those whose results are not cached. Ignores the job's agent.
 * False: the whole row must run, or its own line needs a kernel that is cached. */
bool xl_row_mark_uncached(const struct xl_row_job *job, bool *is_uncached);

/* kernel_run.c */

/* Starts the row's agent, with the emulator's log if the job has one. */
enum xl_start xl_row_start_agent(const struct xl_row_job *job, struct xl_agent *agent,
                                 struct xl_error *err);

/* The parts of a call that all kernels of a row share. */
struct xl_context xl_row_context(const struct xl_row_job *job, struct xl_agent *agent,
                                 struct xl_workspace *workspace, const struct xl_row_result *row);

/* Whether the kernel can be called; if not, sets its outcome. variant: xl_agent_variant. */
bool xl_kernel_can_call(const struct xl_row_job *job, const struct xl_agent *agent,
                        const struct xl_kernel *kernel, long variant, struct xl_kernel_result *k);

/* other_emulators.c: repeats the first failing call of a kernel under another QEMU and natively,
 * and writes into its finding who is right. Stops the agent. */
void xl_ask_other_emulators(const struct xl_row_job *job, const struct xl_context *context,
                            const struct xl_row_result *row, struct xl_kernel_result *k);

/* Runs one kernel: decides whether it can be called, makes its calls, sets its outcome. */
void xl_kernel_run(const struct xl_row_job *job, struct xl_agent *agent,
                   struct xl_workspace *workspace, const struct timespec *deadline,
                   const struct xl_accuracy *accuracy, struct xl_row_result *row,
                   struct xl_kernel_result *k);

/* Sets a kernel's outcome. status: how its last batch of calls ended. */
void xl_kernel_conclude(const struct xl_row_job *job, struct xl_agent *agent,
                        enum xl_call_status status, struct xl_kernel_result *k);

/* coverage_run.c */

/* Allocates the counts of builds. Images, disassemblies and call graphs belong to `codes` until
 * xl_coverage_take. */
void xl_coverage_begin(struct xl_coverage *coverage, const struct xl_build *builds,
                       struct xl_agent_code *codes, size_t build_count, size_t row_count);

/* Runs a row as xl_row_run does and adds what it executed to the counts of its build, under the
 * lock. A row that cannot be measured is not run, or fails; `row` says why. */
void xl_coverage_run_row(const struct xl_row_job *job, struct xl_workspace *workspace,
                         struct xl_coverage_build *build, pthread_mutex_t *lock,
                         struct xl_coverage_row *row, struct xl_row_result *result);

/* Moves what `codes` own to the builds, so that it outlives the run. */
void xl_coverage_take(struct xl_coverage *coverage, struct xl_agent_code *codes);

#endif
