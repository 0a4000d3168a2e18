/* Starts the agent of a row by its runner: over ssh, or by a command line of the environment.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RUN_RUNNER_H
#define XL_HARNESS_RUN_RUNNER_H

#include "execute/row_job.h"

/* As xl_agent_start. Sets is_absent of the agent if there is no runner: no command line is set, no
 * host answers, Bochs cannot be had. */
enum xl_start xl_runner_start(const struct xl_row_job *job, struct xl_agent *agent,
                              struct xl_error *err);

/* The same, and single-steps functions in the calls that xl_agent_step wants. `steps` is a file
 * with what is to be stepped (XL_FRAME_STEPS); it becomes the log. Fails if ptrace is refused
 * there. */
enum xl_start xl_runner_start_stepped(const struct xl_row_job *job, struct xl_agent *agent,
                                      int steps, struct xl_error *err);

/* What runs the row, with its version where that is known: "bochs 3.0+dfsg-1", "ssh HOST", or its
 * name. */
void xl_runner_describe(const struct xl_row *row, char *text, size_t size);

#endif
