/* Results that are kept, a file for all that rows of one key have in common.
 * SPDX-License-Identifier: MIT
 */
#include "cache/store.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/progress.h"
#include "results/read.h"

#define XL_STORE_HEAD "crosslane-results 1 "

/* Kernels are arrays of what was found with different code, the newest first; so is the row. */
enum { XL_STORE_VERSIONS = 4, XL_NAME = 512 };

struct xl_store {
    char file[PATH_MAX];
    bool is_read;
    struct json_object *kept;    /* {name: [{"key": ..., ...}, ...]} */
    struct json_object *changes; /* [{"name": ..., "key": ..., "value": object or null}, ...] */
};

/* Said once of a run, whatever the number of files. */
static void complain(const char *file, const char *what)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static bool was_said;
    pthread_mutex_lock(&lock);
    if (!was_said) {
        xl_progress_pause();
        fprintf(stderr, "crosslane: %s: %s\n", file, what);
        xl_progress_resume();
    }
    was_said = true;
    pthread_mutex_unlock(&lock);
}

void xl_store_folder(char *path, size_t size)
{
    const char *own = getenv("CROSSLANE_CACHE"), *xdg = getenv("XDG_CACHE_HOME"),
               *home = getenv("HOME");
    path[0] = '\0';
    if (own && *own)
        snprintf(path, size, "%s/results", own);
    else if (xdg && *xdg)
        snprintf(path, size, "%s/crosslane/results", xdg);
    else if (home && *home)
        snprintf(path, size, "%s/.cache/crosslane/results", home);
}

/* With the folders above it. */
static int make_folder(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0777);
        *slash = '/';
    }
    return mkdir(path, 0777) && errno != EEXIST ? -1 : 0;
}

static char *read_text(const char *file, size_t *size)
{
    struct stat s;
    FILE *f = fopen(file, "re");
    char *text = f && fstat(fileno(f), &s) == 0 ? malloc((size_t)s.st_size + 1) : NULL;
    *size = text ? fread(text, 1, (size_t)s.st_size, f) : 0;
    if (text)
        text[*size] = '\0';
    if (f)
        fclose(f);
    return text;
}

/* The object behind a good head; NULL. */
static struct json_object *parse(const char *text, size_t size)
{
    char head[sizeof XL_STORE_HEAD + XL_DIGEST_TEXT], digest[XL_DIGEST_TEXT];
    const size_t length = sizeof head - 1; /* its newline counts */
    if (size < length)
        return NULL;
    xl_digest_write(xl_digest(text + length, size - length), digest);
    snprintf(head, sizeof head, XL_STORE_HEAD "%s\n", digest);
    if (memcmp(text, head, length) != 0)
        return NULL;
    struct json_object *o = json_tokener_parse(text + length);
    if (json_object_is_type(o, json_type_object))
        return o;
    json_object_put(o);
    return NULL;
}

/* An empty object where there is nothing that can be used. */
static struct json_object *read_kept(const char *file)
{
    size_t size;
    char *text = read_text(file, &size);
    struct json_object *o = text ? parse(text, size) : NULL;
    if (text && !o)
        complain(file, "damaged, or of another version: what was kept there is run again");
    free(text);
    return o ? o : json_object_new_object();
}

struct xl_store *xl_store_open(struct xl_digest row_key, bool is_read)
{
    struct xl_store *s = calloc(1, sizeof *s);
    char folder[PATH_MAX - XL_DIGEST_TEXT - 1], name[XL_DIGEST_TEXT];
    if (!s)
        return NULL;
    xl_store_folder(folder, sizeof folder);
    xl_digest_write(row_key, name);
    if (folder[0])
        snprintf(s->file, sizeof s->file, "%s/%s", folder, name);
    s->is_read = is_read;
    s->kept = is_read && folder[0] ? read_kept(s->file) : json_object_new_object();
    s->changes = json_object_new_array();
    if (is_read && folder[0])
        utimensat(AT_FDCWD, s->file, NULL, 0); /* what is used last goes last */
    return s;
}

static struct json_object *find(const struct xl_store *s, const char *name, struct xl_digest key)
{
    char text[XL_DIGEST_TEXT];
    xl_digest_write(key, text);
    return xl_read_find(xl_read_array(s->kept, name), "key", text);
}

/* What a result is kept under besides its key, which the kernels of a file have in common: the
 * kernel, and its XL_VARIANT. */
static void name_of(const struct xl_kernel_result *k, char name[XL_NAME])
{
    bool is_named = k->variant && strchr(k->variant, ':');
    snprintf(name, XL_NAME, "%s%s%s", k->kernel, is_named ? " " : "", is_named ? k->variant : "");
}

bool xl_store_find(const struct xl_store *s, struct xl_digest key, struct xl_kernel_result *k)
{
    char name[XL_NAME];
    name_of(k, name);
    struct json_object *o = find(s, name, key);
    if (!o || !xl_saved_read(o, k))
        return false;
    snprintf(k->cached, sizeof k->cached, "%s", xl_read_text(o, "when"));
    return true;
}

/* value: NULL: it is forgotten. */
static void put(struct xl_store *s, const char *name, struct xl_digest key,
                struct json_object *value)
{
    char text[XL_DIGEST_TEXT], when[32];
    time_t now = time(NULL);
    struct tm utc;
    gmtime_r(&now, &utc);
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", &utc);
    xl_digest_write(key, text);
    if (value) {
        json_object_object_add(value, "key", json_object_new_string(text));
        json_object_object_add(value, "when", json_object_new_string(when));
    }
    struct json_object *change = json_object_new_object();
    json_object_object_add(change, "name", json_object_new_string(name));
    json_object_object_add(change, "key", json_object_new_string(text));
    json_object_object_add(change, "value", value);
    json_object_array_add(s->changes, change);
}

