/* What a program's link statement and objects say, before fingerprints are made of it.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BUILD_LINK_READING_H
#define XL_HARNESS_BUILD_LINK_READING_H

#include "base/text.h"
#include "build/fingerprint.h"

/* A name that a kernel's object defines or refers to. */
struct xl_link_symbol {
    uint64_t name; /* half a digest of it */
    size_t object;
};

struct xl_link_symbols {
    struct xl_link_symbol *at;
    size_t count, room;
};

/* The reading of one program. */
struct xl_link_reading {
    const char *directory;
    char prefix[128];    /* of its kernels' objects */
    const char *changed; /* files, as xl_link_fingerprint_read has them */
    struct xl_link_fingerprint *linked;
    struct xl_link_symbols defined, undefined; /* in the end, defined is sorted by name */
    struct xl_error *err;
    struct xl_text read; /* a line for each file that was read: its digest and its path */
};

/* Digests a file and notes that it was read. Returns 0; or -1 with errno. */
int xl_link_reading_digest(struct xl_link_reading *r, const char *path, struct xl_digest *digest);

/* Adds a kernel's file, by the path of its source or its object. */
struct xl_link_fingerprint_kernel *xl_link_reading_add(struct xl_link_reading *r, const char *path,
                                                       struct xl_digest digest);

/* The file read-TARGET saves reading objects again. Behind its head are the lines of `read`, an
 * empty line, and what linked-TARGET has below. */

/* Loads it. False: there is none, it is of another tool, or a file that was read has changed. */
bool xl_link_reading_recall(struct xl_link_reading *r, const char *target);

/* Writes it. Without it, the next run reads the objects. */
void xl_link_reading_remember(const struct xl_link_reading *r, const char *target);

/* Of a build that came from the remote cache, the file linked-TARGET has it:
 *
 *   crosslane-linked 1 DIGEST      of the program
 *   rest DIGEST
 *   code DIGEST NAME               each kernel's file, with its index from 0 on
 *   defined NAME INDEX             a digest of a name, and the file that defines it
 *   undefined NAME INDEX           ... or refers to it; only if another file defines it */

/* Loads the file. False: there is none, or it is of another program. */
bool xl_link_reading_load(struct xl_link_reading *r, const char *target);

/* Loads its content, which it changes. False: it is damaged, and something may be loaded. */
bool xl_link_reading_parse(struct xl_link_reading *r, char *text);

/* Whether its content is of the program with this digest. */
bool xl_link_reading_is_of(const char *text, size_t size, const char *digest);

/* The content of the file. NULL: the program cannot be read. The caller frees it. */
char *xl_link_reading_text(const struct xl_link_reading *r, const char *target, size_t *size);

#endif
