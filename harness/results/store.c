/* The cache of results: one file for all rows with the same key.
 * SPDX-License-Identifier: MIT
 */
#include "results/store.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/terminal.h"
#include "base/text.h"
#include "oracle/inputs.h"
#include "remote/remote.h"
#include "results/results_json.h"

/* A file of the cache: one line for each result. */

static const char store_kind[] = "crosslane-results 3";

enum { XL_LINES_VERSIONS = 4 }; /* lines with one name */

/* Makes room for one more line. */
static void make_room(struct xl_store_file *l)
{
    enum { FIRST = 512 };
    if (l->count < l->room)
        return;
    l->room = l->room ? 2 * l->room : FIRST;
    l->lines = xl_resize(l->lines, l->room, sizeof *l->lines);
}

/* Takes the text up to the next separator, or NULL. */
static char *take(char **text, char sign)
{
    char *begin = *text, *end = strchr(begin, sign);
    if (!end)
        return NULL;
    *end = '\0';
    *text = end + 1;
    return begin;
}

static bool split(struct xl_store_file *l, char *text)
{
    while (*text) {
        const char *key = take(&text, '\t'), *name = key ? take(&text, '\t') : NULL,
                   *value = name ? take(&text, '\n') : NULL;
        if (!value)
            return false;
        make_room(l);
        l->lines[l->count++] = (struct xl_store_entry){key, name, value};
    }
    return true;
}

bool xl_store_file_parse(struct xl_store_file *l, char *text, size_t size)
{
    *l = (struct xl_store_file){.text = text};
    char *body = text ? xl_cached_content(text, size, store_kind, "") : NULL;
    if (!text || (body && split(l, body)))
        return true;
    xl_store_file_free(l);
    return false;
}

bool xl_store_file_read(struct xl_store_file *l, const char *file)
{
    size_t size = 0;
    struct xl_error ignored;
    char *text = xl_file_read_large(file, SIZE_MAX / 2, &size, &ignored);
    return xl_store_file_parse(l, text, size);
}

static bool is_it(const struct xl_store_entry *line, const char *name, const char *key)
{
    return strcmp(line->key, key) == 0 && strcmp(line->name, name) == 0;
}

const struct xl_store_entry *xl_store_file_find(struct xl_store_file *l, const char *name,
                                                const char *key)
{
    for (size_t i = 0; i < l->count; i++) {
        const size_t at = (l->next + i) % l->count;
        if (!is_it(&l->lines[at], name, key))
            continue;
        l->next = at + 1;
        return &l->lines[at];
    }
    return NULL;
}

void xl_store_file_put(struct xl_store_file *l, const struct xl_store_entry *line)
{
    size_t from = 0, versions = line->value != NULL;
    while (from < l->count && strcmp(l->lines[from].name, line->name) != 0)
        from++;
    if (line->value)
        make_room(l);
    size_t to = from; /* lines that stay move up to here */
    const size_t count = l->count;
    for (size_t i = from; i < count; i++) {
        const bool is_version = strcmp(l->lines[i].name, line->name) == 0;
        if (is_version &&
            (strcmp(l->lines[i].key, line->key) == 0 || versions++ >= XL_LINES_VERSIONS))
            continue;
        l->lines[to++] = l->lines[i];
    }
    l->count = to;
    if (!line->value)
        return;
    memmove(l->lines + from + 1, l->lines + from, (to - from) * sizeof *l->lines);
    l->lines[from] = *line;
    l->count++;
}

/* The lines. The caller frees them. */
static char *lines_of(const struct xl_store_file *l, size_t *size)
{
    struct xl_text all = {0};
    xl_text_add_bytes(&all, "", 0);
    for (size_t i = 0; i < l->count; i++)
        xl_text_add(&all, "%s\t%s\t%s\n", l->lines[i].key, l->lines[i].name, l->lines[i].value);
    *size = all.used;
    return all.at;
}

