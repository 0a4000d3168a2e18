/* Marks the rows and kernels that a changed file can affect. Internal to ci/.
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
    struct xl_dependencies record; /* no object: it does not exist */
};

/* What is read once for all files. */
struct xl_marks {
    struct xl_affected *out;
    struct xl_dependencies host; /* of the host's module; no object: it does not exist */
    struct xl_program *agents;   /* of the list's rows */
    size_t agent_count;
    bool *unknown; /* cells that are missing in a list of their agent or of the host */
    struct xl_kernel_name *names; /* of kernels, sorted */
    struct xl_changed_file *file; /* being classified */
};

/* Reads all dependency lists. The caller gives *s to xl_marks_end. */
void xl_marks_begin(struct xl_marks *s, struct xl_affected *out);
void xl_marks_end(struct xl_marks *s);

/* The kernel of this name, or -1. */
long xl_find_kernel(const struct xl_marks *s, const char *text);

void xl_mark(const struct xl_marks *s, size_t row, size_t kernel);

/* Marks all kernels of the rows of this architecture and compiler; NULL: of any. */
void xl_mark_rows(const struct xl_marks *s, const char *arch, const char *compiler);

/* Marks all kernels of the rows that an agent runs. */
void xl_mark_program(const struct xl_marks *s, const struct xl_program *agent);

/* Marks a kernel on all rows; -1: nothing. */
void xl_mark_kernel(const struct xl_marks *s, long kernel);

/* Marks the host's objects that are made from the file, and those that may be, because their files
 * are unknown or stale. Returns whether the list has the file. */
bool xl_mark_by_host(const struct xl_marks *s);

/* The same for an agent's list. */
bool xl_mark_by_program(const struct xl_marks *s, const struct xl_program *agent);

/* Marks what is newer than the lists: its files are unknown. */
void xl_mark_unknown(const struct xl_marks *s);

/* Marks what s->file can affect, and sets its reason. */
void xl_mark_file(struct xl_marks *s);

/* Whether rows can depend on a file of this class. */
bool xl_file_affects_rows(const char *file);

#endif
