/* An array of objects as text: a table for people, lines with tabs or JSON for programs.
 * SPDX-License-Identifier: MIT
 */
#include "cli/list_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/terminal.h"
#include "base/text.h"

static const char *text_of(struct json_object *value)
{
    return json_object_is_type(value, json_type_string)
               ? json_object_get_string(value)
               : json_object_to_json_string_ext(value, JSON_C_TO_STRING_PLAIN);
}

/* For programs: the values of an object in a line, with tabs between them. */
static void print_values(struct json_object *o)
{
    const char *separator = "";
    json_object_object_foreach(o, key, value)
    {
        (void)key;
        printf("%s%s", separator, text_of(value));
        separator = "\t";
    }
    putchar('\n');
}

/* A column of a table. */
struct column {
    const char *name;
    size_t width;
};

enum { XL_LIST_COLUMNS = 16, XL_LEAST_COLUMN = 8 };

static size_t measure_columns(struct json_object *array, struct column *columns)
{
    size_t count = 0;
    for (size_t i = 0; i < json_object_array_length(array); i++) {
        count = 0;
        json_object_object_foreach(json_object_array_get_idx(array, i), key, value)
        {
            struct column *c = &columns[count++];
            const size_t length = strlen(text_of(value));
            c->name = key;
            c->width = strlen(key) > c->width ? strlen(key) : c->width;
            c->width = length > c->width ? length : c->width;
            if (count == XL_LIST_COLUMNS)
                break;
        }
    }
    return count;
}

/* Keeps the first columns, as many as the terminal has room for. The last of them may be cut. */
static size_t fit_columns(struct column *columns, size_t count, size_t room)
{
    size_t used = 0, kept = 0;
    while (kept < count && used + columns[kept].width <= room)
        used += columns[kept++].width + 2;
    if (kept < count && (!kept || used + XL_LEAST_COLUMN <= room)) {
        columns[kept].width = room - used;
        kept++;
    }
    return kept;
}

static void print_cell(const char *text, size_t width, bool is_last)
{
    size_t cut = width - 3;
    while (strlen(text) > width && cut && ((unsigned char)text[cut] & 0xC0) == 0x80)
        cut--; /* not within a character of UTF-8 */
    if (strlen(text) > width)
        printf("%.*s%s", (int)cut, text, "...");
    else
        printf("%-*s", is_last ? 0 : (int)width, text);
    fputs(is_last ? "\n" : "  ", stdout);
}

/* For people: a table with a head, as wide as the terminal. */
static void print_table(struct json_object *array)
{
    struct column columns[XL_LIST_COLUMNS] = {{NULL, 0}};
    const size_t count = measure_columns(array, columns);
    const unsigned width = xl_output_columns(80);
    const size_t kept =
        fit_columns(columns, count, width > XL_LEAST_COLUMN ? width : XL_LEAST_COLUMN);
    for (size_t c = 0; c < kept; c++)
        print_cell(columns[c].name, columns[c].width, c + 1 == kept);
    for (size_t i = 0; i < json_object_array_length(array); i++) {
        size_t c = 0;
        json_object_object_foreach(json_object_array_get_idx(array, i), key, value)
        {
            (void)key;
            if (c == kept)
                break;
            print_cell(text_of(value), columns[c].width, c + 1 == kept);
            c++;
        }
    }
    if (kept == count)
        return;
    struct xl_text rest = {0};
    xl_text_add(&rest, "not shown:");
    for (size_t c = kept; c < count; c++)
        xl_text_add(&rest, " %s", columns[c].name);
    xl_text_add(&rest, " (--json)");
    xl_print_wrapped(rest.at, rest.used, 0, 2, width);
    free(rest.at);
}

void xl_cli_print_objects(struct json_object *array, bool as_json)
{
    if (as_json) {
        puts(json_object_to_json_string_ext(array, JSON_C_TO_STRING_PRETTY |
                                                       JSON_C_TO_STRING_NOSLASHESCAPE));
    } else if (xl_is_terminal(STDOUT_FILENO)) {
        print_table(array);
    } else {
        for (size_t i = 0; i < json_object_array_length(array); i++)
            print_values(json_object_array_get_idx(array, i));
    }
}