/* The content of its file. The caller frees it. */
static char *text_of(const struct xl_store_file *l, size_t *size)
{
    char *lines = lines_of(l, size), *text = xl_cached_text(store_kind, "", lines, size);
    free(lines);
    return text;
}

int xl_store_file_write(const struct xl_store_file *l, const char *file)
{
    size_t size;
    char *lines = lines_of(l, &size);
    const int failed = xl_cached_write(file, store_kind, "", lines, size), why = errno;
    free(lines);
    errno = why;
    return failed;
}

void xl_store_file_free(struct xl_store_file *l)
{
    free(l->lines);
    free(l->text);
    *l = (struct xl_store_file){0};
}

/* The store. */

enum { XL_NAME = 512 };

struct change {
    char name[XL_NAME], key[XL_DIGEST_TEXT];
    char *value;    /* NULL: to be removed */
    bool is_remote; /* it came from the remote cache */
};

struct xl_store {
    char *file; /* NULL: no cache */
    bool is_read;
    struct xl_store_file contents; /* values are JSON objects */
    char *made_of;                 /* of the remote entry; NULL: there is none */
    bool is_remote_read;
    struct xl_store_file remote; /* its content */
    struct change *changes;
    size_t change_count;
};

/* Warns once in a run, even if several files fail. */
static void warn_once(const char *file, const char *what)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static bool has_warned;
    pthread_mutex_lock(&lock);
    if (!has_warned) {
        xl_progress_pause();
        fprintf(stderr, "crosslane: %s: %s\n", file, what);
        xl_progress_resume();
    }
    has_warned = true;
    pthread_mutex_unlock(&lock);
}

char *xl_store_directory(void)
{
    const char *own = getenv("CROSSLANE_CACHE"), *xdg = getenv("XDG_CACHE_HOME"),
               *home = getenv("HOME");
    if (own && *own)
        return xl_join_path(own, "results");
    if (xdg && *xdg)
        return xl_join_path(xdg, "crosslane/results");
    return home && *home ? xl_join_path(home, ".cache/crosslane/results") : NULL;
}

/* Reads a file; a damaged one is empty. */
static void read_contents(const char *file, struct xl_store_file *contents)
{
    if (!xl_store_file_read(contents, file))
        warn_once(file, "damaged or of another version: its results are not used");
}

static char *path_of(struct xl_digest row_key)
{
    char name[XL_DIGEST_TEXT];
    char *directory = xl_store_directory();
    xl_digest_write(row_key, name);
    char *path = directory ? xl_join_path(directory, "%s", name) : NULL;
    free(directory);
    return path;
}

struct xl_store *xl_store_open(struct xl_digest row_key, bool is_read)
{
    struct xl_store *s = xl_alloc(1, sizeof *s);
    s->file = path_of(row_key);
    s->is_read = is_read;
    if (!is_read || !s->file)
        return s;
    read_contents(s->file, &s->contents);
    utimensat(AT_FDCWD, s->file, NULL, 0); /* pruning removes what was used longest ago */
    return s;
}

static const char entry_kind[] = "results";

void xl_store_share(struct xl_store *s, const char *made_of)
{
    if (s && xl_remote_is_on())
        s->made_of = xl_copy_text(made_of);
}

void xl_store_want(const char *made_of)
{
    char *file = xl_remote_is_on() ? path_of(xl_digest_text(made_of)) : NULL;
    if (file && access(file, F_OK))
        xl_remote_want(entry_kind, made_of);
    free(file);
}

/* json-c writes control characters so. No result has any: reports would print them. */
static bool has_control_characters(const char *text)
{
    return strstr(text, "\\u00") || strstr(text, "\\b") || strstr(text, "\\f");
}

static void read_remote(struct xl_store *s)
{
    size_t size;
    char *text = s->made_of ? xl_remote_get(entry_kind, s->made_of, &size) : NULL;
    s->is_remote_read = true;
    if (!text)
        return;
    const bool is_clean = strlen(text) == size && !has_control_characters(text);
    if (xl_store_file_parse(&s->remote, text, size) && is_clean)
        return;
    xl_store_file_free(&s->remote);
    xl_remote_refuse("its results cannot be read");
}

