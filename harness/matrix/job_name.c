/* Job names of matrix rows, as GitHub makes them.
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "base/unicode.h"
#include "matrix/expand.h"

enum { MAX_UNITS = 100 }; /* UTF-16 units, as .NET counts a string */

struct name {
    char text[4 * (MAX_UNITS + 1) + 4]; /* 4 bytes a code point at most, and the dots */
    size_t length;
    size_t units;
    size_t cut; /* length in front of the dots */
    bool full;
};

static void add(struct name *name, const char *text)
{
    const char *end = text + strlen(text);
    while (text < end && !name->full) {
        const char *start = text;
        int32_t code = xl_utf8_next(&text, end);
        if (code < 0)
            text++; /* a job's name may be invalid UTF-8 */
        name->units += code > 0xFFFF ? 2 : 1;
        name->full = name->units > MAX_UNITS;
        if (name->full)
            break;
        memcpy(name->text + name->length, start, (size_t)(text - start));
        name->length += (size_t)(text - start);
        if (name->units <= MAX_UNITS - 3)
            name->cut = name->length;
    }
}

/* Adds the leaves of a value, without null and ''. */
static void add_leaves(struct name *name, const struct xl_node *value, bool *first)
{
    if (name->full)
        return;
    if (value->type == XL_NODE_SEQUENCE) {
        for (size_t i = 0; i < value->count; i++)
            add_leaves(name, value->items[i], first);
        return;
    }
    if (value->type == XL_NODE_MAPPING) {
        for (size_t i = 0; i < value->count; i++)
            add_leaves(name, value->pairs[i].value, first);
        return;
    }
    char buffer[XL_NUMBER_TEXT];
    const char *text = xl_node_text(value, buffer);
    if (*text == '\0')
        return;
    add(name, *first ? " (" : ", ");
    add(name, text);
    *first = false;
}

char *xl_job_name(const char *job, const struct xl_matrix_row *row)
{
    struct name name = {0};
    bool first = true;
    add(&name, job);
    for (size_t i = 0; i < row->name_count; i++)
        add_leaves(&name, row->cells[i].value, &first);
    if (!first)
        add(&name, ")");
    if (name.full)
        strcpy(name.text + name.cut, "...");
    else
        name.text[name.length] = '\0';
    return xl_copy_text(name.text);
}
