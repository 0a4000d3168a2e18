/* Digests of 128 bits (XXH3 of the xxHash library), cached files that have one, and the index of
 * digests.
 * SPDX-License-Identifier: MIT
 */
#include "base/digest.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/file.h"
#include "base/memory.h"

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

void xl_digest_write(struct xl_digest digest, char text[XL_DIGEST_TEXT])
{
    snprintf(text, XL_DIGEST_TEXT, "%016llx%016llx", (unsigned long long)digest.high,
             (unsigned long long)digest.low);
}

/* Cached files. */

static char *head_of(const char *kind, const char *key, const void *content, size_t size)
{
    char digest[XL_DIGEST_TEXT];
    xl_digest_write(xl_digest(content, size), digest);
    return xl_format("%s%s%s %s\n", kind, *key ? " " : "", key, digest);
}

char *xl_cached_content(char *text, size_t size, const char *kind, const char *key)
{
    char *end = memchr(text, '\n', size);
    if (!end)
        return NULL;
    char *head = head_of(kind, key, end + 1, size - (size_t)(end + 1 - text));
    const size_t length = strlen(head);
    const bool is = length == (size_t)(end + 1 - text) && memcmp(text, head, length) == 0;
    free(head);
    return is ? end + 1 : NULL;
}

char *xl_cached_read(const char *file, const char *kind, const char *key, size_t *size)
{
    struct xl_error ignored;
    char *text = xl_file_read_large(file, SIZE_MAX / 2, size, &ignored),
         *content = text ? xl_cached_content(text, *size, kind, key) : NULL;
    if (content) {
        *size -= (size_t)(content - text);
        memmove(text, content, *size + 1);
        return text;
    }
    free(text);
    return NULL;
}

int xl_cached_write(const char *file, const char *kind, const char *key, const void *content,
                    size_t size)
{
    struct xl_atomic_file w;
    struct xl_error ignored;
    char *head = head_of(kind, key, content, size);
    xl_atomic_file_begin(&w, file);
    if (w.f) {
        fputs(head, w.f);
        /* The analyser takes the "" of callers without content for content of any size. */
        fwrite(content, 1, size, w.f); /* NOLINT(clang-analyzer-unix.StdCLibraryFunctions) */
    }
    free(head);
    return xl_atomic_file_end(&w, &ignored);
}

char *xl_cached_text(const char *kind, const char *key, const char *content, size_t *size)
{
    char *head = head_of(kind, key, content, strlen(content)),
         *text = xl_format("%s%s", head, content);
    free(head);
    *size = strlen(text);
    return text;
}

/* Digests of files by what the system says of them, so that unchanged files are not read again.
 *
 * A file is unchanged if its device, inode, size, and both of its times are. The change time cannot
 * be set, so it shows content that was replaced with the same size and modification time, by a
 * write or a rename. Three things can still hide a change, and none of them is trusted:
 *
 * - A file that changes twice within a tick of the clock has the same times. As Git's index, this
 *   one takes no file that changed shortly before it was read.
 * - A clock that was set back can give a time twice. If the index is from the future, it is empty.
 * - A file can change while it is read. It must be the same before and after. */

enum {
    RACY_S = 2,             /* the coarsest clock of a file system, FAT's */
    MOST_ENTRIES = 1 << 17, /* 10 MiB; then those that this run did not need are left out */
    FIRST_ROOM = 1 << 12
};

static const char index_kind[] = "crosslane-digests 2";

struct identity {
    uint64_t device, inode, size;
    int64_t modified_s, modified_ns, changed_s, changed_ns;
};

struct entry {
    struct identity of; /* inode 0: the place is free */
    struct xl_digest digest;
};

static struct {
    pthread_mutex_t lock;
    char *file; /* NULL: there is no index */
    struct entry *at;
    bool *is_used;
    size_t count, room; /* room: a power of two, more than count */
    size_t found;
    bool has_new;
    int64_t (*clock_s)(void);
} the_index = {.lock = PTHREAD_MUTEX_INITIALIZER};

static int64_t now_s(void)
{
    struct timespec t;
    if (the_index.clock_s)
        return the_index.clock_s();
    clock_gettime(CLOCK_REALTIME, &t);
    return t.tv_sec;
}

static struct identity identity_of(const struct stat *s)
{
    return (struct identity){(uint64_t)s->st_dev, (uint64_t)s->st_ino, (uint64_t)s->st_size,
                             s->st_mtim.tv_sec,   s->st_mtim.tv_nsec,  s->st_ctim.tv_sec,
                             s->st_ctim.tv_nsec};
}

