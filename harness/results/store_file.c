/* A file of the cache: one line for each result.
 * SPDX-License-Identifier: MIT
 */
#include "results/store.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/digest.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"

#define XL_LINES_HEAD "crosslane-results 3 "

enum { XL_LINES_VERSIONS = 4 }; /* lines with one name */

/* What follows a valid head, or NULL. */
static char *body_of(char *text, size_t size)
{
    char head[sizeof XL_LINES_HEAD + XL_DIGEST_TEXT], digest[XL_DIGEST_TEXT];
    const size_t length = sizeof head - 1; /* its newline counts */
    if (size < length)
        return NULL;
    xl_digest_write(xl_digest(text + length, size - length), digest);
    snprintf(head, sizeof head, XL_LINES_HEAD "%s\n", digest);
    return memcmp(text, head, length) == 0 ? text + length : NULL;
}

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
    char *body = text ? body_of(text, size) : NULL;
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

char *xl_store_file_text(const struct xl_store_file *l, size_t *size)
{
    char digest[XL_DIGEST_TEXT];
    struct xl_text all = {0};
    /* The digest, which has a fixed length, is that of the rest. */
    xl_text_add(&all, XL_LINES_HEAD "%*s\n", XL_DIGEST_TEXT - 1, "");
    const size_t head = all.used;
    for (size_t i = 0; i < l->count; i++)
        xl_text_add(&all, "%s\t%s\t%s\n", l->lines[i].key, l->lines[i].name, l->lines[i].value);
    xl_digest_write(xl_digest(all.at + head, all.used - head), digest);
    memcpy(all.at + head - XL_DIGEST_TEXT, digest, XL_DIGEST_TEXT - 1);
    *size = all.used;
    return all.at;
}

int xl_store_file_write(const struct xl_store_file *l, const char *file)
{
    size_t size;
    struct xl_atomic_file w;
    struct xl_error ignored;
    char *text = xl_store_file_text(l, &size);
    xl_atomic_file_begin(&w, file);
    if (w.f)
        fwrite(text, 1, size, w.f);
    free(text);
    return xl_atomic_file_end(&w, &ignored);
}

void xl_store_file_free(struct xl_store_file *l)
{
    free(l->lines);
    free(l->text);
    *l = (struct xl_store_file){0};
}
