/* Digests of 128 bits (XXH3 of the xxHash library) and hashes of 64 bits (FNV-1a).
 * SPDX-License-Identifier: MIT
 *
 * They compare contents that this machine made. They do not protect against attackers.
 */
#ifndef XL_HARNESS_BASE_DIGEST_H
#define XL_HARNESS_BASE_DIGEST_H

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

/* Of a file's bytes. Returns 0; or -1 with errno, and all zeros as the digest. */
int xl_digest_file(const char *path, struct xl_digest *digest);

void xl_digest_write(struct xl_digest digest, char text[XL_DIGEST_TEXT]);

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