static const struct xl_store_entry *find_entry(struct xl_store *s, const char *name,
                                               struct xl_digest key, bool *is_remote)
{
    char text[XL_DIGEST_TEXT];
    xl_digest_write(key, text);
    const struct xl_store_entry *line = xl_store_file_find(&s->contents, name, text);
    *is_remote = false;
    if (line || !s->made_of || !s->is_read)
        return line;
    *is_remote = true;
    if (!s->is_remote_read)
        read_remote(s);
    return xl_store_file_find(&s->remote, name, text);
}

static struct change *add_change(struct xl_store *s, const char *name, struct xl_digest key)
{
    s->changes = xl_resize(s->changes, s->change_count + 1, sizeof *s->changes);
    struct change *change = &s->changes[s->change_count++];
    *change = (struct change){.value = NULL};
    snprintf(change->name, sizeof change->name, "%s", name);
    xl_digest_write(key, change->key);
    return change;
}

/* The caller puts it. NULL: not cached. */
static struct json_object *read_value(struct xl_store *s, const char *name, struct xl_digest key)
{
    bool is_remote;
    const struct xl_store_entry *line = find_entry(s, name, key, &is_remote);
    struct json_object *value = line ? json_tokener_parse(line->value) : NULL;
    if (value && is_remote) {
        struct change *change = add_change(s, name, key);
        change->value = xl_copy_text(line->value);
        change->is_remote = true;
    }
    return value;
}

/* The name of a line: the kernel, and its XL_VARIANT. */
static void name_of(const struct xl_kernel_result *k, char name[XL_NAME])
{
    bool is_named = k->variant && strchr(k->variant, ':');
    snprintf(name, XL_NAME, "%s%s%s", k->kernel, is_named ? " " : "", is_named ? k->variant : "");
}

static bool find_as(struct xl_store *s, struct xl_digest key, struct xl_kernel_result *k,
                    bool (*is_worth)(const struct xl_kernel_result *))
{
    char name[XL_NAME];
    name_of(k, name);
    struct json_object *o = read_value(s, name, key);
    const bool found = o && xl_stored_read(o, is_worth, k);
    if (found && s->change_count && s->changes[s->change_count - 1].is_remote)
        xl_remote_count_results(1);
    if (found)
        snprintf(k->cached, sizeof k->cached, "%s", xl_json_text(o, "when"));
    json_object_put(o);
    return found;
}

bool xl_store_find(struct xl_store *s, struct xl_digest key, struct xl_kernel_result *k)
{
    return find_as(s, key, k, xl_stored_result_is_worth);
}

bool xl_store_find_bug(struct xl_store *s, struct xl_digest key, struct xl_kernel_result *k)
{
    return find_as(s, key, k, xl_stored_bug_is_worth);
}

/* Adds the time; returns the text, which the caller frees. */
static char *write_value(struct json_object *value)
{
    char when[32];
    time_t now = time(NULL);
    struct tm utc;
    gmtime_r(&now, &utc);
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", &utc);
    json_object_object_add(value, "when", json_object_new_string(when));
    return xl_copy_text(json_object_to_json_string_ext(value, JSON_C_TO_STRING_PLAIN));
}

/* Takes the value. NULL: removes what is cached. */
static void put(struct xl_store *s, const char *name, struct xl_digest key,
                struct json_object *value)
{
    add_change(s, name, key)->value = value ? write_value(value) : NULL;
    json_object_put(value);
}

void xl_store_put(struct xl_store *s, struct xl_digest key, const struct xl_kernel_result *k)
{
    char name[XL_NAME];
    bool is_remote;
    name_of(k, name);
    if (xl_stored_result_is_worth(k))
        put(s, name, key, xl_cached_kernel_json(k));
    else if (!s->is_read || find_entry(s, name, key, &is_remote))
        put(s, name, key, NULL);
}

void xl_store_put_bug(struct xl_store *s, struct xl_digest key, const struct xl_kernel_result *k)
{
    char name[XL_NAME];
    name_of(k, name);
    put(s, name, key, xl_cached_kernel_json(k));
}

