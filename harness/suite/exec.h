/* A command on a row's CPU, and the evidence that vector code of the row's ISA executed in it.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_SUITE_EXEC_H
#define XL_HARNESS_SUITE_EXEC_H

#include <stdbool.h>

#include "base/error.h"
#include "suite/launch.h"
#include "suite/vector_evidence.h"

struct xl_exec_options {
    struct xl_evidence_options evidence;
    const char *emulator; /* path */
    char *const *argv;    /* the command */
    bool no_control;
    bool has_run; /* the command ran before: it has had its input, and its output was seen */
};

/* Whether the command has to run first without evidence. A native program under ptrace cannot have
 * another tracer. Of input that cannot be read twice, nothing is left for the control run, which is
 * only compared with a run that read as much. */
bool xl_exec_needs_run(const struct xl_exec_options *o);

/* Runs the command with logs, and again without the ISA; on a native row, once with breakpoints.
 * Unless o->has_run, the first of these is the user's: it has this process's input and output. If a
 * program closes its log there, what it opens next gets the log's lines: so the command runs once
 * more without logs. *launched is how the user's run ended. Returns 0, or -1 with err. The caller
 * always gives *e, which starts as zeros, to xl_evidence_free. */
int xl_exec_evidence(const struct xl_exec_options *o, struct xl_evidence *e,
                     struct xl_launched *launched, struct xl_error *err);

/* Prints it on standard error; and as JSON, which the caller puts. */
void xl_exec_print(const struct xl_exec_options *o, const struct xl_evidence *e);
struct json_object *xl_exec_json(const struct xl_exec_options *o, const struct xl_evidence *e,
                                 int status);

#endif
