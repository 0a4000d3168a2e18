/* Which files each object of an agent was made from: the build's own records.
 * SPDX-License-Identifier: MIT
 *
 * harness/build/dependencies.sh writes a record of an agent once it is built, from the dependencies
 * that the compiler told Ninja. A record holds for the commit that it names; an object one of whose
 * files has changed since may have other dependencies by now, and is known to be stale; where what
 * says how objects are compiled has changed, so is the whole record.
 */
#ifndef XL_HARNESS_CI_DEPENDENCIES_H
#define XL_HARNESS_CI_DEPENDENCIES_H

#include "ci/git_changes.h"

struct xl_object {
    const char *kernel; /* NULL: of every kernel */
    const unsigned *files;
    size_t count; /* of files; 0 where they are not known */
};

struct xl_dependencies {
    char commit[64];
    char *text;
    const char **files;
    bool *stale; /* files that have changed since */
    size_t file_count;
    struct xl_object *objects;
    size_t object_count;
    unsigned *indices;
};

/* What has changed since the commit of the record that was read last: mostly the next one's too.
 * All zeros at first. */
struct xl_dependency_source {
    char commit[64];
    char *dirty;
    struct xl_changes changes;
};

/* Reads the record of a build's agent for an ISA, in build/<build>; isa NULL: of the host's module.
 * 0; or -1 if there is none that can be used. */
int xl_dependencies_read(const char *build, const char *isa, struct xl_dependency_source *source,
                         struct xl_dependencies *record);

void xl_dependency_source_free(struct xl_dependency_source *source);

/* The number of a file in a record, or -1. */
long xl_dependencies_find(const struct xl_dependencies *record, const char *file);

/* Whether the object is made from this file, or may be: its files are unknown, or one is stale. */
bool xl_object_has(const struct xl_dependencies *record, const struct xl_object *object, long file);

void xl_dependencies_free(struct xl_dependencies *record);

#endif
