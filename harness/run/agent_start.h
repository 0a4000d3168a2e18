/* The emulator's log of what a row's kernels execute: asked for when the agent is started.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RUN_AGENT_START_H
#define XL_HARNESS_RUN_AGENT_START_H

#include "execute/row_job.h"

/* The ranges of addresses that such functions are in, as the emulator's -dfilter takes them: all of
 * them. Ranges that are near each other are one, the more of them there are. NULL: no memory. The
 * caller frees it. */
char *xl_log_filter(const struct xl_agent_code *code);

/* Starts the row's agent on this CPU string. Each instruction that it executes in such a function
 * becomes a line of binary/counts.h in `log`, a file or a pipe of this process. */
enum xl_start xl_log_start(const struct xl_row_job *job, struct xl_agent *agent, const char *cpu,
                           int log, struct xl_error *err);

/* The same of a row that runs natively, and of the calls of these functions alone. Fails where this
 * machine has no ptrace for that. */
enum xl_start xl_follow_start(const struct xl_row_job *job, struct xl_agent *agent,
                              const uint64_t *entries, size_t count, int log, struct xl_error *err);

/* Starts it as the row has it. */
enum xl_start xl_plain_start(const struct xl_row_job *job, struct xl_agent *agent,
                             struct xl_error *err);

/* The same, and in steps of an instruction, where an emulator runs it:
 * everything takes many times as long. */
enum xl_start xl_step_start(const struct xl_row_job *job, struct xl_agent *agent,
                            struct xl_error *err);

#endif
