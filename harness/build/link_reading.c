/* What a program's link statement and objects say, and the files that have it.
 * SPDX-License-Identifier: MIT
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "build/link_reading.h"

struct xl_link_fingerprint_kernel *xl_link_reading_add(struct xl_link_reading *r, const char *path,
                                                       struct xl_digest digest)
{
    struct xl_link_fingerprint *linked = r->linked;
    const char *name = strrchr(path, '/') + 1;
    linked->kernels = xl_resize(linked->kernels, linked->count + 1, sizeof *linked->kernels);
    linked->kernels[linked->count] = (struct xl_link_fingerprint_kernel){
        xl_format("%.*s", (int)strcspn(name, "."), name), digest, 0};
    return &linked->kernels[linked->count++];
}

#define XL_LINKED_HEAD "crosslane-linked 1 "

static bool digest_target(const char *directory, const char *target, char text[XL_DIGEST_TEXT])
{
    struct xl_digest digest;
    char *path = xl_join_path(directory, "%s", target);
    const bool is = xl_digest_file(path, &digest) == 0;
    xl_digest_write(digest, text);
    free(path);
    return is;
}

static int compare_names(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static void add_symbols(struct xl_text *text, const char *what, const struct xl_link_symbols *of,
                        const uint64_t *names, size_t count)
{
    for (size_t i = 0; i < of->count; i++)
        if (!names ||
            (count && bsearch(&of->at[i].name, names, count, sizeof *names, compare_names)))
            xl_text_add(text, "%s %016" PRIx64 " %zu\n", what, of->at[i].name, of->at[i].object);
}

/* The lines below the head. */
static void add_reading(struct xl_text *text, const struct xl_link_reading *r)
{
    char digest[XL_DIGEST_TEXT];
    uint64_t *names = xl_alloc(r->defined.count, sizeof *names);
    for (size_t i = 0; i < r->defined.count; i++)
        names[i] = r->defined.at[i].name;
    qsort(names, r->defined.count, sizeof *names, compare_names);
    xl_digest_write(r->linked->rest, digest);
    xl_text_add(text, "rest %s\n", digest);
    for (size_t i = 0; i < r->linked->count; i++) {
        xl_digest_write(r->linked->kernels[i].code, digest);
        xl_text_add(text, "code %s %s\n", digest, r->linked->kernels[i].name);
    }
    add_symbols(text, "defined", &r->defined, NULL, 0);
    add_symbols(text, "undefined", &r->undefined, names, r->defined.count);
    free(names);
}

char *xl_link_reading_text(const struct xl_link_reading *r, const char *target, size_t *size)
{
    char digest[XL_DIGEST_TEXT];
    struct xl_text text = {0};
    if (!digest_target(r->directory, target, digest))
        return NULL;
    xl_text_add(&text, XL_LINKED_HEAD "%s\n", digest);
    add_reading(&text, r);
    *size = text.used;
    return text.at;
}

bool xl_link_reading_is_of(const char *text, size_t size, const char *digest)
{
    const size_t head = strlen(XL_LINKED_HEAD);
    return size > head + XL_DIGEST_TEXT && memcmp(text, XL_LINKED_HEAD, head) == 0 &&
           memcmp(text + head, digest, XL_DIGEST_TEXT - 1) == 0 &&
           text[head + XL_DIGEST_TEXT - 1] == '\n';
}

static bool read_digest(const char *text, struct xl_digest *digest)
{
    return strspn(text, "0123456789abcdef") == XL_DIGEST_TEXT - 1 &&
           sscanf(text, "%16" SCNx64 "%16" SCNx64, &digest->high, &digest->low) == 2;
}

/* Loads one line. */
static bool load_line(struct xl_link_reading *r, char *line)
{
    struct xl_link_symbol symbol;
    struct xl_digest digest;
    char *value = line + strcspn(line, " ");
    if (!*value)
        return false;
    *value++ = '\0';
    if (strcmp(line, "rest") == 0)
        return read_digest(value, &r->linked->rest);
    if (strcmp(line, "code") == 0) {
        if (!read_digest(value, &digest) || value[XL_DIGEST_TEXT - 1] != ' ')
            return false;
        char *path = xl_format("/%s", value + XL_DIGEST_TEXT);
        xl_link_reading_add(r, path, digest);
        free(path);
        return true;
    }
    if (sscanf(value, "%16" SCNx64 " %zu", &symbol.name, &symbol.object) != 2 ||
        symbol.object >= r->linked->count)
        return false;
    const bool is_defined = strcmp(line, "defined") == 0;
    xl_push(is_defined ? &r->defined : &r->undefined, symbol);
    return is_defined || strcmp(line, "undefined") == 0;
}

