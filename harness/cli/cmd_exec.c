/* crosslane exec: a command on a row's CPU.
 * SPDX-License-Identifier: MIT
 */
#include <errno.h>
#include <fnmatch.h>
#include <json.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/text.h"
#include "build/library.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "suite/exec.h"
#include "suite/native.h"
#include "suite/probe.h"

enum { XL_MOST_GLOBS = 256 };

struct request {
    const char *row, *rows_dir, *json;
    const char *of[XL_MOST_GLOBS], *expect[XL_MOST_GLOBS];
    size_t of_count, expect_count;
    bool no_control, allows_autovectorized;
    char *const *argv;
};

const struct xl_cli_usage xl_cli_exec_usage = {
    .begin =
        "Usage: crosslane exec --row ROW [OPTION]... -- COMMAND [ARGUMENT]...\n"
        "Run a command so that programs of the row's architecture run on its CPU, also those\n"
        "that the command starts. With --json, --of, --expect or --allow-autovectorized: show\n"
        "which functions with vector code executed. For that it is logged, and runs again\n"
        "without the ISA and without output.\n"
        "\n",
    .options =
        {
            XL_VALUE_OPTION("row", "ROW", ROW, struct request, row, "one row"),
            XL_VALUE_OPTION("rows", "DIR", DIRECTORY, struct request, rows_dir,
                            "also rows that DIR/crosslane.yml has"),
            XL_VALUE_OPTION("json", "FILE", FILE, struct request, json,
                            "executed functions as JSON (- is stdout)"),
            XL_LIST_OPTION("of", "GLOB", TEXT, struct request, of, of_count,
                           "look at these files (default: all but the sysroot's)"),
            XL_LIST_OPTION("expect", "GLOB", TEXT, struct request, expect, expect_count,
                           "a vector function that must execute; repeatable"),
            XL_FLAG_OPTION("allow-autovectorized", struct request, allows_autovectorized,
                           "what the compiler vectorized counts as vector code"),
            XL_FLAG_OPTION("no-control", struct request, no_control,
                           "do not run it on a CPU without the ISA"),
        },
    .operands = XL_A_COMMAND,
    .end = "Exit status: the command's; if that is 0: 1 finding, 2 usage, 3 environment\n",
};

static bool has_file(const char *dir)
{
    char *file = xl_join_path(dir, XL_LIBRARY_FILE);
    const bool has = access(file, R_OK) == 0;
    free(file);
    return has;
}

/* Returns -1 if the command is to be run, or the exit status. */
static int read_options(int argc, char **argv, struct request *r)
{
    size_t count;
    const int status = xl_cli_parse(argc, argv, &xl_cli_exec_usage, r, &count);
    if (status != -1)
        return status;
    if (r->rows_dir && !has_file(r->rows_dir)) {
        fprintf(stderr, "crosslane: error: --rows: no %s in '%s'\n", XL_LIBRARY_FILE, r->rows_dir);
        return XL_EXIT_USAGE;
    }
    if (!r->row)
        return xl_cli_missing("exec", "--row ROW");
    if (!count)
        return xl_cli_missing("exec", "-- COMMAND");
    r->argv = argv + 1;
    return -1;
}

/* The row. NULL with a message on standard error. */
static const struct xl_row *find_row(const struct xl_row_list *list, const char *name)
{
    const struct xl_row *found = xl_row_find(list, name);
    const char **names = xl_alloc(list->count, sizeof *names);
    for (size_t i = 0; i < list->count; i++)
        names[i] = list->rows[i].name;
    if (!found)
        xl_cli_unknown("row", name, names, list->count, "./crosslane list rows");
    free(names);
    return found;
}

static void note_why_not(const struct xl_row *row, const struct xl_launched *launched)
{
    if (launched->why_not[0] && launched->way == XL_WAY_NONE)
        fprintf(stderr,
                "note: programs of %s that a program starts do not run: %s\n"
                "  help: docs/your-tests.md, \"What both need\"\n",
                row->arch->name, launched->why_not);
}

static int show_evidence(const struct request *r, const struct xl_exec_options *o,
                         const struct xl_evidence *e, int status)
{
    int result = e->defect[0] ? XL_EXIT_FINDING : XL_EXIT_OK;
    xl_exec_print(o, e);
    if (r->json) {
        struct json_object *json = xl_exec_json(o, e, status);
        struct xl_error err;
        if (xl_json_write(json, r->json, false, &err)) {
            xl_error_print(&err);
            result = XL_EXIT_ENVIRONMENT;
        }
        json_object_put(json);
    }
    return result;
}

/* Runs the command for evidence. ran: how it ran before, if it did. Returns its exit status; or, if
 * that is 0, that of the evidence. */
static int run_for_evidence(const struct request *r, const struct xl_exec_options *o,
                            const struct xl_launched *ran)
{
    struct xl_evidence e = {0};
    struct xl_launched launched;
    struct xl_error err;
    const int failed = xl_exec_evidence(o, &e, &launched, &err);
    const int status = o->has_run ? ran->status : launched.status;
    int shown = XL_EXIT_ENVIRONMENT;
    if (!o->has_run)
        note_why_not(o->evidence.row, &launched);
    if (failed)
        xl_error_print(&err);
    else
        shown = show_evidence(r, o, &e, status);
    if (!failed && launched.status != status)
        fprintf(stderr, "note: the command ended with %d when it was logged, with %d before\n",
                launched.status, status);
    xl_evidence_free(&e);
    return status ? status : shown;
}