static bool is_same(const struct identity *a, const struct identity *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

/* Where the entry of a file is, or would be. */
static size_t place_of(const struct entry *at, size_t room, const struct identity *of)
{
    const uint64_t name[] = {of->device, of->inode};
    size_t i = xl_digest(name, sizeof name).low & (room - 1);
    while (at[i].of.inode && (at[i].of.inode != of->inode || at[i].of.device != of->device))
        i = (i + 1) & (room - 1);
    return i;
}

static void make_room(void)
{
    const size_t room = the_index.room ? 2 * the_index.room : FIRST_ROOM;
    struct entry *at = xl_alloc(room, sizeof *at);
    bool *is_used = xl_alloc(room, sizeof *is_used);
    for (size_t i = 0; i < the_index.room; i++)
        if (the_index.at[i].of.inode) {
            const size_t to = place_of(at, room, &the_index.at[i].of);
            at[to] = the_index.at[i];
            is_used[to] = the_index.is_used[i];
        }
    free(the_index.at);
    free(the_index.is_used);
    the_index.at = at;
    the_index.is_used = is_used;
    the_index.room = room;
}

/* Replaces the entry of a file. */
static void put(const struct entry *entry, bool is_used)
{
    if (2 * (the_index.count + 1) > the_index.room)
        make_room();
    const size_t i = place_of(the_index.at, the_index.room, &entry->of);
    the_index.count += !the_index.at[i].of.inode;
    the_index.at[i] = *entry;
    the_index.is_used[i] = is_used;
}

/* The content: when it was written, which must not be in the future, and the entries. */
static void read_entries(const char *file)
{
    int64_t written_s;
    struct entry entry;
    size_t size;
    char *content = xl_cached_read(file, index_kind, "", &size);
    if (content && size >= sizeof written_s && (size - sizeof written_s) % sizeof entry == 0) {
        memcpy(&written_s, content, sizeof written_s);
        for (size_t at = sizeof written_s; at < size && written_s <= now_s(); at += sizeof entry) {
            memcpy(&entry, content + at, sizeof entry);
            put(&entry, false);
        }
    }
    free(content);
}

void xl_digest_index_begin(const char *file)
{
    pthread_mutex_lock(&the_index.lock);
    the_index.file = xl_copy_text(file);
    read_entries(file);
    pthread_mutex_unlock(&the_index.lock);
}

void xl_digest_index_set_clock(int64_t (*clock_s)(void))
{
    the_index.clock_s = clock_s;
}

static bool find_in_index(const char *path, struct xl_digest *digest)
{
    struct stat s;
    if (!the_index.file || stat(path, &s)) /* no thread runs when it begins and ends */
        return false;
    const struct identity of = identity_of(&s);
    pthread_mutex_lock(&the_index.lock);
    const size_t i = the_index.room ? place_of(the_index.at, the_index.room, &of) : 0;
    const bool is = the_index.room && is_same(&the_index.at[i].of, &of);
    if (is) {
        *digest = the_index.at[i].digest;
        the_index.is_used[i] = true;
        the_index.found++;
    }
    pthread_mutex_unlock(&the_index.lock);
    return is;
}

/* Some file systems keep no change time, so the modification time must be old, too. */
static bool is_racy(const struct identity *of, int64_t read_s)
{
    return of->changed_s + RACY_S >= read_s || of->modified_s + RACY_S >= read_s;
}

static void add_to_index(const struct stat *before, const struct stat *after,
                         struct xl_digest digest)
{
    const struct entry entry = {identity_of(before), digest};
    const struct identity is = identity_of(after);
    pthread_mutex_lock(&the_index.lock);
    if (the_index.file && entry.of.inode && is_same(&entry.of, &is) &&
        !is_racy(&entry.of, now_s())) {
        put(&entry, true);
        the_index.has_new = true;
    }
    pthread_mutex_unlock(&the_index.lock);
}

static void write_entries(const char *file)
{
    const bool all = the_index.count <= MOST_ENTRIES;
    const int64_t written_s = now_s();
    size_t size = sizeof written_s;
    char *content = xl_alloc(size + the_index.count * sizeof *the_index.at, 1);
    memcpy(content, &written_s, sizeof written_s);
    for (size_t i = 0; i < the_index.room; i++)
        if (the_index.at[i].of.inode && (all || the_index.is_used[i])) {
            memcpy(content + size, &the_index.at[i], sizeof *the_index.at);
            size += sizeof *the_index.at;
        }
    xl_cached_write(file, index_kind, "", content, size); /* without it, files are read again */
    free(content);
}

/* Of two runs at once, the index of the last one stays. */
size_t xl_digest_index_end(void)
{
    pthread_mutex_lock(&the_index.lock);
    const size_t found = the_index.found;
    if (the_index.file && the_index.has_new)
        write_entries(the_index.file);
    free(the_index.file);
    free(the_index.at);
    free(the_index.is_used);
    the_index.file = NULL;
    the_index.at = NULL;
    the_index.is_used = NULL;
    the_index.count = the_index.room = the_index.found = 0;
    the_index.has_new = false;
    pthread_mutex_unlock(&the_index.lock);
    return found;
}

/* Digests of files. */

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
        add_to_index(&s, &after, *digest);
    return 0;
}

int xl_digest_file(const char *path, struct xl_digest *digest)
{
    *digest = (struct xl_digest){0, 0};
    if (find_in_index(path, digest))
        return 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    int failed = fd < 0 || digest_open(fd, digest);
    int why = errno;
    if (fd >= 0)
        close(fd);
    errno = why;
    return failed ? -1 : 0;
}
