/* Keeps a command from harming the machine: namespaces, mounts, limits.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_SUITE_CONFINE_H
#define XL_HARNESS_SUITE_CONFINE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* This process's user, and where it is. */
struct xl_namespaces {
    uid_t user;
    gid_t group;
    int proc;                  /* /proc as it was before anything was mounted; or -1 */
    bool has_user, has_mounts; /* which namespaces it has of its own */
};

/* Enters a mount namespace; and a user namespace if that is allowed, in which this process is root.
 * Without one, root enters the mount namespace alone. flags: further namespaces of unshare(2). The
 * process has one thread. Returns NULL; or the failed step, with errno. Then has_mounts may be set:
 * only the user namespace failed. */
const char *xl_namespaces_enter(struct xl_namespaces *n, int flags);

/* Gives up all rights over the mounts, for good, and is the first user again. Returns likewise. */
const char *xl_namespaces_leave_root(struct xl_namespaces *n);

/* Below the scratch directory: a directory that the command may write to. */
#define XL_CONFINED_WRITABLE "writable"

struct xl_confined {
    const char *build;   /* a directory; what is written there goes to the scratch directory */
    const char *scratch; /* a directory that stays; not below the build; has XL_CONFINED_WRITABLE */
    /* A directory SYSROOT/usr/lib/TRIPLE, whose files come before those of /usr/lib/TRIPLE; NULL:
     * none. */
    const char *libraries;
    const char *source; /* a directory that the command reads */
    bool has_network;   /* else it has the loopback device only */
};

/* In a mount namespace of its own, and a network namespace without c->has_network: all files become
 * read-only but SCRATCH/writable, the build, /tmp and /dev/shm. Changes of the last three are in
 * SCRATCH/build, SCRATCH/tmp and memory only; the command cannot reach these. /run is empty; so is
 * /tmp if it cannot be copied.
 * Returns NULL; or the failed step, with errno. */
const char *xl_confine(const struct xl_confined *c);

/* The same for this process, which has one thread, and all that it starts, for good: in namespaces
 * of its own, without rights over them. Returns likewise. */
const char *xl_confine_self(const struct xl_confined *c);

/* Waits for a process, and stops it with all that it started: after so many seconds, if it started
 * too many processes, or if too little disk is free at the directory `where` (NULL: unknown).
 * Returns its wait status. why: "": it ended by itself. */
int xl_wait_with_limits(pid_t pid, unsigned seconds, const char *where, char *why, size_t size);

#endif
