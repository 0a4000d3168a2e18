/* What a program's link statement and objects say, as a file.
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

#define XL_LINKED_HEAD "crosslane-linked 1 "

static bool digest_target(const char *folder, const char *target, char text[XL_DIGEST_TEXT])
{
    struct xl_digest digest;
    char *path = xl_join_path(folder, "%s", target);
    const bool is = xl_digest_file(path, &digest) == 0;
    xl_digest_write(digest, text);
    free(path);
    return is;
}

static int by_name(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static void add_symbols(struct xl_text *text, const char *what, const struct xl_link_symbols *of,
                        const uint64_t *names, size_t count)
{
    for (size_t i = 0; i < of->count; i++)
        if (!names || (count && bsearch(&of->at[i].name, names, count, sizeof *names, by_name)))
            xl_text_add(text, "%s %016" PRIx64 " %zu\n", what, of->at[i].name, of->at[i].object);
}

char *xl_link_reading_text(const struct xl_link_reading *r, const char *target, size_t *size)
{
    char digest[XL_DIGEST_TEXT];
    struct xl_text text = {0};
    if (!digest_target(r->folder, target, digest))
        return NULL;
    uint64_t *names = xl_alloc(r->defined.count, sizeof *names);
    for (size_t i = 0; i < r->defined.count; i++)
        names[i] = r->defined.at[i].name;
    qsort(names, r->defined.count, sizeof *names, by_name);
    xl_text_add(&text, XL_LINKED_HEAD "%s\n", digest);
    xl_digest_write(r->linked->rest, digest);
    xl_text_add(&text, "rest %s\n", digest);
    for (size_t i = 0; i < r->linked->count; i++) {
        xl_digest_write(r->linked->kernels[i].code, digest);
        xl_text_add(&text, "code %s %s\n", digest, r->linked->kernels[i].name);
    }
    add_symbols(&text, "defined", &r->defined, NULL, 0);
    add_symbols(&text, "undefined", &r->undefined, names, r->defined.count);
    free(names);
    *size = text.used;
    return text.at;
}

bool xl_link_fingerprint_is_of(const char *text, size_t size, const char *digest)
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

bool xl_link_reading_parse(struct xl_link_reading *r, char *text)
{
    char *rest;
    bool all = true;
    strtok_r(text, "\n", &rest); /* the head was read */
    for (char *line; all && (line = strtok_r(NULL, "\n", &rest));)
        all = load_line(r, line);
    return all && r->linked->count;
}

bool xl_link_reading_load(struct xl_link_reading *r, const char *target)
{
    char digest[XL_DIGEST_TEXT], *path = xl_join_path(r->folder, "linked-%s", target);
    size_t size;
    struct xl_error err;
    char *text = xl_file_read(path, &size, &err);
    free(path);
    const bool is = text && digest_target(r->folder, target, digest) &&
                    xl_link_fingerprint_is_of(text, size, digest) && xl_link_reading_parse(r, text);
    free(text);
    if (!is) { /* the objects say it */
        char *files = r->linked->files;
        r->linked->files = NULL;
        xl_link_fingerprint_free(r->linked);
        r->linked->files = files;
        r->defined.count = r->undefined.count = 0;
    }
    return is;
}
