/* Keeps a command's changes of files to itself.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_SUITE_CONFINE_H
#define XL_HARNESS_SUITE_CONFINE_H

#include <stdbool.h>

struct xl_confined {
    const char *build;   /* a directory; what is written there goes to the scratch directory */
    const char *scratch; /* a directory that stays; not below /tmp or the build */
    /* A directory SYSROOT/usr/lib/TRIPLE, whose files come before those of /usr/lib/TRIPLE; NULL:
     * none. */
    const char *libraries;
};

/* In a mount namespace of its own: all files become read-only but the scratch directory, the build,
 * /tmp and /dev/shm. Changes of the last three are in scratch/build, scratch/tmp and memory only.
 * Starts the loopback device, which a new network namespace has not. Returns NULL; or the failed
 * step, with errno. */
const char *xl_confine(const struct xl_confined *c);

/* The same for this process, which has one thread, and all that it starts, for good: in namespaces
 * of its own. Returns likewise. */
const char *xl_confine_self(const struct xl_confined *c, bool has_network);

#endif