void xl_store_put(struct xl_store *s, struct xl_digest key, const struct xl_kernel_result *k)
{
    char name[XL_NAME];
    name_of(k, name);
    if (xl_saved_is_worth(k))
        put(s, name, key, xl_saved_json(k));
    else if (!s->is_read || find(s, name, key))
        put(s, name, key, NULL);
}

/* No kernel has a name like this: it is no identifier. */
static const char row_name[] = "the row";

bool xl_store_find_row(const struct xl_store *s, struct xl_digest key, struct xl_row_result *row)
{
    struct json_object *o = find(s, row_name, key);
    if (!xl_read_get(o, "vl_bits", json_type_int))
        return false;
    row->vl_bits = (unsigned)xl_read_number(o, "vl_bits");
    row->has_vl = 1;
    snprintf(row->evidence, sizeof row->evidence, "%s", xl_read_text(o, "evidence"));
    snprintf(row->control, sizeof row->control, "%s", xl_read_text(o, "control"));
    return true;
}

void xl_store_put_row(struct xl_store *s, struct xl_digest key, const struct xl_row_result *row)
{
    struct json_object *o = json_object_new_object();
    json_object_object_add(o, "vl_bits", json_object_new_int64(row->vl_bits));
    json_object_object_add(o, "evidence", json_object_new_string(row->evidence));
    json_object_object_add(o, "control", json_object_new_string(row->control));
    put(s, row_name, key, o);
}

/* Puts the change before the other versions, of which the oldest goes. */
static void apply(struct json_object *kept, struct json_object *change)
{
    const char *name = xl_read_text(change, "name"), *key = xl_read_text(change, "key");
    struct json_object *was = xl_read_array(kept, name), *is = json_object_new_array(),
                       *value = xl_read_get(change, "value", json_type_object);
    if (value)
        json_object_array_add(is, json_object_get(value));
    for (size_t i = 0; was && i < json_object_array_length(was); i++) {
        struct json_object *o = json_object_array_get_idx(was, i);
        if (strcmp(xl_read_text(o, "key"), key) != 0 &&
            json_object_array_length(is) < XL_STORE_VERSIONS)
            json_object_array_add(is, json_object_get(o));
    }
    if (json_object_array_length(is)) {
        json_object_object_add(kept, name, is);
    } else {
        json_object_put(is);
        json_object_object_del(kept, name);
    }
}

static int write_kept(const char *file, struct json_object *kept)
{
    char temporary[PATH_MAX + 32], digest[XL_DIGEST_TEXT];
    const char *text = json_object_to_json_string_ext(kept, JSON_C_TO_STRING_PLAIN);
    snprintf(temporary, sizeof temporary, "%s.%d.tmp", file, (int)getpid());
    xl_digest_write(xl_digest_text(text), digest);
    FILE *f = fopen(temporary, "we");
    int failed = !f || fprintf(f, XL_STORE_HEAD "%s\n%s", digest, text) < 0;
    if (f && fclose(f))
        failed = 1;
    if (!failed && rename(temporary, file) == 0)
        return 0;
    int why = errno;
    remove(temporary);
    errno = why;
    return -1;
}

/* Others may have written since it was read: under the lock, what there is now, with the changes.
 */
static int write_changes(struct xl_store *s)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%.*s", (int)(strrchr(s->file, '/') - s->file), s->file);
    if (make_folder(path))
        return -1;
    strncat(path, "/lock", sizeof path - strlen(path) - 1);
    int lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (lock < 0)
        return -1;
    while (flock(lock, LOCK_EX) && errno == EINTR) {
    }
    struct json_object *kept = read_kept(s->file);
    for (size_t i = 0; i < json_object_array_length(s->changes); i++)
        apply(kept, json_object_array_get_idx(s->changes, i));
    int failed = write_kept(s->file, kept), why = errno;
    json_object_put(kept);
    close(lock);
    errno = why;
    return failed;
}

void xl_store_close(struct xl_store *s)
{
    char why[200];
    if (!s)
        return;
    if (s->file[0] && json_object_array_length(s->changes) && write_changes(s)) {
        snprintf(why, sizeof why, "cannot be written, so that these results are not kept: %s",
                 strerror(errno));
        complain(s->file, why);
    }
    json_object_put(s->kept);
    json_object_put(s->changes);
    free(s);
}

/* A file of the folder. */
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

/* All but the lock. */
static struct file *list_files(DIR *folder, int fd, size_t *count)
{
    struct file *files = NULL;
    struct stat s;
    *count = 0;
    for (struct dirent *entry; (entry = readdir(folder));) {
        if (strcmp(entry->d_name, "lock") == 0 || fstatat(fd, entry->d_name, &s, 0) ||
            !S_ISREG(s.st_mode))
            continue;
        struct file *more = reallocarray(files, *count + 1, sizeof *more);
        if (!more)
            break;
        files = more;
        files[*count] = (struct file){.used = s.st_mtim, .bytes = (uint64_t)s.st_size};
        snprintf(files[(*count)++].name, sizeof files->name, "%s", entry->d_name);
    }
    if (files)
        qsort(files, *count, sizeof *files, by_use);
    return files;
}

struct xl_store_use xl_store_prune(uint64_t most_bytes)
{
    char path[PATH_MAX];
    struct xl_store_use use = {0, 0};
    xl_store_folder(path, sizeof path);
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
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
