/* What marks the rows and kernels that a changed file can affect. Internal to plan/.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CI_MARKS_H
#define XL_HARNESS_CI_MARKS_H

#include "ci/affected_set.h"
#include "ci/dependencies.h"

/* A kernel, to be found by its name. */
struct xl_kernel_name {
    const char *text;
    size_t kernel;
};

/* The agent of a build for an ISA. */
struct xl_program {
    const struct xl_build_spec *build;
    const struct xl_isa *isa;
    struct xl_dependencies record; /* no object: there is none */
};

/* What is read once for all files. */
struct xl_marks {
    struct xl_affected *out;
    struct xl_dependencies host; /* the host's module of references; no object: there is none */
    struct xl_program *agents;   /* that the list's rows run */
    size_t agent_count;
    bool *unknown;                /* cells that a record of their agent, or of the host, lacks */
    struct xl_kernel_name *names; /* of kernels, sorted */
    struct xl_changed_file *file; /* that is being placed */
};

/* Reads all records. 0, or -1 without memory; xl_marks_end frees it, whatever the
 * result. */
int xl_marks_begin(struct xl_marks *s, struct xl_affected *out);
void xl_marks_end(struct xl_marks *s);

/* The kernel of this name, or -1. */
long xl_find_kernel(const struct xl_marks *s, const char *text);

void xl_mark(const struct xl_marks *s, size_t row, size_t kernel);

/* Marks all kernels of the rows that agree with what is not NULL. */
void xl_mark_rows(const struct xl_marks *s, const char *arch, const char *compiler);

/* Marks all kernels of the rows that an agent runs. */
void xl_mark_program(const struct xl_marks *s, const struct xl_program *agent);

/* Marks a kernel of all rows; none for -1. */
void xl_mark_kernel(const struct xl_marks *s, long kernel);

/* Marks what the host's record says is made from the file, and objects of unknown or stale files,
 * which may be. Whether the record knows the file. */
bool xl_mark_by_host(const struct xl_marks *s);

/* The same of an agent's record. */
bool xl_mark_by_program(const struct xl_marks *s, const struct xl_program *agent);

/* Marks what is newer than the records: nobody knows what it is made from. */
void xl_mark_unknown(const struct xl_marks *s);

/* Marks what the file s->file can affect, and says why. */
void xl_mark_file(struct xl_marks *s);

/* Whether the file is of a kind that rows can depend on. */
bool xl_file_affects_rows(const char *file);

#endif
