/* Digests of 128 bits (XXH3 of the xxHash library).
 * SPDX-License-Identifier: MIT
 */
#include "base/digest.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

struct xl_digest xl_digest(const void *data, size_t size)
{
    const XXH128_hash_t h = XXH3_128bits(data, size);
    return (struct xl_digest){h.high64, h.low64};
}

struct xl_digest xl_digest_text(const char *text)
{
    return xl_digest(text, strlen(text));
}

struct xl_digest xl_digest_combine(struct xl_digest a, struct xl_digest b)
{
    const uint64_t words[] = {a.high, a.low, b.high, b.low};
    return xl_digest(words, sizeof words);
}

/* Up to this size a copy is cheaper than a mapping, which interrupts other threads. */
enum { XL_MAX_COPIED = 1 << 16 };

static int digest_copy(int fd, size_t size, struct xl_digest *digest)
{
    char bytes[XL_MAX_COPIED] = {0};
    size_t used = 0;
    while (used < size) {
        const ssize_t count = read(fd, bytes + used, size - used);
        if (count < 0 && errno != EINTR)
            return -1;
        if (count == 0)
            break;
        used += count < 0 ? 0 : (size_t)count;
    }
    *digest = xl_digest(bytes, used);
    return 0;
}

static int digest_mapped(int fd, size_t size, struct xl_digest *digest)
{
    void *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, fd, 0);
    if (bytes == MAP_FAILED)
        return -1;
    *digest = xl_digest(bytes, size);
    munmap(bytes, size);
    return 0;
}

static int digest_open(int fd, struct xl_digest *digest)
{
    struct stat s, after;
    if (fstat(fd, &s))
        return -1;
    if (!S_ISREG(s.st_mode)) {
        errno = EINVAL;
        return -1;
    }
    const size_t size = (size_t)s.st_size;
    if (size <= XL_MAX_COPIED ? digest_copy(fd, size, digest) : digest_mapped(fd, size, digest))
        return -1;
    if (fstat(fd, &after) == 0)
        xl_digest_index_add(&s, &after, *digest);
    return 0;
}

int xl_digest_file(const char *path, struct xl_digest *digest)
{
    *digest = (struct xl_digest){0, 0};
    if (xl_digest_index_find(path, digest))
        return 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    int failed = fd < 0 || digest_open(fd, digest);
    int why = errno;
    if (fd >= 0)
        close(fd);
    errno = why;
    return failed ? -1 : 0;
}

void xl_digest_write(struct xl_digest digest, char text[XL_DIGEST_TEXT])
{
    snprintf(text, XL_DIGEST_TEXT, "%016llx%016llx", (unsigned long long)digest.high,
             (unsigned long long)digest.low);
}
