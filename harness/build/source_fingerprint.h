/* Fingerprints of the sources: whether a build is up to date, without CMake and Ninja.
 * SPDX-License-Identifier: MIT
 *
 * cross-build.sh writes FOLDER/made-of-ISA from fingerprints taken before the build:
 *
 *   ALL NAMES      digest of all files that can change an agent; NAMES if it has a few kernels only
 *   REST           digest of all files but the kernels' files
 *   DIGEST NAME    one line for each kernel's file
 *
 * Builds of kernels outside this repository are never known to be up to date.
 */
#ifndef XL_HARNESS_BUILD_SOURCE_FINGERPRINT_H
#define XL_HARNESS_BUILD_SOURCE_FINGERPRINT_H

#include <stdbool.h>

/* Reads all files, unless the kernels are outside this repository. Call it before any thread
 * starts.
 */
void xl_source_fingerprint_begin(bool external);

/* The digest of all files, and the other lines of made-of-ISA; "" if unknown. */
const char *xl_source_fingerprint(void);
const char *xl_source_fingerprint_by_file(void);

/* Whether the agent of a build's folder and ISA was built from the current files, with these
 * kernels
 * ("": all), and has all that it needs to run. */
bool xl_source_fingerprint_matches(const char *folder, const char *isa, const char *only);

/* Whether the agent was built with all kernels, and only kernels' files that no other file includes
 * have changed since; no file was added or removed. *changed becomes their names, each between
 * newlines. The caller frees it, whatever the result. */
bool xl_source_fingerprint_changed_kernels(const char *folder, const char *isa, char **changed);

#endif
