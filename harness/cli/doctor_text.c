/* What doctor prints: a line for each thing that rows need, and a verdict; or JSON.
 * SPDX-License-Identifier: MIT
 */
#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/terminal.h"
#include "base/text.h"
#include "cli/cmd_doctor.h"

enum { XL_NAME_WIDTH = 18, XL_NARROW = 60 };

/* "name    text", in lines that the terminal has room for. */
static void print_line(const char *name, const char *text)
{
    const unsigned columns = xl_output_columns(0);
    const size_t indent = columns && columns < XL_NARROW ? 4 : XL_NAME_WIDTH + 2;
    if (indent == 4)
        printf("%s\n    ", name);
    else
        printf("%-*s  ", XL_NAME_WIDTH, name);
    xl_print_wrapped(text, strlen(text), indent, indent, columns);
}

static void print_thing(const struct xl_requirement *t)
{
    struct xl_text text = {0};
    xl_text_add(&text, "%s", t->state);
    if (t->rows)
        xl_text_add(&text, "; blocks %zu row%s", t->rows, xl_s(t->rows));
    if (*t->costs)
        xl_text_add(&text, "%s%s", t->rows ? ": " : "; ", t->costs);
    if (*t->command)
        xl_text_add(&text, "; fix: %s", t->command);
    print_line(t->name, text.at);
    free(text.at);
}

/* Adds the names of what is lacking, or of what blocks rows until the next run makes it. */
static size_t add_names(const struct xl_health *h, bool is_lacking, struct xl_text *text)
{
    size_t count = 0;
    for (size_t i = 0; i < h->count; i++)
        if (h->things[i].is_lacking == is_lacking &&
            (is_lacking || (h->things[i].rows && *h->things[i].command)))
            xl_text_add(text, "%s%s", count++ ? ", " : "", h->things[i].name);
    return count;
}

/* What follows from all lines: whether a run can start. */
static void print_verdict(const struct xl_health *h, size_t rows)
{
    struct xl_text lacking = {0}, made = {0}, text = {0};
    if (add_names(h, true, &lacking))
        xl_text_add(&text, "not ready: %s; see the fixes above", lacking.at);
    else if (add_names(h, false, &made))
        xl_text_add(&text, "ready; the first run makes: %s", made.at);
    else
        xl_text_add(&text, "ready");
    for (size_t i = 0; i < h->count; i++)
        if (h->things[i].rows && !h->things[i].is_lacking && !*h->things[i].command)
            xl_text_add(&text, "; %zu of %zu rows cannot run here (%s)", h->things[i].rows, rows,
                        h->things[i].name);
    print_line("verdict", text.at);
    free(lacking.at);
    free(made.at);
    free(text.at);
}

void xl_health_print(const struct xl_health *h, size_t rows)
{
    print_line("host packages", "none missing");
    for (size_t i = 0; i < h->count; i++)
        print_thing(&h->things[i]);
    for (size_t i = 0; i < h->bug_count; i++) {
        char *text =
            xl_format("%s of %s (%s): %s", h->bugs[i]->id, h->versions[i],
                      h->bugs[i]->compiler ? h->bugs[i]->compiler : "qemu", h->bugs[i]->link);
        print_line("known bug", text);
        free(text);
    }
    print_verdict(h, rows);
}

static struct json_object *thing_json(const struct xl_requirement *t)
{
    struct json_object *o = json_object_new_object();
    json_object_object_add(o, "thing", json_object_new_string(t->name));
    json_object_object_add(o, "state", json_object_new_string(t->state));
    json_object_object_add(o, "lacking", json_object_new_boolean(t->is_lacking));
    json_object_object_add(o, "rows", json_object_new_uint64(t->rows));
    json_object_object_add(o, "costs", json_object_new_string(t->costs));
    json_object_object_add(o, "command", json_object_new_string(t->command));
    return o;
}

void xl_health_print_json(const struct xl_health *h)
{
    struct json_object *o = json_object_new_object(), *things = json_object_new_array(),
                       *bugs = json_object_new_array();
    for (size_t i = 0; i < h->count; i++)
        json_object_array_add(things, thing_json(&h->things[i]));
    for (size_t i = 0; i < h->bug_count; i++) {
        struct json_object *bug = json_object_new_object();
        json_object_object_add(bug, "id", json_object_new_string(h->bugs[i]->id));
        json_object_object_add(bug, "version", json_object_new_string(h->versions[i]));
        json_object_object_add(bug, "link", json_object_new_string(h->bugs[i]->link));
        json_object_array_add(bugs, bug);
    }
    json_object_object_add(o, "version", json_object_new_int(1));
    json_object_object_add(o, "things", things);
    json_object_object_add(o, "bugs", bugs);
    puts(json_object_to_json_string_ext(o,
                                        JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_NOSLASHESCAPE));
    json_object_put(o);
}
