/* The dependency lists of builds: which files each object was made from.
 * SPDX-License-Identifier: MIT
 *
 * harness/build/dependencies.sh writes the list of an agent after each build, from the dependencies
 * that the compiler reported to Ninja. A list is of the commit that it names. If a file of an
 * object has changed since, the object is stale: it may have other dependencies now. If the rules
 * of compilation have changed, the whole list is stale.
 */
#ifndef XL_HARNESS_CI_DEPENDENCIES_H
#define XL_HARNESS_CI_DEPENDENCIES_H

#include "ci/git_changes.h"

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

#endif
