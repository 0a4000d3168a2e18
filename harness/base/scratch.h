/* Directories that go with the process that made them, even if it is killed: then the next one
 * removes them.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BASE_SCRATCH_H
#define XL_HARNESS_BASE_SCRATCH_H

#include <limits.h>

/* Makes PLACE/PREFIX-XXXXXX, and removes those of the prefix that belong to no process any more.
 * path: what it made. Returns a descriptor that holds it, which the caller gives to xl_scratch_end;
 * or -1 with errno. */
int xl_scratch_begin(const char *place, const char *prefix, char path[PATH_MAX]);

/* Where temporary files are: TMPDIR, or /tmp. */
const char *xl_temporary_folder(void);

/* Removes it. */
void xl_scratch_end(int held, const char *path);

/* Removes a directory with all that is in it, also what its owner may not enter. */
void xl_remove_tree(const char *path);

#endif
