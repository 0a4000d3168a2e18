/* A file of the cache: a line for each result.
 * SPDX-License-Identifier: MIT
 */
#include "results/store_file.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/memory.h"

#define XL_LINES_HEAD "crosslane-results 2 "

enum { XL_LINES_VERSIONS = 4 }; /* of a name */

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

/* What is behind a good head; NULL. */
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

/* Room for one more. */
static bool make_room(struct xl_store_file *l)
{
    enum { FIRST = 512 };
    if (l->count < l->room)
        return true;
    const size_t room = l->room ? 2 * l->room : FIRST;
    struct xl_store_entry *more = reallocarray(l->lines, room, sizeof *more);
    if (!more)
        return false;
    l->lines = more;
    l->room = room;
    return true;
}

/* Up to the next of this sign, which becomes the end; NULL: there is none. */
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
        if (!value || !make_room(l))
            return false;
        l->lines[l->count++] = (struct xl_store_entry){key, name, value};
    }
    return true;
}

bool xl_store_file_read(struct xl_store_file *l, const char *file)
{
    size_t size;
    *l = (struct xl_store_file){.text = read_text(file, &size)};
    char *body = l->text ? body_of(l->text, size) : NULL;
    if (!l->text || (body && split(l, body)))
        return true;
    xl_store_file_free(l);
    return false;
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

bool xl_store_file_put(struct xl_store_file *l, const struct xl_store_entry *line)
{
    size_t from = 0, versions = line->value != NULL;
    while (from < l->count && strcmp(l->lines[from].name, line->name) != 0)
        from++;
    if (line->value && !make_room(l))
        return false;
    size_t to = from; /* those that stay move up to here, and then down for the new one */
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
        return true;
    memmove(l->lines + from + 1, l->lines + from, (to - from) * sizeof *l->lines);
    l->lines[from] = *line;
    l->count++;
    return true;
}

/* What is behind the head; NULL: no memory. */
static char *write_body(const struct xl_store_file *l, size_t *size)
{
    char *body = NULL;
    FILE *f = open_memstream(&body, size);
    for (size_t i = 0; f && i < l->count; i++) {
        const struct xl_store_entry *line = &l->lines[i];
        fprintf(f, "%s\t%s\t%s\n", line->key, line->name, line->value);
    }
    if (f && fclose(f) == 0)
        return body;
    free(body);
    errno = ENOMEM;
    return NULL;
}

int xl_store_file_write(const struct xl_store_file *l, const char *file)
{
    char digest[XL_DIGEST_TEXT];
    size_t size = 0;
    char *body = write_body(l, &size);
    if (!body)
        return -1;
    char *temporary = xl_format("%s.%d.tmp", file, (int)getpid());
    xl_digest_write(xl_digest(body, size), digest);
    FILE *f = fopen(temporary, "we");
    int failed = !f || fprintf(f, XL_LINES_HEAD "%s\n%s", digest, body) < 0;
    free(body);
    if (f && fclose(f))
        failed = 1;
    if (!failed)
        failed = rename(temporary, file);
    int why = errno;
    if (failed)
        remove(temporary);
    free(temporary);
    errno = why;
    return failed ? -1 : 0;
}

void xl_store_file_free(struct xl_store_file *l)
{
    free(l->lines);
    free(l->text);
    *l = (struct xl_store_file){0};
}
