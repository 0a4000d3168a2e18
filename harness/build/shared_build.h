/* Agents in the remote cache, so that not everybody compiles them.
 * SPDX-License-Identifier: MIT
 *
 * An agent's key is all that its compiler read: the fingerprint of the sources, with the flags that
 * they have, and the lists of packages of the sysroot and the tools. Only agents of all of
 * Crosslane's kernels are shared. Their objects are not: DIRECTORY/linked-agent-ISA has what the
 * keys of results need of them (build/fingerprint.h). Paths in it are those of this machine.
 */
#ifndef XL_HARNESS_BUILD_SHARED_BUILD_H
#define XL_HARNESS_BUILD_SHARED_BUILD_H

#include <stdbool.h>
#include <stddef.h>

#include "build/build.h"

/* Gets the agents of one directory, which is locked and whose paths are set. trees: of
 * xl_build_trees. Returns whether all are there now. */
bool xl_shared_build_fetch(const struct xl_build *builds, size_t count, const char *trees);

/* The same of agents that were built before only files of kernels changed. */
bool xl_shared_build_fetch_earlier(const struct xl_build *builds, size_t count, const char *trees);

/* Why the body of an entry is no agent of this ISA and these sources; NULL: it is one. A NUL is
 * behind the body. */
const char *xl_shared_build_check(const char *body, size_t size, const char *isa,
                                  const char *fingerprint);

/* Stores an agent that was built. Its directory is locked. */
void xl_shared_build_store(const struct xl_build *b);

#endif
