/* Digests of 128 bits (XXH3 of the xxHash library) and hashes of 64 bits (FNV-1a); cached files.
 * SPDX-License-Identifier: MIT
 *
 * They compare contents that this machine made. They do not protect against attackers.
 */
#ifndef XL_HARNESS_BASE_DIGEST_H
#define XL_HARNESS_BASE_DIGEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct xl_digest {
    uint64_t high, low;
};

enum { XL_DIGEST_TEXT = 33 }; /* hexadecimal digits and the NUL */

struct xl_digest xl_digest(const void *data, size_t size);

struct xl_digest xl_digest_text(const char *text);

/* A digest of two, whose order matters. */
struct xl_digest xl_digest_combine(struct xl_digest a, struct xl_digest b);

/* Of a file's bytes. Returns 0; or -1 with errno, and all zeros as the digest. If the index has
 * begun, files that it has are not read. */
int xl_digest_file(const char *path, struct xl_digest *digest);

void xl_digest_write(struct xl_digest digest, char text[XL_DIGEST_TEXT]);

/* Cached files: a line "KIND KEY DIGEST", and the content that the digest is of.
 *
 * KIND is a name and the version of the format. KEY has no newline; "": there is none. A file that
 * is damaged, or of another kind or key, counts as missing. */

/* The content of a cached file, with a NUL behind it. NULL: it is missing. The caller frees it. */
char *xl_cached_read(const char *file, const char *kind, const char *key, size_t *size);

/* Replaces a cached file. Returns 0; or -1 with errno: it is as it was. */
int xl_cached_write(const char *file, const char *kind, const char *key, const void *content,
                    size_t size);

/* All that a cached file of this content has. The caller frees it. */
char *xl_cached_text(const char *kind, const char *key, const char *content, size_t *size);

/* What follows the head of such a text, up to its end; NULL: it is no such text. */
char *xl_cached_content(char *text, size_t size, const char *kind, const char *key);

/* The index of digests, for one process at a time: base/digest.c says what it trusts. */

/* Reads the index; a damaged one is empty. */
void xl_digest_index_begin(const char *file);

/* Writes it if it has new entries. Returns how many files were not read. */
size_t xl_digest_index_end(void);

/* For tests: the seconds since 1970. NULL: the system's. */
void xl_digest_index_set_clock(int64_t (*clock_s)(void));

/* FNV-1a, 64 bits. The constants are its authors': http://www.isthe.com/chongo/tech/comp/fnv/ */
static inline uint64_t xl_hash(const void *data, size_t size)
{
    const unsigned char *bytes = data;
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < size; i++)
        h = (h ^ bytes[i]) * UINT64_C(0x100000001b3);
    return h;
}

#endif
