/* Locks of files, by which processes take turns.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BASE_LOCK_H
#define XL_HARNESS_BASE_LOCK_H

#include <stdbool.h>

/* Waits for the lock of an open file, as flock has it, until it is had or the run is ended. From
 * the first second on it says for whom, as progress of the step. Returns 0; or -1 with errno:
 * ECANCELED where the run was ended. */
int xl_lock(int file, bool shared, const char *step);

#endif
