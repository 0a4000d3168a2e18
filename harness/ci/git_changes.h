/* What git says has changed: files of the work tree against a commit.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CI_GIT_CHANGES_H
#define XL_HARNESS_CI_GIT_CHANGES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/* Paths below the repository's root, sorted, each once. */
struct xl_changes {
    char *text;
    const char **files;
    size_t count;
};

/* The commit in which `base` and HEAD part, or base itself where they have none; as 40 hex digits.
 * 0, or -1 with err: there is no such commit, or no git. */
int xl_changes_base(const char *base, char commit[64], struct xl_error *err);

/* The files that differ between a commit and the work tree: edited, added, removed, and those that
 * git does not know and does not ignore. `extra`, which may be NULL, is added: lines. 0, or -1 with
 * err; on success the caller gives *out to xl_changes_free. */
int xl_changes_since(const char *commit, const char *extra, struct xl_changes *out,
                     struct xl_error *err);

bool xl_changes_has(const struct xl_changes *changes, const char *file);

/* A file as it was in a commit; NULL with err if it was not there. The caller frees it. */
char *xl_changes_old_text(const char *commit, const char *file, struct xl_error *err);

void xl_changes_free(struct xl_changes *changes);

#endif
