/* The cache of results: one file for all rows with the same key.
 * SPDX-License-Identifier: MIT
 */
#include "results/store.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/terminal.h"
#include "oracle/inputs.h"
#include "remote/remote.h"
#include "results/results_json.h"

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

char *xl_store_folder(void)
{
    const char *own = getenv("CROSSLANE_CACHE"), *xdg = getenv("XDG_CACHE_HOME"),
               *home = getenv("HOME");
    if (own && *own)
        return xl_join_path(own, "results");
    if (xdg && *xdg)
        return xl_join_path(xdg, "crosslane/results");
    return home && *home ? xl_join_path(home, ".cache/crosslane/results") : NULL;
}

/* With its parents. */
static int make_folder(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0777);
        *slash = '/';
    }
    return mkdir(path, 0777) && errno != EEXIST ? -1 : 0;
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
    char *folder = xl_store_folder();
    xl_digest_write(row_key, name);
    char *path = folder ? xl_join_path(folder, "%s", name) : NULL;
    free(folder);
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

static const struct xl_store_entry *find(struct xl_store *s, const char *name, struct xl_digest key,
                                         bool *is_remote)
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
    const struct xl_store_entry *line = find(s, name, key, &is_remote);
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
                    bool (*read)(struct json_object *, struct xl_kernel_result *))
{
    char name[XL_NAME];
    name_of(k, name);
    struct json_object *o = read_value(s, name, key);
    const bool found = o && read(o, k);
    if (found && s->change_count && s->changes[s->change_count - 1].is_remote)
        xl_remote_count_results(1);
    if (found)
        snprintf(k->cached, sizeof k->cached, "%s", xl_json_text(o, "when"));
    json_object_put(o);
    return found;
}

bool xl_store_find(struct xl_store *s, struct xl_digest key, struct xl_kernel_result *k)
{
    return find_as(s, key, k, xl_stored_result_read);
}

bool xl_store_find_bug(struct xl_store *s, struct xl_digest key, struct xl_kernel_result *k)
{
    return find_as(s, key, k, xl_stored_bug_read);
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
        put(s, name, key, xl_stored_result_json(k));
    else if (!s->is_read || find(s, name, key, &is_remote))
        put(s, name, key, NULL);
}

void xl_store_put_bug(struct xl_store *s, struct xl_digest key, const struct xl_kernel_result *k)
{
    char name[XL_NAME];
    name_of(k, name);
    put(s, name, key, xl_stored_bug_json(k));
}

/* Not an identifier, so no kernel has this name. */
static const char row_name[] = "the row";

bool xl_store_find_row(struct xl_store *s, struct xl_digest key, struct xl_row_result *row)
{
    struct json_object *o = read_value(s, row_name, key);
    const bool found = xl_json_get(o, "vl_bits", json_type_int) != NULL;
    if (found) {
        row->vl_bits = (unsigned)xl_json_number(o, "vl_bits");
        row->has_vl = 1;
        snprintf(row->evidence, sizeof row->evidence, "%s", xl_json_text(o, "evidence"));
        snprintf(row->control, sizeof row->control, "%s", xl_json_text(o, "control"));
    }
    json_object_put(o);
    return found;
}

void xl_store_put_row(struct xl_store *s, struct xl_digest key, const struct xl_row_result *row)
{
    struct json_object *o = json_object_new_object();
    json_object_object_add(o, "vl_bits", json_object_new_int64(row->vl_bits));
    json_object_object_add(o, "evidence", json_object_new_string(row->evidence));
    json_object_object_add(o, "control", json_object_new_string(row->control));
    put(s, row_name, key, o);
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
    char *text = xl_store_file_text(&s->remote, &size);
    xl_remote_put(entry_kind, s->made_of, text, size);
    free(text);
}

static int open_lock(const char *file)
{
    char *folder = xl_format("%.*s", (int)(strrchr(file, '/') - file), file),
         *path = xl_join_path(folder, "lock");
    int lock = make_folder(folder) ? -1 : open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    int why = errno;
    free(path);
    free(folder);
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
    char *folder = c->url[0] ? xl_store_folder() : NULL;
    if (!folder)
        return;
    char *path = xl_join_path(folder, "%s", remote_name);
    FILE *f = make_folder(folder) ? NULL : fopen(path, "we");
    if (f) {
        fprintf(f, "%zu %zu %zu %zu %zu %zu %s\n", c->hits, c->misses, c->refused, c->stored,
                c->failed, c->results, c->url);
        fclose(f);
    }
    free(path);
    free(folder);
}

