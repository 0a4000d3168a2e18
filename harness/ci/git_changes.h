/* The files that differ between the work tree and a commit, according to git.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CI_GIT_CHANGES_H
#define XL_HARNESS_CI_GIT_CHANGES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/* Paths below the repository's root, sorted, without duplicates. */
struct xl_changes {
    char *text;
    const char **files;
    size_t count;
};

/* The merge base of `base` and HEAD, or `base` itself if there is none; as 40 hex digits. Returns
 * 0; or -1 with err if there is no such commit, or no git. */
int xl_changes_base(const char *base, char commit[64], struct xl_error *err);

/* The files that differ between a commit and the work tree: edited, added, removed, and untracked
 * ones that are not ignored. Adds the lines of `extra`, which may be NULL. Returns 0, and the
 * caller gives *out to xl_changes_free; or -1 with err. */
int xl_changes_since(const char *commit, const char *extra, struct xl_changes *out,
                     struct xl_error *err);

bool xl_changes_has(const struct xl_changes *changes, const char *file);

/* A file's content in a commit; NULL with err if it did not exist. The caller frees it. */
char *xl_changes_old_text(const char *commit, const char *file, struct xl_error *err);

void xl_changes_free(struct xl_changes *changes);

#endif
