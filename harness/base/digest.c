/* Digests of 128 bits (XXH3 of the xxHash library).
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

static const char head_text[] = "crosslane-digests 1\n";

struct identity {
    uint64_t device, inode, size;
    int64_t modified_s, modified_ns, changed_s, changed_ns;
};

struct entry {
    struct identity of; /* inode 0: the place is free */
    struct xl_digest digest;
};

struct head {
    char text[sizeof head_text];
    uint64_t entry_size, count;
    int64_t newest_s; /* when it was written */
    struct xl_digest entries;
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

/* Whether the head fits the entries behind it, and the clock was not set back since. */
static bool is_valid(const struct head *h, const void *entries, size_t size)
{
    if (memcmp(h->text, head_text, sizeof h->text) != 0 || h->entry_size != sizeof(struct entry) ||
        size % sizeof(struct entry) || h->count != size / sizeof(struct entry) ||
        h->newest_s > now_s())
        return false;
    const struct xl_digest is = xl_digest(entries, size);
    return is.high == h->entries.high && is.low == h->entries.low;
}

static void read_entries(const char *file)
{
    struct head h;
    struct xl_error ignored;
    size_t size;
    char *text = xl_file_read(file, &size, &ignored);
    if (text && size >= sizeof h) {
        memcpy(&h, text, sizeof h);
        if (is_valid(&h, text + sizeof h, size - sizeof h))
            for (size_t i = 0; i < h.count; i++) {
                struct entry entry;
                memcpy(&entry, text + sizeof h + i * sizeof entry, sizeof entry);
                put(&entry, false);
            }
    }
    free(text);
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
    struct entry *entries = xl_alloc(the_index.count, sizeof *entries);
    struct head h = {.entry_size = sizeof *entries, .newest_s = now_s()};
    struct xl_atomic_file w;
    struct xl_error ignored;
    memcpy(h.text, head_text, sizeof h.text);
    for (size_t i = 0; i < the_index.room && h.count < the_index.count; i++)
        if (the_index.at[i].of.inode && (all || the_index.is_used[i]))
            entries[h.count++] = the_index.at[i];
    h.entries = xl_digest(entries, h.count * sizeof *entries);
    xl_atomic_file_begin(&w, file);
    if (w.f) {
        fwrite(&h, sizeof h, 1, w.f);
        /* The analyser forgets that there are no more than the_index.count. */
        fwrite(entries, sizeof *entries, h.count, w.f); /* NOLINT(clang-analyzer-unix.*) */
    }
    xl_atomic_file_end(&w, &ignored); /* without it, the next run reads the files again */
    free(entries);
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

void xl_digest_write(struct xl_digest digest, char text[XL_DIGEST_TEXT])
{
    snprintf(text, XL_DIGEST_TEXT, "%016llx%016llx", (unsigned long long)digest.high,
             (unsigned long long)digest.low);
}