static bool wants_evidence(const struct request *r)
{
    return r->json || r->of_count || r->expect_count || r->allows_autovectorized;
}

/* Copies the working directory to the row's host. */
static int begin_elsewhere(const struct xl_row *row, const struct xl_row_trees *trees,
                           struct xl_elsewhere *e, struct xl_error *err)
{
    char cwd[PATH_MAX];
    if (!getcwd(cwd, sizeof cwd))
        return xl_fail(err, "the working directory: %s", strerror(errno));
    const int failed = xl_elsewhere_begin(row, trees->sysroot, (const char *const[]){cwd, NULL},
                                          xl_temporary_directory(), e, err);
    if (!failed && e->copied[0])
        fprintf(stderr, "crosslane: %s\n", e->copied);
    return failed;
}

/* Runs the command with these trees. Returns the exit status. */
static int run_command(const struct request *r, const struct xl_row *row,
                       const struct xl_row_trees *trees)
{
    struct xl_library_names library = {0};
    struct xl_error err;
    struct xl_launched launched = {0};
    struct xl_elsewhere elsewhere;
    struct xl_exec_options o = {.evidence = {.row = row,
                                             .files = {.sysroot = trees->sysroot},
                                             .tools = trees->tools,
                                             .of = r->of,
                                             .of_count = r->of_count,
                                             .expect = r->expect,
                                             .expect_count = r->expect_count,
                                             .autovectorized = (const char *const[]){"*"},
                                             .autovectorized_count = r->allows_autovectorized,
                                             .library = &library},
                                .emulator = trees->emulator,
                                .argv = r->argv,
                                .no_control = r->no_control};
    const struct xl_launch l = {.row = row,
                                .cpu = row->qemu_cpu,
                                .emulator = trees->emulator,
                                .sysroot = trees->sysroot,
                                .elsewhere = &elsewhere};
    o.has_run = !wants_evidence(r) || xl_exec_needs_run(&o);
    int failed = begin_elsewhere(row, trees, &elsewhere, &err);
    if (!failed && o.has_run)
        failed = xl_launch(&l, r->argv, &launched, &err);
    xl_elsewhere_end(&elsewhere);
    if (failed) {
        xl_error_print(&err);
        return XL_EXIT_ENVIRONMENT;
    }
    note_why_not(row, &launched);
    if (!wants_evidence(r))
        return launched.status;
    xl_library_names_read(row->arch, row->native ? "" : trees->sysroot, &library);
    const int status = run_for_evidence(r, &o, &launched);
    xl_library_names_free(&library);
    return status;
}

static int run_on_row(const struct request *r, const struct xl_row *row)
{
    struct xl_row_trees trees;
    const bool is_native = row->native && !row->runner;
    if (is_native && !xl_isa_is_native(row->isa)) {
        fprintf(stderr,
                "crosslane: error: %s: this machine's CPU has no %s\n"
                "  help: use a row with an emulator\n",
                row->name, row->isa->name);
        return XL_EXIT_ENVIRONMENT;
    }
    if (wants_evidence(r) && xl_family_find(row->isa->family) == XL_FAMILY_none) {
        fprintf(stderr,
                "crosslane: error: %s is for scalar code, which has no vector functions\n"
                "  help: use a row of another ISA, or omit --json, --of, --expect and "
                "--allow-autovectorized\n",
                row->name);
        return XL_EXIT_USAGE;
    }
    if (wants_evidence(r) && row->runner) {
        fprintf(stderr,
                "crosslane: error: %s: what runs by runner %s is not traced\n"
                "  help: use a row of QEMU or a native one, or omit --json, --of, --expect and "
                "--allow-autovectorized\n",
                row->name, row->runner);
        return XL_EXIT_USAGE;
    }
    xl_rows_probe(r->rows_dir, &row, 1, &trees);
    const int promise = trees.status;
    if (promise)
        fprintf(stderr, "crosslane: error: %s: %s\n", row->name, trees.reason);
    int status = promise == XL_EXIT_ENVIRONMENT ? promise : 0;
    if (status == 0 && !is_native && access(trees.sysroot, F_OK)) {
        xl_message("crosslane: error: no sysroot at %s\n  help: ./crosslane sysroot %s\n",
                   trees.sysroot, row->arch->name);
        status = XL_EXIT_ENVIRONMENT;
    }
    if (status == 0)
        status = run_command(r, row, &trees);
    xl_row_trees_free(&trees);
    return status ? status : promise;
}

int xl_cli_exec(int argc, char **argv)
{
    struct request r = {0};
    struct xl_row_list list;
    int status = read_options(argc, argv, &r);
    if (status != -1)
        return status;
    if (xl_cli_rows_read(r.rows_dir, &list))
        return XL_EXIT_USAGE;
    const struct xl_row *row = r.row ? find_row(&list, r.row) : NULL;
    status = row ? run_on_row(&r, row) : XL_EXIT_USAGE;
    xl_row_list_free(&list);
    return status;
}
