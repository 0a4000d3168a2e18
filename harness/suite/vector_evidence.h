/* Which vector code of a row's ISA programs executed, by their logs, or natively by breakpoints.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_SUITE_VECTOR_EVIDENCE_H
#define XL_HARNESS_SUITE_VECTOR_EVIDENCE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "matrix/rows.h"
#include "suite/executed.h"
#include "suite/launch.h"
#include "suite/vector_code.h"

struct json_object;

/* Whose code is looked at. */
struct xl_evidence_options {
    const struct xl_row *row;
    struct xl_guest_files files;
    const char *tools;     /* path */
    const char *const *of; /* shell patterns of files; none: all but the sysroot's */
    size_t of_count;
    const char *const *expect; /* shell patterns of functions that must execute */
    size_t expect_count;
    const char *const *autovectorized; /* likewise, of functions that the compiler may vectorize */
    size_t autovectorized_count;
    const struct xl_library_names *library; /* names of functions that do not count */
};

/* A file with its vector code. */
struct xl_evidence_file {
    size_t file; /* in `code` */
    char *path;
    bool is_program;
    struct xl_vector_code code;
};

/* A part of the programs, such as those of one test. */
struct xl_evidence_group {
    size_t programs;
    size_t incomplete; /* programs whose log ends before they do */
    size_t functions;  /* with vector code, that executed after main() began */
    size_t bytes;      /* of code of programs and libraries that are not the sysroot's, likewise */
    size_t program_bytes, library_bytes; /* code of these programs; `bytes` of the libraries */
    struct xl_trap trap;                 /* that ended one of these programs */
};

struct xl_evidence {
    struct xl_evidence_file *at;
    size_t count, room;
    struct xl_executed code;
    bool is_by_entries;         /* numbers of executed instructions are unknown */
    size_t functions, executed; /* that count; names that several files have count once */
    size_t unknown;             /* further functions, which are not measured */
    char control[512];          /* what the control run showed; "": there was none */
    bool needs_less;            /* it showed that the ISA before is enough */
    char defect[1024];          /* "": none */
};

/* Adds the programs of a list. groups: evidence of each group that the list names, or NULL. Returns
 * 0, or -1 with err. The caller always gives *e, which starts as zeros, to xl_evidence_free. */
int xl_evidence_add(const struct xl_evidence_options *o, struct xl_started_list *list,
                    struct xl_evidence_group *groups, size_t group_count, struct xl_evidence *e,
                    struct xl_error *err);

/* Runs the command on this machine's CPU with breakpoints, without output. Sets `control`: there is
 * none. *e starts as zeros. Returns 0, or -1 with err. */
int xl_evidence_run_native(const struct xl_evidence_options *o, char *const *argv,
                           struct xl_evidence *e, struct xl_launched *launched,
                           struct xl_error *err);

/* Counts what executed, and sets the defect if nothing of the ISA did. why_not: why programs could
 * not be started, or "". */
void xl_evidence_conclude(const struct xl_evidence_options *o, const char *why_not,
                          struct xl_evidence *e);

/* Adds lines on functions that count, or not, for another reason than that they are written. */
void xl_evidence_note(const struct xl_evidence *e, struct xl_text *notes);

/* Describes the instruction that ended a program: "SIGILL at FUNCTION (+0xOFFSET): `INSTRUCTION`
 * needs ...". The caller frees it. */
char *xl_evidence_trap(const struct xl_evidence_options *o, const struct xl_evidence *e,
                       const struct xl_trap *trap);

/* Compares with what executed on the CPU without the ISA. It must be other code, or trap. Sets
 * `control`, or the defect. */
void xl_evidence_compare(const struct xl_evidence_options *o, struct xl_evidence *e,
                         const struct xl_evidence *control);

/* Whether some function has, or executed, instructions that only the row's ISA has. */
bool xl_evidence_has_own(const struct xl_evidence *e);

/* Files with their functions. The caller puts it. */
struct json_object *xl_evidence_json(const struct xl_evidence *e);

/* Writes the lines of source files below the directory that have code in the files of the evidence.
 * Each is a line "NUMBER 0" or "NUMBER 1" (executed) below the line "F PATH" of its file. Files
 * without debug information have none. Returns 0, or -1 with err. */
int xl_suite_lines_write(const struct xl_evidence *e, const char *dir, const char *file,
                         struct xl_error *err);

void xl_evidence_free(struct xl_evidence *e);

#endif
