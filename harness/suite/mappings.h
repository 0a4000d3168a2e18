/* Which files programs under the emulator map where, and whether they end with their logs open.
 * SPDX-License-Identifier: MIT
 *
 * Linux asks before a program maps a file, ends, or signals (seccomp_unotify(2)). All other system
 * calls cost nothing, whereas `strace` in QEMU_LOG writes two lines for each.
 */
#ifndef XL_HARNESS_SUITE_MAPPINGS_H
#define XL_HARNESS_SUITE_MAPPINGS_H

#include <stdbool.h>

struct xl_follower;

/* The file in the directory of logs that says that programs are followed. */
#define XL_FOLLOWED "followed"

/* Whether Linux allows it here. If not, the logs have `strace`, and are some hundred times larger
 * for programs that read and write much. */
bool xl_follow_is_allowed(void);

/* Makes a pair of sockets for the two functions below: the command's, and the follower's. Without
 * one, if this process may open few files only, both are -1. */
void xl_follow_pair(int ends[2]);

/* In the process that becomes the command: has Linux ask the follower, for it and all that it
 * starts, for good. Does nothing if there is no follower, or if Linux does not allow it. logs: the
 * directory of logs, which then has XL_FOLLOWED. */
void xl_follow_begin(int end, const char *logs);

/* Whom to follow. Of a program whose log is LOGS/NUMBER.log, LOGS/NUMBER.maps gets a line for each
 * part of a file that it maps, "FROM TO OFFSET PATH" as in /proc/PID/maps; and at its end "exit",
 * or, if its log is not open any more, "closed". */
struct xl_followed {
    const char *logs;
    const char *emulators[2]; /* paths of files whose mappings are no program's */
};

/* Starts a thread that answers. NULL: there is none. Takes `end`. */
struct xl_follower *xl_follow(int end, const struct xl_followed *followed);

/* The command has ended. Waits until no process is left that asks. Returns 0, or -1 if something
 * could not be written. f: may be NULL. */
int xl_follow_end(struct xl_follower *f);

#endif
