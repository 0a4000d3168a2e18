/* crosslane differ: the same row by two compilers or versions of one, at two levels, or under two
 * emulators, compared bit by bit.
 * SPDX-License-Identifier: MIT
 */
#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "cli/cli.h"
#include "cli/common_options.h"
#include "cli/options.h"
#include "matrix/compilers.h"
#include "report/formats.h"
#include "results/results_json.h"
#include "run/run.h"

struct wanted {
    const char *row, *by, *kernel;
    bool all;
};

const struct xl_cli_usage xl_cli_differ_usage = {
    .begin = "Usage: crosslane differ --row ROW --by compiler|version|level|emulator\n"
             "Run a row and its counterpart on the same input, and compare bit by bit.\n"
             "\n",
    .options =
        {
            XL_VALUE_OPTION("row", "ROW", ROW, struct wanted, row, "full name of the row"),
            XL_VALUE_OPTION(
                "by", "compiler|version|level|emulator", CHOICE, struct wanted, by,
                "gcc and clang, a compiler and its newer version, O0 and O2, or QEMU of the "
                "tools tree and the newer one; of a row with a runner: it and this machine's CPU"),
            XL_VALUE_OPTION("kernel", "GLOB", KERNEL, struct wanted, kernel,
                            "these kernels (default: all)"),
            XL_FLAG_OPTION("all", struct wanted, all, "print kernels with the same bits too"),
        },
    .end = "Exit status: 0 same bits, or differences within a contract that is not exact, 1 other\n"
           "differences, 2 usage, 3 environment\n",
};

enum by { BY_COMPILER, BY_VERSION, BY_LEVEL, BY_EMULATOR, BYS };
static const char *const by_names[BYS] = {"compiler", "version", "level", "emulator"};

/* Whether it has the CPU of a row with a runner, and needs none. */
static bool is_on_this_machine(const struct xl_row *other, const struct xl_row *row)
{
    return other->native && !other->runner && other->isa == row->isa &&
           other->vl_bits == row->vl_bits;
}

/* The row that differs from this one in one thing. NULL if there is none. */
static const struct xl_row *counterpart_of(const struct xl_row_list *list, const struct xl_row *row,
                                           enum by by)
{
    if (by == BY_EMULATOR && !row->runner)
        return row;
    for (size_t i = 0; i < list->count; i++) {
        const struct xl_row *other = &list->rows[i];
        const bool compiler = strcmp(other->compiler, row->compiler) == 0,
                   family =
                       xl_compiler_is_gcc(other->compiler) == xl_compiler_is_gcc(row->compiler),
                   level = strcmp(other->opt, row->opt) == 0;
        const bool wanted = by == BY_COMPILER ? !family && level
                            : by == BY_VERSION
                                ? family && !compiler && level
                                : compiler && !level && strcmp(other->opt, "O3") != 0;
        if (by == BY_EMULATOR
                ? is_on_this_machine(other, row) && compiler && level
                : other->arch == row->arch && strcmp(other->cpu, row->cpu) == 0 && wanted)
            return other;
    }
    return NULL;
}

/* Runs one row. kernel NULL: all. Returns the row's results, or NULL; *status is the run's. */
static struct json_object *run_row(const char *row, const char *kernel, bool other_emulator,
                                   int *status)
{
    static const struct xl_run_callbacks silent = {.data = NULL};
    char file[] = "/tmp/crosslane-differ-XXXXXX";
    int fd = mkstemp(file);
    if (fd < 0)
        return NULL;
    close(fd);
    struct xl_cli_selection s;
    xl_cli_select_begin(&s);
    xl_cli_add_row(&s, row);
    if (kernel)
        xl_cli_add_kernel(&s, kernel);
    s.run.tier = XL_TIER_FULL;
    s.run.has_tier = true;
    s.run.other_emulator = other_emulator;
    s.run.no_shortened_rows = true;
    s.run.jobs = 1;
    s.run.json = file;
    *status = xl_run(&s.run, &silent);
    struct json_object *all = json_object_from_file(file);
    struct json_object *rows = xl_key_array(all, XL_KEY_run_rows);
    struct json_object *first = rows ? json_object_get(json_object_array_get_idx(rows, 0)) : NULL;
    json_object_put(all);
    remove(file);
    return first;
}

static int differ(const struct wanted *w, enum by by)
{
    struct xl_row_list list;
    if (xl_cli_matrix_read(&list))
        return XL_EXIT_USAGE;
    const struct xl_row *row = xl_row_find(&list, w->row);
    const struct xl_row *twin = row ? counterpart_of(&list, row, by) : NULL;
    int status = XL_EXIT_USAGE, ran[2];
    if (!twin) {
        xl_message("crosslane: error: %s '%s'%s%s\n  help: ./crosslane list rows\n",
                   row ? "no counterpart of row" : "unknown row", w->row, row ? " by " : "",
                   row ? by_names[by] : "");
    } else {
        struct json_object *a = run_row(row->name, w->kernel, false, &ran[0]);
        struct json_object *b = a ? run_row(twin->name, w->kernel, twin == row, &ran[1]) : NULL;
        status = !a || !b                        ? XL_EXIT_ENVIRONMENT
                 : ran[0] == 3 || ran[1] == 3    ? XL_EXIT_ENVIRONMENT
                 : xl_differ_print(a, b, w->all) ? XL_EXIT_OK
                                                 : XL_EXIT_FINDING;
        json_object_put(a);
        json_object_put(b);
    }
    xl_row_list_free(&list);
    return status;
}

int xl_cli_differ(int argc, char **argv)
{
    struct wanted w = {.by = ""};
    const int status = xl_cli_parse(argc, argv, &xl_cli_differ_usage, &w, NULL);
    if (status != -1)
        return status;
    for (int i = 0; w.row && i < BYS; i++)
        if (strcmp(by_names[i], w.by) == 0)
            return differ(&w, (enum by)i);
    if (!w.row || !*w.by)
        return xl_cli_missing("differ",
                              w.row ? "--by compiler|version|level|emulator" : "--row ROW");
    return xl_cli_unknown("--by", w.by, by_names, BYS, "--by compiler|version|level|emulator");
}
