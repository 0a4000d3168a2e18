/* Keeps a command's changes of files to itself.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_SUITE_CONFINE_H
#define XL_HARNESS_SUITE_CONFINE_H

#include <stdbool.h>

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

#endif