/* Not an identifier, so no kernel has this name. */
static const char row_name[] = "the row";

bool xl_store_find_row(struct xl_store *s, struct xl_digest key, struct xl_row_result *row)
{
    struct json_object *o = read_value(s, row_name, key);
    struct xl_row_result is = *row;
    const bool found = o && xl_cached_row_read(o, &is);
    if (found)
        *row = is;
    json_object_put(o);
    return found;
}

void xl_store_put_row(struct xl_store *s, struct xl_digest key, const struct xl_row_result *row)
{
    put(s, row_name, key, xl_cached_row_json(row));
}

static void apply(const struct xl_store *s, struct xl_store_file *contents)
{
    for (size_t i = 0; i < s->change_count; i++) {
        const struct change *c = &s->changes[i];
        xl_store_file_put(contents, &(struct xl_store_entry){c->key, c->name, c->value});
    }
}

/* Applies the changes to what the file has now. */
static int write_with_changes(const struct xl_store *s)
{
    struct xl_store_file contents;
    read_contents(s->file, &contents);
    apply(s, &contents);
    int failed = xl_store_file_write(&contents, s->file), why = errno;
    xl_store_file_free(&contents);
    errno = why;
    return failed;
}

/* Stores what ran here in the remote cache, with what is there. Of two runs that do so at once, the
 * last one's results stay. */
static void share_changes(struct xl_store *s)
{
    bool has_own = false;
    size_t size;
    for (size_t i = 0; i < s->change_count; i++)
        has_own |= !s->changes[i].is_remote;
    if (!has_own || !s->made_of || !xl_remote_is_writable())
        return;
    if (!s->is_remote_read)
        read_remote(s);
    apply(s, &s->remote);
    char *text = text_of(&s->remote, &size);
    xl_remote_put(entry_kind, s->made_of, text, size);
    free(text);
}

static int open_lock(const char *file)
{
    char *path = xl_format("%.*s/lock", (int)(strrchr(file, '/') - file), file);
    const int lock = xl_make_parents(path) ? -1 : open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666),
              why = errno;
    free(path);
    errno = why;
    return lock;
}

/* Under the lock: other processes may have written since the file was read. */
static int write_changes(const struct xl_store *s)
{
    int lock = open_lock(s->file);
    if (lock < 0)
        return -1;
    int failed = xl_lock(lock, false, "results cache") || write_with_changes(s), why = errno;
    close(lock);
    errno = why;
    return failed ? -1 : 0;
}

void xl_store_close(struct xl_store *s)
{
    char why[200];
    if (!s)
        return;
    if (s->file && s->change_count && write_changes(s)) {
        snprintf(why, sizeof why, "cannot be written, results are not cached: %s", strerror(errno));
        warn_once(s->file, why);
    }
    share_changes(s);
    for (size_t i = 0; i < s->change_count; i++)
        free(s->changes[i].value);
    free(s->changes);
    free(s->file);
    free(s->made_of);
    xl_store_file_free(&s->contents);
    xl_store_file_free(&s->remote);
    free(s);
}

struct file {
    char name[256];
    struct timespec used;
    uint64_t bytes;
};

static int by_use(const void *a, const void *b)
{
    const struct file *x = a, *y = b;
    int seconds = (x->used.tv_sec > y->used.tv_sec) - (x->used.tv_sec < y->used.tv_sec);
    return seconds ? seconds
                   : (x->used.tv_nsec > y->used.tv_nsec) - (x->used.tv_nsec < y->used.tv_nsec);
}

static const char remote_name[] = "remote";

void xl_store_note_remote(const struct xl_remote_counts *c)
{
    char *directory = c->url[0] ? xl_store_directory() : NULL;
    if (!directory)
        return;
    char *path = xl_join_path(directory, "%s", remote_name);
    FILE *f = xl_make_parents(path) ? NULL : fopen(path, "we");
    if (f) {
        fprintf(f, "%zu %zu %zu %zu %zu %zu %s\n", c->hits, c->misses, c->refused, c->stored,
                c->failed, c->results, c->url);
        fclose(f);
    }
    free(path);
    free(directory);
}

