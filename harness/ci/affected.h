/* The rows and kernels that a change can affect.
 * SPDX-License-Identifier: MIT
 *
 * The class of a file decides. A kernel: that kernel on all rows. Other compiled files: the objects
 * that the builds' dependency lists name. A toolchain file: its builds. matrix.yml: the rows that
 * it changes. Documents, tests, reports and plans: no row. Other files, and files in no list:
 * everything.
 *
 * In a repository of a library (--kernels): a kernel's file, its kernels. Documents: no row. All
 * else: everything.
 */
#ifndef XL_HARNESS_CI_AFFECTED_H
#define XL_HARNESS_CI_AFFECTED_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "matrix/rows.h"

/* Of more kernels than this, all kernels are run. */
enum { XL_ALL_KERNELS_FROM = 30 };

/* The files that differ between the work tree and a commit, according to git. `repository` is the
 * top of a work tree. */

/* Paths below the repository's root, sorted, without duplicates. */
struct xl_changes {
    char *text;
    const char **files;
    size_t count;
};

/* The merge base of `base` and HEAD, or `base` itself if there is none; as 40 hex digits. Returns
 * 0; or -1 with err if there is no such commit, or no git. */
int xl_changes_base(const char *repository, const char *base, char commit[64],
                    struct xl_error *err);

/* The top of the work tree that has this directory, and the directory below it: "" or
 * "tests/simd/". The caller frees both. Returns 0, or -1 with err: it is in no work tree of git. */
int xl_changes_repository(const char *directory, char **repository, char **below,
                          struct xl_error *err);

/* Whether another tracked file includes a file of this name. */
bool xl_changes_includes(const char *repository, const char *name);

/* The files that differ between a commit and the work tree: edited, added, removed, and untracked
 * ones that are not ignored. Adds the lines of `extra`, which may be NULL. Returns 0, and the
 * caller gives *out to xl_changes_free; or -1 with err. */
int xl_changes_since(const char *repository, const char *commit, const char *extra,
                     struct xl_changes *out, struct xl_error *err);

bool xl_changes_has(const struct xl_changes *changes, const char *file);

/* A file's content in a commit; NULL with err if it did not exist. The caller frees it. */
char *xl_changes_old_text(const char *repository, const char *commit, const char *file,
                          struct xl_error *err);

void xl_changes_free(struct xl_changes *changes);

/* The rows and kernels that changed files can affect, and the reason for each file. */

struct xl_changed_file {
    const char *file; /* of changes */
    char reason[160];
    size_t rows; /* that it can affect */
};

/* The kernels that rows can run. */
struct xl_affected_kernels {
    const char *const *names;
    size_t count;
    const char *dir;          /* of a library's, absolute; NULL: this repository's */
    const char *const *files; /* of a library's: each one's file, without directory and extension */
};

struct xl_affected {
    const struct xl_row_list *list;
    const char *const *kernels;
    size_t kernel_count;
    bool *cells; /* of row r and kernel k at r * kernel_count + k; without shared code */
    bool has_base;
    bool is_shared; /* code that all rows share has changed: everything is affected */
    char commit[64];
    struct xl_changes changes;
    struct xl_changed_file *files; /* one for each of changes */
};

/* What the files that differ from the revision `base` can affect; base NULL: nothing. The list and
 * the kernels must outlive *out. Returns 0, or -1 with err. The caller gives *out to
 * xl_affected_free, whatever the result. */
int xl_affected_find(const char *base, const struct xl_row_list *list,
                     const struct xl_affected_kernels *kernels, struct xl_affected *out,
                     struct xl_error *err);

/* Adds the rows of a label: ciflow/ARCH of an architecture, ciflow/TIER of a tier. Ignores labels
 * that do not start with ciflow/. Returns 0, or -1 with err if the label is unknown. */
int xl_affected_label(struct xl_affected *affected, const char *label, struct xl_error *err);

/* How many kernels of a row are affected. */
size_t xl_affected_count(const struct xl_affected *affected, size_t row);

bool xl_affected_has(const struct xl_affected *affected, size_t row, size_t kernel);

/* Whether a file has changed that the test `fresh` tries, as far as other tests do not. */
bool xl_affected_fresh(const struct xl_affected *affected);

/* Whether the tests of the vocabulary may have other results: without a change that is known, they
 * may. */
bool xl_affected_vocabulary(const struct xl_affected *affected);

void xl_affected_free(struct xl_affected *affected);

/* The dependency lists of builds: which files each object was made from.
 *
 * harness/build/dependencies.sh writes the list of an agent after each build, from the dependencies
 * that the compiler reported to Ninja. A list is of the commit that it names. If a file of an
 * object has changed since, the object is stale: it may have other dependencies now. If the rules
 * of compilation have changed, the whole list is stale. */

struct xl_object {
    const char *kernel; /* NULL: every kernel */
    const unsigned *files;
    size_t count; /* of files; 0: they are unknown */
};

struct xl_dependencies {
    char commit[64];
    char *text;
    const char **files;
    bool *stale; /* for each file: it has changed since */
    size_t file_count;
    struct xl_object *objects;
    size_t object_count;
    unsigned *indices;
};

/* The changes since the commit of the list that was read last. Most lists share a commit. Starts as
 * zeros. */
struct xl_dependency_source {
    char commit[64];
    char *dirty;
    struct xl_changes changes;
};

/* Reads the list of a build's agent for an ISA, in build/BUILD; isa NULL: of the host's module.
 * Returns 0, or -1 if there is no usable one. */
int xl_dependencies_read(const char *build, const char *isa, struct xl_dependency_source *source,
                         struct xl_dependencies *record);

void xl_dependency_source_free(struct xl_dependency_source *source);

/* The number of a file in a list, or -1. */
long xl_dependencies_find(const struct xl_dependencies *record, const char *file);

/* Whether the object is made from this file, or may be because its files are unknown or stale. */
bool xl_object_has(const struct xl_dependencies *record, const struct xl_object *object, long file);

void xl_dependencies_free(struct xl_dependencies *record);

/* Whether tests/tests.cmake differs from a commit's only in lines that declare tests: the flags of
 * the host tool are as they were. */
bool xl_only_tests_declared(const char *commit);

#endif
