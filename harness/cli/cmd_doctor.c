/* crosslane doctor: what rows need of this machine, what of that is missing, and what mends it.
 * SPDX-License-Identifier: MIT
 *
 * Host packages come first: ./crosslane says which are missing, because this program wants them
 * too.
 */
#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/cli.h"
#include "cli/health.h"
#include "cli/options.h"

const struct xl_cli_usage xl_cli_doctor_usage = {
    .begin = "Usage: crosslane doctor [OPTION]...\n"
             "Says what rows need of this machine and what of that is missing, how many rows that\n"
             "costs, and the command that mends it; then which known bugs the compilers and\n"
             "emulators that are there have.\n",
    .options = {XL_OPTION("json", NULL, 'j',
                          "an object on standard output: `things`, each with `thing`, `state`, "
                          "`lacking`,\n"
                          "`rows` (that it costs), `costs` and `command`; `bugs`, each with `id`,\n"
                          "`version` and `link`")},
    .end = "Exit status: 0 nothing is missing that a run does not make itself; 3 something is.\n",
};

static void print_thing(const struct xl_thing *t)
{
    printf("%-18s  %s", t->name, t->state);
    if (t->rows)
        printf("; costs %zu rows", t->rows);
    if (*t->costs)
        printf("%s%s", t->rows ? ": " : "; costs ", t->costs);
    if (*t->command)
        printf("; mended by: %s", t->command);
    putchar('\n');
}

static void print(const struct xl_health *h)
{
    printf("%-18s  none missing\n", "host packages");
    for (size_t i = 0; i < h->count; i++)
        print_thing(&h->things[i]);
    for (size_t i = 0; i < h->bug_count; i++)
        printf("known bug           %s of %s (%s): %s\n", h->bugs[i]->id, h->versions[i],
               h->bugs[i]->compiler ? h->bugs[i]->compiler : "qemu", h->bugs[i]->link);
}

static struct json_object *thing_json(const struct xl_thing *t)
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

static void print_json(const struct xl_health *h)
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

int xl_cli_doctor(int argc, char **argv)
{
    struct xl_row_list rows;
    struct xl_error err;
    bool json = false, lacks = false;
    for (int option; (option = xl_cli_option(argc, argv, &xl_cli_doctor_usage)) != -1;) {
        if (option == 'h')
            return xl_cli_help(&xl_cli_doctor_usage);
        if (option != 'j')
            return XL_EXIT_USAGE;
        json = true;
    }
    if (optind < argc)
        return xl_cli_unwanted(argv[optind]);
    if (xl_cli_matrix_read(&rows))
        return XL_EXIT_USAGE;
    struct xl_health *h = calloc(1, sizeof *h);
    const int status = h ? xl_health_look(&rows, h, &err) : -1;
    if (h && status == 0)
        (json ? print_json : print)(h);
    else
        fprintf(stderr, "%s\n", h ? err.text : "crosslane: error: out of memory");
    for (size_t i = 0; h && i < h->count; i++)
        lacks |= h->things[i].is_lacking;
    if (h)
        xl_health_free(h);
    free(h);
    xl_row_list_free(&rows);
    return status || lacks ? XL_EXIT_ENVIRONMENT : XL_EXIT_OK;
}
