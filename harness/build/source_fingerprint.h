/* Whether a build is of the sources that are there now, without asking CMake and Ninja.
 * SPDX-License-Identifier: MIT
 *
 * cross-build.sh writes FOLDER/made-of-ISA, of every file that could change an agent of this
 * repository's kernels, taken before it began: a line with the digest of all and the names of the
 * kernels, where it is of a few; one with the digest of all but the kernels' own files; and for
 * each of these its digest and its name. What is compiled from files elsewhere is never known to be
 * up to date.
 */
#ifndef XL_HARNESS_BUILD_SOURCE_FINGERPRINT_H
#define XL_HARNESS_BUILD_SOURCE_FINGERPRINT_H

#include "build/build.h"

/* Reads all of these files. Before any thread: cross-build.sh is told by the environment. */
void xl_source_fingerprint_begin(const struct xl_build_kernels *kernels);

/* Whether the agent was made of these, with these kernels, and nothing that it needs to run is
 * missing. */
bool xl_source_fingerprint_matches(const struct xl_build *b,
                                   const struct xl_build_kernels *kernels);

/* Whether it was, with all kernels, but for changes in files of kernels that no other file
 * includes. Their names are in *changed, each between newlines, which the caller frees, whatever
 * the result; no file may have come or gone. */
bool xl_source_fingerprint_changed_kernels(const struct xl_build *b, char **changed);

#endif