bool xl_store_read_remote(struct xl_remote_counts *c)
{
    char *directory = xl_store_directory(),
         *path = directory ? xl_join_path(directory, "%s", remote_name) : NULL;
    FILE *f = path ? fopen(path, "re") : NULL;
    *c = (struct xl_remote_counts){0};
    const bool is = f && fscanf(f, "%zu %zu %zu %zu %zu %zu %199s", &c->hits, &c->misses,
                                &c->refused, &c->stored, &c->failed, &c->results, c->url) == 7;
    if (f)
        fclose(f);
    free(path);
    free(directory);
    return is;
}

static bool is_result(const char *name)
{
    return strcmp(name, "lock") != 0 && strcmp(name, remote_name) != 0;
}

/* All files of results, the longest unused first. */
static struct file *list_files(DIR *directory, int fd, size_t *count)
{
    struct file *files = NULL;
    struct stat s;
    *count = 0;
    for (struct dirent *entry; (entry = readdir(directory));) {
        if (!is_result(entry->d_name) || fstatat(fd, entry->d_name, &s, 0) || !S_ISREG(s.st_mode))
            continue;
        files = xl_resize(files, *count + 1, sizeof *files);
        files[*count] = (struct file){.used = s.st_mtim, .bytes = (uint64_t)s.st_size};
        snprintf(files[(*count)++].name, sizeof files->name, "%s", entry->d_name);
    }
    if (files)
        qsort(files, *count, sizeof *files, by_use);
    return files;
}

struct xl_store_use xl_store_prune(uint64_t most_bytes)
{
    struct xl_store_use use = {0, 0};
    char *path = xl_store_directory();
    int fd = path ? open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    free(path);
    DIR *directory = fd < 0 ? NULL : fdopendir(fd); /* closes it */
    struct file *files = directory ? list_files(directory, fd, &use.files) : NULL;
    const size_t count = use.files;
    for (size_t i = 0; i < count; i++)
        use.bytes += files[i].bytes;
    for (size_t i = 0; i < count && use.bytes > most_bytes; i++) {
        if (unlinkat(fd, files[i].name, 0))
            continue;
        use.bytes -= files[i].bytes;
        use.files--;
    }
    free(files);
    if (directory)
        closedir(directory);
    else if (fd >= 0)
        close(fd);
    return use;
}

/* Which results are cached. */

bool xl_stored_result_is_worth(const struct xl_kernel_result *k)
{
    return (k->outcome == XL_PASS || k->outcome == XL_SKIP) && !k->differences && !k->finding_count;
}

/* Findings of these checks are made again from cached results, or depend on the time. */
static const enum xl_check uncached[] = {XL_CHECK_accuracy, XL_CHECK_work, XL_CHECK_lengths,
                                         XL_CHECK_skip, XL_CHECK_hang};

bool xl_stored_bug_is_worth(const struct xl_kernel_result *k)
{
    bool is = k->outcome == XL_FAIL && k->differences;
    for (size_t i = 0; i < sizeof uncached / sizeof uncached[0]; i++)
        is = is && !k->failed_checks[uncached[i]];
    /* What depends on another kernel or row has a key of this one alone. */
    for (unsigned i = 0; i < k->finding_count; i++)
        is = is && !k->findings[i].after && !k->findings[i].beside;
    return is;
}

bool xl_stored_read(struct json_object *o, bool (*is_worth)(const struct xl_kernel_result *),
                    struct xl_kernel_result *k)
{
    struct xl_kernel_result is;
    xl_result_copy(&is, k);
    if (!xl_cached_kernel_read(o, &is) || !is_worth(&is)) {
        free(is.code);
        return false;
    }
    xl_result_copy(k, &is);
    memcpy(k->findings, is.findings, is.finding_count * sizeof *is.findings);
    return true;
}
