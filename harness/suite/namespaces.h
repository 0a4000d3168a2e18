/* Namespaces of a process and all that it starts.
 * SPDX-License-Identifier: MIT
 *
 * The first user namespace has the rights to mount, and a second one below it has none over those
 * mounts: user_namespaces(7).
 */
#ifndef XL_HARNESS_SUITE_NAMESPACES_H
#define XL_HARNESS_SUITE_NAMESPACES_H

#include <stdbool.h>
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

#endif
