/* Reads a large results file row by row.
 * SPDX-License-Identifier: MIT
 *
 * json-c parses whole values only. So the ends of the rows are found here, by brackets and quotes.
 * json-c then parses each row.
 */
#include "results/row_reader.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"

enum { XL_DONE_BYTES = 8 << 20 };

static size_t skip_blanks(const struct xl_row_reader *l, size_t at)
{
    while (at < l->size && l->text[at] && strchr(" \t\r\n", l->text[at]))
        at++;
    return at;
}

/* The position after a string, which begins here. */
static size_t skip_text(const struct xl_row_reader *l, size_t at)
{
    for (at++; at < l->size && l->text[at] != '"'; at++)
        at += l->text[at] == '\\';
    return at < l->size ? at + 1 : l->size;
}

/* The position of the comma or bracket after a value. */
static size_t skip_value(const struct xl_row_reader *l, size_t at)
{
    for (size_t depth = 0; at < l->size;) {
        const char c = l->text[at];
        if (!depth && (c == ',' || c == ']' || c == '}'))
            break;
        depth += c == '[' || c == '{';
        depth -= c == ']' || c == '}';
        at = c == '"' ? skip_text(l, at) : at + 1;
    }
    return at < l->size ? at : l->size;
}

/* Finds the begin and end of the object's only array of rows. 0, or -1. */
static int find_rows(struct xl_row_reader *l)
{
    static const char key[] = "\"rows\"";
    size_t at = skip_blanks(l, 0), found = 0;
    if (at == l->size || l->text[at] != '{')
        return -1;
    do {
        const size_t name = skip_blanks(l, at + 1);
        if (name == l->size || l->text[name] != '"')
            return -1;
        const size_t behind = skip_text(l, name), colon = skip_blanks(l, behind);
        const size_t value = skip_blanks(l, colon + 1);
        if (value >= l->size || l->text[colon] != ':')
            return -1;
        at = skip_value(l, value);
        if (behind - name != sizeof key - 1 || memcmp(l->text + name, key, sizeof key - 1) != 0)
            continue;
        if (l->text[value] != '[' || found++)
            return -1;
        l->at = value + 1;
        for (l->end = at; l->end > l->at && l->text[l->end] != ']';)
            l->end--;
    } while (at < l->size && l->text[at] == ',');
    return found ? 0 : -1;
}

/* Parses the whole text as one value. NULL: it is not one. */
static struct json_object *parse(struct xl_row_reader *l, const char *text, size_t length)
{
    json_tokener_reset(l->tokener);
    struct json_object *o = json_tokener_parse_ex(l->tokener, text, (int)length);
    size_t end = o ? json_tokener_get_parse_end(l->tokener) : 0;
    while (o && end < length && text[end] && strchr(" \t\r\n", text[end]))
        end++;
    if (o && end == length)
        return o;
    json_object_put(o);
    return NULL;
}

/* Everything but the rows. */
static int read_head(struct xl_row_reader *l)
{
    const size_t rest = l->size - l->end;
    char *text = xl_alloc(l->at + rest + 1, 1);
    memcpy(text, l->text, l->at);
    memcpy(text + l->at, l->text + l->end, rest);
    l->head = parse(l, text, l->at + rest);
    free(text);
    return l->head ? 0 : -1;
}

int xl_row_reader_open(const char *file, struct xl_row_reader *l)
{
    struct stat s;
    *l = (struct xl_row_reader){.tokener = json_tokener_new()};
    const int fd = open(file, O_RDONLY | O_CLOEXEC);
    void *text = MAP_FAILED;
    if (fd >= 0 && fstat(fd, &s) == 0)
        text = mmap(NULL, (size_t)s.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (fd >= 0)
        close(fd);
    if (text == MAP_FAILED || !l->tokener)
        return -1;
    l->text = text;
    l->size = (size_t)s.st_size;
    if (find_rows(l) || read_head(l))
        return -1;
    l->at = skip_blanks(l, l->at);
    return 0;
}

int xl_row_reader_next(struct xl_row_reader *l, struct json_object **row, const char **text,
                       size_t *length)
{
    if (l->at >= l->end)
        return 0;
    if (l->at - l->done >= XL_DONE_BYTES) { /* free memory of what was read */
        madvise(l->text + l->done, XL_DONE_BYTES, MADV_DONTNEED);
        l->done += XL_DONE_BYTES;
    }
    size_t end = skip_value(l, l->at);
    *text = l->text + l->at;
    *length = end - l->at;
    *row = parse(l, *text, *length);
    if (!*row || end > l->end || (end < l->end && l->text[end] != ',')) {
        json_object_put(*row);
        return -1;
    }
    l->at = end + 1;
    return 1;
}

void xl_row_reader_close(struct xl_row_reader *l)
{
    if (l->text)
        munmap(l->text, l->size);
    if (l->tokener)
        json_tokener_free(l->tokener);
    json_object_put(l->head);
    *l = (struct xl_row_reader){0};
}
