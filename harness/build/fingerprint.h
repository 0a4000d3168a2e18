/* Fingerprints of what a program was linked from: each kernel's code with all that it calls, and
 * the rest.
 * SPDX-License-Identifier: MIT
 *
 * They are of the link statement in build.ninja and its object files. In a linked program all
 * addresses change if one kernel changes; an object does not change.
 */
#ifndef XL_HARNESS_BUILD_FINGERPRINT_H
#define XL_HARNESS_BUILD_FINGERPRINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/digest.h"
#include "base/error.h"

struct xl_link_fingerprint_kernel {
    char *name; /* of its file */
    /* Of its object (in a unit: of its text and its sections), and of the kernels it refers to. */
    struct xl_digest code;
    uint64_t names; /* a digest of the global names that it defines */
};

struct xl_link_fingerprint {
    struct xl_link_fingerprint_kernel *kernels; /* one for each file of kernels, sorted by name */
    size_t count;
    char *files;           /* as of oracle/module.h; NULL: no kernel has a file of its own */
    struct xl_digest all;  /* of all kernels' objects */
    struct xl_digest rest; /* of the statement and all inputs that are no kernel's */
};

/* Reads how `target` of a build's directory was linked. Its kernels' objects are those of the
 * target `objects`. changed: names of kernels' files, each between newlines, that have changed
 * since the link; they, and kernels that refer to them, get digests that no cached result has.
 * NULL: none. Returns 0; or -1 with err if an object is missing, or if a library is linked by its
 * name (-lfoo), so that its file is unknown. The caller gives *out to xl_link_fingerprint_free,
 * whatever the result. */
int xl_link_fingerprint_read(const char *directory, const char *target, const char *objects,
                             const char *changed, struct xl_link_fingerprint *out,
                             struct xl_error *err);

/* The digest of a kernel; NULL if it is not linked. If no kernel has a file of its own, as SLEEF's,
 * all objects belong to each kernel. */
const struct xl_digest *xl_link_fingerprint_kernel(const struct xl_link_fingerprint *linked,
                                                   const char *name);

/* Whether each kernel of `part` defines the same global names as in `whole`, or none. */
bool xl_link_fingerprint_same_names(const struct xl_link_fingerprint *part,
                                    const struct xl_link_fingerprint *whole);

void xl_link_fingerprint_free(struct xl_link_fingerprint *linked);

/* What the remote cache keeps of an agent's objects: the content of the file linked-agent-ISA, from
 * which xl_link_fingerprint_read reads the same, without objects. NULL: it cannot be read. The
 * caller frees it. */
char *xl_link_fingerprint_text(const char *directory, const char *isa, size_t *size);

/* Digests of the sections of each kernel in an object that several kernels share. Each record and
 * each function has its own section. */

struct xl_sections;

/* NULL if the object cannot be read. The caller gives it to xl_sections_free. */
struct xl_sections *xl_sections_read(const char *path);

/* Gets each name that a kernel's sections define, or need from another object. Returns 0, or -1. */
typedef int xl_symbol_callback(void *context, const char *name, bool is_defined);

/* A digest of the code and data that the records of a file's kernels lead to, without debug
 * information. names, file: as in oracle/module.h. Kernels may share sections. Returns 0, or -1. */
int xl_sections_of(struct xl_sections *s, const char *names, const char *file,
                   struct xl_digest *digest, xl_symbol_callback *note, void *context);

/* A digest of the loaded sections that no kernel so far has reached. They belong to all kernels. */
int xl_sections_rest(struct xl_sections *s, struct xl_digest *digest, xl_symbol_callback *note,
                     void *context);

void xl_sections_free(struct xl_sections *s);

/* Fingerprints of the sources: whether a build is up to date, without CMake and Ninja.
 *
 * cross-build.sh writes DIRECTORY/made-of-ISA from fingerprints taken before the build:
 *
 *   ALL NAMES      digest of all files that can change an agent; NAMES if it has a few kernels only
 *   REST           digest of all files but the kernels' files
 *   DIGEST NAME    one line for each kernel's file
 *
 * Builds of kernels outside this repository are never known to be up to date. */

/* Reads all files, unless the kernels are outside this repository. Call it before any thread
 * starts.
 */
void xl_source_fingerprint_begin(bool external);

/* The digest of all files, and the other lines of made-of-ISA; "" if unknown. */
const char *xl_source_fingerprint(void);
const char *xl_source_fingerprint_by_file(void);

/* The digest of all files but the kernels'; "" if unknown, or if a file includes one of them. */
const char *xl_source_fingerprint_rest(void);

/* Whether a made-of-ISA, of all kernels, has this fingerprint. */
bool xl_source_fingerprint_is_of(const char *made_of, const char *of);

/* Whether the agent of a build's directory and ISA was built from the current files, with these
 * kernels
 * ("": all), and has all that it needs to run. */
bool xl_source_fingerprint_matches(const char *directory, const char *isa, const char *only);

/* Whether the agent was built with all kernels, and only kernels' files that no other file includes
 * have changed since; no file was added or removed. *changed becomes their names, each between
 * newlines. The caller frees it, whatever the result. */
bool xl_source_fingerprint_changed_kernels(const char *directory, const char *isa, char **changed);

#endif
