/* A command on a row's CPU, and the evidence that vector code of the row's ISA executed in it.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_SUITE_EXEC_H
#define XL_HARNESS_SUITE_EXEC_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "matrix/rows.h"
#include "suite/launch.h"
#include "suite/vector_code.h"

struct json_object;

struct xl_exec_options {
    const struct xl_row *row;
    const char *emulator, *sysroot, *objdump; /* paths */
    char *const *argv;                        /* the command */
    const char *const *of; /* shell patterns of files; none: all but the sysroot's */
    size_t of_count;
    const char *const *expect; /* shell patterns of functions that must execute */
    size_t expect_count;
    bool no_control;
};

/* A file with its vector code. */
struct xl_exec_file {
    char *path;
    bool is_program;
    struct xl_vector_code code;
};

/* What a command executed. */
struct xl_command_evidence {
    struct xl_exec_file *at;
    size_t count, room;
    size_t programs, unknown_blocks, incomplete; /* as in struct xl_executed */
    size_t traps;                                /* some programs find out so what the CPU has */
    size_t functions, executed;                  /* with vector code */
    int status;                                  /* of the logged run */
    char control[512]; /* what the control run showed; "": there was none */
    char defect[1024]; /* "": none */
};

/* Runs the command with logs, and again without the ISA. The command's output is dropped. Returns
 * 0, or -1 with err. xl_command_evidence_free releases it. */
int xl_exec_evidence(const struct xl_exec_options *o, struct xl_command_evidence *e,
                     struct xl_error *err);

/* Prints it on standard error; and as JSON, which the caller puts. */
void xl_exec_print(const struct xl_exec_options *o, const struct xl_command_evidence *e);
struct json_object *xl_exec_json(const struct xl_exec_options *o,
                                 const struct xl_command_evidence *e, int status);

void xl_command_evidence_free(struct xl_command_evidence *e);

#endif
