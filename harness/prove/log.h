/* The emulator's log of what a row's kernels execute: asked for when the agent is started.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_PROVE_LOG_H
#define XL_HARNESS_PROVE_LOG_H

#include "evidence/image.h"
#include "prove/job.h"

/* Whether a function is of a kernel for this ISA. */
bool xl_log_has(const struct xl_image *image, const struct xl_isa *isa,
                const struct xl_image_function *f);

/* Starts the row's agent on this CPU string. Each instruction that it executes in a kernel of the
 * row's ISA becomes a line of evidence/trace.h in `log`, a file or a pipe of this process. */
enum xl_start xl_log_start(const struct xl_row_job *job, struct xl_agent *agent, const char *cpu,
                           int log, struct xl_error *err);

#endif
