/* Starts the agent of a row by its runner: over ssh, or by a command line of the environment.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RUN_RUNNER_H
#define XL_HARNESS_RUN_RUNNER_H

#include "execute/row_job.h"

/* As xl_agent_start. XL_START_REFUSED: the runner is not there, or did not start the agent. */
enum xl_start xl_runner_start(const struct xl_row_job *job, struct xl_agent *agent,
                              struct xl_error *err);

/* The variable with the command line of a runner. The caller frees it. */
char *xl_runner_variable(const char *runner);

#endif
