/* Waits for an edit: what --watch does between two runs.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CLI_WATCH_H
#define XL_HARNESS_CLI_WATCH_H

#include <stdint.h>

/* The state of all files below the directories, up to a NULL: names, sizes and times of change. A
 * directory that is missing, or that disappears meanwhile, is a state too. */
uint64_t xl_watch_state(const char *const *folders);

/* Waits until the state is another than `was`, and then until it stays the same for a moment,
 * because editors write in steps. Returns 0, or -1 if a signal ends the wait. */
int xl_watch_wait(const char *const *folders, uint64_t was);

#endif
