/* The command lines that start a row's agent: plain, slow, or with a log of executed instructions.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RUN_AGENT_START_H
#define XL_HARNESS_RUN_AGENT_START_H

#include "execute/row_job.h"

/* The address ranges of functions that kernels may execute (xl_log_has), in the format of the
 * emulator's -dfilter. If there are too many, near ones are joined. The caller frees it. */
char *xl_log_filter(const struct xl_agent_code *code);

/* What has a line of its own in the log: each executed instruction, or each executed block. The log
 * of blocks is many times shorter. If a call crashes, its last block ended nobody knows where.
 * REGISTERS: each instruction, and after its line the registers that it finds. */
enum xl_log_of { XL_LOG_INSTRUCTIONS, XL_LOG_BLOCKS, XL_LOG_REGISTERS };

/* Starts the row's agent on this CPU string. What it executes in such functions becomes lines of
 * code/counts.h in `log`, a file or a pipe of this process. */
enum xl_start xl_log_start(const struct xl_row_job *job, struct xl_agent *agent, const char *cpu,
                           enum xl_log_of of, int log, struct xl_error *err);

/* The same for a native row, by single steps, in calls of these functions only, while *is_wanted
 * (agent/single_step.h), or elsewhere as xl_agent_step says. Fails if ptrace is refused there. */
enum xl_start xl_follow_start(const struct xl_row_job *job, struct xl_agent *agent,
                              const uint64_t *entries, size_t count, int log,
                              const volatile bool *is_wanted, struct xl_error *err);

/* Starts it as the row says. */
enum xl_start xl_plain_start(const struct xl_row_job *job, struct xl_agent *agent,
                             struct xl_error *err);

/* The same, with one instruction per step in the emulator: many times slower. */
enum xl_start xl_step_start(const struct xl_row_job *job, struct xl_agent *agent,
                            struct xl_error *err);

#endif
