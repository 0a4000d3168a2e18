/* Waits for an edit: what --watch does between two runs.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CLI_WATCH_H
#define XL_HARNESS_CLI_WATCH_H

#include <stddef.h>
#include <stdint.h>

/* What a run depends on: files, and directories with all below them. */
struct xl_watched {
    char **at;
    size_t count, room;
};

/* The directory of kernels, or Crosslane's own kernels and arch/ (NULL); and what the last build
 * took of the directory's crosslane.yml. The caller frees it by xl_watched_free. */
struct xl_watched xl_watched_of(const char *kernels_dir);
void xl_watched_free(struct xl_watched *w);

/* The state of all files: names, sizes and times of change. What is missing, or disappears
 * meanwhile, is a state too. */
uint64_t xl_watched_state(const struct xl_watched *w);

/* Waits until the state is another than `was`, and then until it stays the same for a moment,
 * because editors write in steps. Returns 0, or -1 if a signal ends the wait. */
int xl_watched_wait(const struct xl_watched *w, uint64_t was);

#endif