bool xl_store_read_remote(struct xl_remote_counts *c)
{
    char *folder = xl_store_folder(),
         *path = folder ? xl_join_path(folder, "%s", remote_name) : NULL;
    FILE *f = path ? fopen(path, "re") : NULL;
    *c = (struct xl_remote_counts){0};
    const bool is = f && fscanf(f, "%zu %zu %zu %zu %zu %zu %199s", &c->hits, &c->misses,
                                &c->refused, &c->stored, &c->failed, &c->results, c->url) == 7;
    if (f)
        fclose(f);
    free(path);
    free(folder);
    return is;
}

static bool is_result(const char *name)
{
    return strcmp(name, "lock") != 0 && strcmp(name, remote_name) != 0;
}

/* All files of results, the longest unused first. */
static struct file *list_files(DIR *folder, int fd, size_t *count)
{
    struct file *files = NULL;
    struct stat s;
    *count = 0;
    for (struct dirent *entry; (entry = readdir(folder));) {
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
    char *path = xl_store_folder();
    int fd = path ? open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    free(path);
    DIR *folder = fd < 0 ? NULL : fdopendir(fd); /* closes it */
    struct file *files = folder ? list_files(folder, fd, &use.files) : NULL;
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
    if (folder)
        closedir(folder);
    else if (fd >= 0)
        close(fd);
    return use;
}

/* A kernel's result in the cache. */

/* The whole numbers, by the names that cached files use. */
static const struct {
    const char *name;
    size_t at;
} numbers[] = {
#define NUMBER(FIELD) {#FIELD, offsetof(struct xl_kernel_result, FIELD)}
    NUMBER(checked),         NUMBER(calls),
    NUMBER(statics_bytes),   {"keeps", offsetof(struct xl_kernel_result, changes_statics)},
    NUMBER(digest),          NUMBER(traced_n),
    NUMBER(vector_insns),    NUMBER(insns_covered),
    NUMBER(insns_total),     NUMBER(work.n),
    NUMBER(work.vector),     NUMBER(work.other),
    NUMBER(work.more_n),     NUMBER(work.more_vector),
    NUMBER(work.more_other),
#undef NUMBER
};
enum { NUMBERS = sizeof numbers / sizeof numbers[0] };

/* Cache a new field too, unless it is set before a kernel runs, or is of one run as `seconds` is.
 * If only failures have it, stored_bug.c caches it. Then change the number of bytes here. */
_Static_assert(offsetof(struct xl_kernel_result, shared) == 3392,
               "is the new field of a result cached?");

bool xl_stored_result_is_worth(const struct xl_kernel_result *k)
{
    return (k->outcome == XL_PASS || k->outcome == XL_SKIP) && !k->differences;
}

/* Exact, for infinities too. */
static struct json_object *double_json(double value)
{
    char text[40];
    snprintf(text, sizeof text, "%a", value);
    return json_object_new_string(text);
}

static struct json_object *words_json(const uint64_t *words, size_t count)
{
    struct json_object *list = json_object_new_array();
    for (size_t i = 0; i < count; i++)
        json_object_array_add(list, json_object_new_uint64(words[i]));
    return list;
}

static struct json_object *axis_json(const struct xl_kernel_result *k)
{
    struct json_object *list = json_object_new_array();
    for (size_t i = 0; i < XL_AXIS; i++)
        json_object_array_add(list, double_json((double)k->axis[i]));
    return list;
}

static struct json_object *bits_json(const struct xl_kernel_result *k)
{
    struct json_object *list = json_object_new_array();
    for (unsigned i = 0; i < k->bits_count; i++) {
        struct json_object *o = json_object_new_object();
        json_object_object_add(o, "fill", json_object_new_string(k->bits[i].fill));
        json_object_object_add(o, "n", json_object_new_uint64(k->bits[i].n));
        json_object_object_add(o, "digest", json_object_new_uint64(k->bits[i].digest));
        json_object_array_add(list, o);
    }
    return list;
}

struct json_object *xl_stored_result_json(const struct xl_kernel_result *k)
{
    struct json_object *o = json_object_new_object();
    json_object_object_add(o, "outcome", json_object_new_string(xl_outcome_name(k->outcome)));
    json_object_object_add(o, "reason", json_object_new_string(k->reason));
    for (size_t i = 0; i < NUMBERS; i++) {
        uint64_t value;
        memcpy(&value, (const char *)k + numbers[i].at, sizeof value);
        json_object_object_add(o, numbers[i].name, json_object_new_uint64(value));
    }
    json_object_object_add(o, "was_traced", json_object_new_boolean(k->was_traced));
    json_object_object_add(o, "proof", json_object_new_string(k->proof));
    json_object_object_add(o, "estimates", json_object_new_string(k->estimates));
    json_object_object_add(o, "dispatched", json_object_new_string(k->dispatched));
    json_object_object_add(o, "lacks", json_object_new_string(k->lacks));
    json_object_object_add(o, "max_ulp", double_json(k->max_ulp));
    json_object_object_add(o, "known_ulp", double_json(k->baseline_ulp));
    if (k->has_worst)
        json_object_object_add(o, "worst", words_json(k->worst_inputs, k->operands));
    if (k->has_axis)
        json_object_object_add(o, "axis", axis_json(k));
    json_object_object_add(o, "roads", words_json(k->by_precision, XL_PRECISIONS));
    json_object_object_add(o, "bits", bits_json(k));
    return o;
}

static bool read_number(struct json_object *o, const char *name, uint64_t *value)
{
    struct json_object *number = xl_json_get(o, name, json_type_int);
    *value = number ? json_object_get_uint64(number) : 0;
    return number != NULL;
}

static bool read_double(struct json_object *o, const char *name, double *value)
{
    const char *text = xl_json_text(o, name);
    char *end;
    *value = strtod(text, &end);
    return *text && !*end;
}

static bool read_words(struct json_object *list, uint64_t *words, size_t most, size_t *count)
{
    *count = xl_json_length(list);
    for (size_t i = 0; i < *count && i < most; i++)
        words[i] = json_object_get_uint64(json_object_array_get_idx(list, i));
    return list && *count <= most;
}

static const char *find_fill(const char *name)
{
    for (enum xl_fill fill = 0; fill < XL_FILLS; fill++)
        if (strcmp(xl_fill_name(fill), name) == 0)
            return xl_fill_name(fill);
    return NULL;
}

static bool read_bits(struct json_object *list, struct xl_kernel_result *k)
{
    size_t count = list ? xl_json_length(list) : XL_MAX_BITS + 1;
    for (k->bits_count = 0; k->bits_count < count && count <= XL_MAX_BITS; k->bits_count++) {
        struct json_object *o = json_object_array_get_idx(list, k->bits_count);
        struct xl_bits *bits = &k->bits[k->bits_count];
        bits->fill = find_fill(xl_json_text(o, "fill"));
        if (!bits->fill || !read_number(o, "n", &bits->n) ||
            !read_number(o, "digest", &bits->digest))
            return false;
    }
    return count <= XL_MAX_BITS;
}

static bool read_worst(struct json_object *o, struct xl_kernel_result *k)
{
    struct json_object *worst = xl_json_array(o, "worst");
    k->has_worst = worst != NULL;
    return !worst || read_words(worst, k->worst_inputs, XL_MAX_ARITY, &k->operands);
}

static bool read_axis(struct json_object *o, struct xl_kernel_result *k)
{
    struct json_object *list = xl_json_array(o, "axis");
    k->has_axis = list != NULL;
    for (size_t i = 0; list && i < XL_AXIS; i++) {
        const char *text = json_object_get_string(json_object_array_get_idx(list, i));
        char *end = NULL;
        k->axis[i] = text ? strtof(text, &end) : 0;
        if (!text || end == text || *end)
            return false;
    }
    return true;
}

/* The fields that every cached result has. */
static bool read_fields(struct json_object *o, struct xl_kernel_result *k)
{
    struct xl_kernel_result is;
    size_t roads = 0;
    bool all = true;
    xl_result_copy(&is, k);
    is.outcome = (enum xl_outcome)xl_key_outcome(o);
    snprintf(is.reason, sizeof is.reason, "%s", xl_json_text(o, "reason"));
    for (size_t i = 0; i < NUMBERS; i++) {
        uint64_t value;
        all &= read_number(o, numbers[i].name, &value);
        memcpy((char *)&is + numbers[i].at, &value, sizeof value);
    }
    is.was_traced = xl_json_is_true(o, "was_traced");
    snprintf(is.proof, sizeof is.proof, "%s", xl_json_text(o, "proof"));
    snprintf(is.estimates, sizeof is.estimates, "%s", xl_json_text(o, "estimates"));
    snprintf(is.dispatched, sizeof is.dispatched, "%s", xl_json_text(o, "dispatched"));
    snprintf(is.lacks, sizeof is.lacks, "%s", xl_json_text(o, "lacks"));
    all = all && read_double(o, "max_ulp", &is.max_ulp) &&
          read_double(o, "known_ulp", &is.baseline_ulp) && read_worst(o, &is) &&
          read_axis(o, &is) &&
          read_words(xl_json_array(o, "roads"), is.by_precision, XL_PRECISIONS, &roads) &&
          roads == XL_PRECISIONS && read_bits(xl_json_array(o, "bits"), &is);
    if (all)
        xl_result_copy(k, &is);
    return all;
}

bool xl_stored_result_read(struct json_object *o, struct xl_kernel_result *k)
{
    const int outcome = xl_key_outcome(o);
    return (outcome == XL_PASS || outcome == XL_SKIP) && read_fields(o, k);
}

bool xl_stored_failure_read(struct json_object *o, struct xl_kernel_result *k)
{
    return xl_key_outcome(o) == XL_FAIL && read_fields(o, k);
}