/* Loads the lines below a head. */
static bool load_lines(struct xl_link_reading *r, char *text)
{
    char *rest;
    bool all = true;
    for (char *line = strtok_r(text, "\n", &rest); all && line; line = strtok_r(NULL, "\n", &rest))
        all = load_line(r, line);
    return all && r->linked->count;
}

bool xl_link_reading_parse(struct xl_link_reading *r, char *text)
{
    const char *head = strtok_r(text, "\n", &text); /* it was read */
    return head && load_lines(r, text);
}

/* Drops what was loaded of a damaged file. */
static void drop_loaded(struct xl_link_reading *r)
{
    struct xl_link_fingerprint *linked = r->linked;
    while (linked->count)
        free(linked->kernels[--linked->count].name);
    linked->rest = (struct xl_digest){0, 0};
    r->defined.count = r->undefined.count = 0;
}

bool xl_link_reading_load(struct xl_link_reading *r, const char *target)
{
    char digest[XL_DIGEST_TEXT], *path = xl_join_path(r->directory, "linked-%s", target);
    size_t size;
    struct xl_error err;
    char *text = xl_file_read(path, &size, &err);
    free(path);
    const bool is = text && digest_target(r->directory, target, digest) &&
                    xl_link_reading_is_of(text, size, digest) && xl_link_reading_parse(r, text);
    free(text);
    if (!is) /* the objects say it */
        drop_loaded(r);
    return is;
}

/* read-TARGET. */

static const char read_kind[] = "crosslane-read 1";

/* The key is a digest of the tool, which may read objects in another way. */
static bool write_key(char key[XL_DIGEST_TEXT])
{
    struct xl_digest tool;
    const bool is = xl_digest_file("/proc/self/exe", &tool) == 0;
    xl_digest_write(tool, key);
    return is;
}

int xl_link_reading_digest(struct xl_link_reading *r, const char *path, struct xl_digest *digest)
{
    char text[XL_DIGEST_TEXT];
    if (xl_digest_file(path, digest))
        return -1;
    xl_digest_write(*digest, text);
    xl_text_add(&r->read, "%s %s\n", text, path);
    return 0;
}

/* Whether the files of these lines are as they were. Ends behind them. */
static bool are_unchanged(char **lines)
{
    bool are = true;
    for (char *line = *lines, *end; are && *line != '\n'; line = *lines = end + 1) {
        char is[XL_DIGEST_TEXT];
        struct xl_digest digest;
        end = strchr(line, '\n');
        if (!end || end - line <= XL_DIGEST_TEXT)
            return false;
        *end = '\0';
        are = xl_digest_file(line + XL_DIGEST_TEXT, &digest) == 0;
        xl_digest_write(digest, is);
        are = are && memcmp(line, is, sizeof is - 1) == 0;
    }
    return are;
}

bool xl_link_reading_recall(struct xl_link_reading *r, const char *target)
{
    char key[XL_DIGEST_TEXT], *path = xl_join_path(r->directory, "read-%s", target);
    size_t size;
    char *text = write_key(key) ? xl_cached_read(path, read_kind, key, &size) : NULL, *lines = text;
    const bool is = text && are_unchanged(&lines) && load_lines(r, lines + 1);
    free(path);
    free(text);
    if (!is)
        drop_loaded(r);
    return is;
}

void xl_link_reading_remember(const struct xl_link_reading *r, const char *target)
{
    char key[XL_DIGEST_TEXT], *path = xl_join_path(r->directory, "read-%s", target);
    struct xl_text body = {0};
    xl_text_add(&body, "%s\n", r->read.at ? r->read.at : "");
    add_reading(&body, r);
    if (write_key(key))
        xl_cached_write(path, read_kind, key, body.at, body.used);
    free(body.at);
    free(path);
}
