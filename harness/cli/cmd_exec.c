/* crosslane exec: a command on a row's CPU.
 * SPDX-License-Identifier: MIT
 */
#include <fnmatch.h>
#include <json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/process.h"
#include "base/text.h"
#include "build/build.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "results/store.h"
#include "suite/exec.h"

const struct xl_cli_usage xl_cli_exec_usage = {
    .begin = "Usage: crosslane exec --row ROW [OPTION]... -- COMMAND [ARGUMENT]...\n"
             "Run a command so that programs of the row's architecture run on its CPU, also those\n"
             "that the command starts. With --json, --of or --expect: show which functions with\n"
             "vector code executed. For that the command runs again, without output.\n"
             "\n",
    .options =
        {
            XL_OPTION("row", "ROW", 'r', "one row"),
            XL_OPTION("json", "FILE", 'o', "executed functions as JSON (- is stdout)"),
            XL_OPTION("of", "GLOB", 'O', "look at these files (default: all but the sysroot's)"),
            XL_OPTION("expect", "GLOB", 'e', "a vector function that must execute; repeatable"),
            XL_OPTION("no-control", NULL, 'C', "do not run it on a CPU without the ISA"),
        },
    .end = "Exit status: the command's; if that is 0: 1 finding, 2 usage, 3 environment\n",
};

enum { XL_MOST_GLOBS = 256, XL_PROBE_MS = 60 * 60 * 1000 };

struct request {
    const char *row, *json;
    const char *of[XL_MOST_GLOBS], *expect[XL_MOST_GLOBS];
    size_t of_count, expect_count;
    bool no_control;
    char *const *argv;
};

static int add_glob(const char **globs, size_t *count)
{
    if (*count == XL_MOST_GLOBS) {
        fprintf(stderr, "crosslane: error: more than %d patterns\n", XL_MOST_GLOBS);
        return -1;
    }
    globs[(*count)++] = optarg;
    return 0;
}

/* Returns -1 if the command is to be run, or the exit status. */
static int read_options(int argc, char **argv, struct request *r)
{
    for (int option; (option = xl_cli_option(argc, argv, &xl_cli_exec_usage)) != -1;) {
        int failed = 0;
        switch (option) {
        case 'h':
            return xl_cli_help(&xl_cli_exec_usage);
        case 'r':
            r->row = optarg;
            break;
        case 'o':
            r->json = optarg;
            break;
        case 'O':
            failed = add_glob(r->of, &r->of_count);
            break;
        case 'e':
            failed = add_glob(r->expect, &r->expect_count);
            break;
        case 'C':
            r->no_control = true;
            break;
        default:
            failed = -1;
        }
        if (failed)
            return XL_EXIT_USAGE;
    }
    if (!r->row)
        return xl_cli_missing("exec", "--row ROW");
    if (optind == argc)
        return xl_cli_missing("exec", "-- COMMAND");
    r->argv = argv + optind;
    return -1;
}

static const struct xl_row *find_row(const struct xl_row_list *list, const char *name)
{
    const char **names = xl_alloc(list->count, sizeof *names);
    const struct xl_row *found = NULL;
    for (size_t i = 0; i < list->count; i++) {
        names[i] = list->rows[i].name;
        if (strcmp(names[i], name) == 0)
            found = &list->rows[i];
    }
    if (!found)
        xl_cli_unknown("row", name, names, list->count, "./crosslane list rows");
    free(names);
    return found;
}

/* Whether the row's CPU has the ISA and the vector length, shown by a kernel that runs there. That
 * is found out once for each emulator and CPU. Returns 0, 1 if the row does not keep its promise,
 * or 3. */
static int probe(const struct xl_row *row, const char *emulator)
{
    char name[XL_DIGEST_TEXT];
    struct xl_error err;
    char *output = NULL,
         *key = xl_format("%s\n%s\n%s\n%u\n", row->name, row->qemu_cpu, emulator, row->vl_bits);
    xl_digest_write(xl_digest_text(key), name);
    free(key);
    char *cache = xl_store_folder(),
         *mark = cache ? xl_format("%s/../probed/%s", cache, name) : NULL;
    int status = 0;
    if (!mark || access(mark, F_OK) != 0) {
        fprintf(stderr, "crosslane: checking once that %s has %s\n", row->name, row->isa->name);
        char *tool = xl_join_path(xl_root(), "crosslane");
        status = xl_command(
            (const char *const[]){tool, "run", "--row", row->name, "--kernel", "add_f32", NULL},
            XL_PROBE_MS, &output, &err);
        if (status)
            fprintf(stderr, "%s", status < 0 ? err.text : output);
        free(tool);
        free(output);
        if (status == 0 && mark) {
            char *folder = xl_format("%s/../probed", cache);
            mkdir(folder, 0777);
            free(folder);
            FILE *f = fopen(mark, "we");
            if (f)
                fclose(f);
        }
    }
    free(mark);
    free(cache);
    return status < 0 ? XL_EXIT_ENVIRONMENT : status;
}

static int write_json(const char *file, struct json_object *json)
{
    struct xl_atomic_file w;
    struct xl_error err;
    xl_atomic_file_begin(&w, file);
    if (w.f)
        fprintf(w.f, "%s\n", json_object_to_json_string_ext(json, JSON_C_TO_STRING_PRETTY));
    if (xl_atomic_file_end(&w, &err) == 0)
        return 0;
    xl_error_print(&err);
    return -1;
}

static int show_evidence(const struct request *r, const struct xl_exec_options *o, int status)
{
    struct xl_evidence_of_command e;
    struct xl_error err;
    if (xl_exec_evidence(o, &e, &err)) {
        xl_error_print(&err);
        xl_evidence_of_command_free(&e);
        return XL_EXIT_ENVIRONMENT;
    }
    xl_exec_print(o, &e);
    int result = e.defect[0] ? XL_EXIT_FINDING : XL_EXIT_OK;
    if (e.status != status)
        fprintf(stderr, "note: the command ended with %d when it was logged, with %d before\n",
                e.status, status);
    if (r->json) {
        struct json_object *json = xl_exec_json(o, &e, status);
        if (write_json(r->json, json))
            result = XL_EXIT_ENVIRONMENT;
        json_object_put(json);
    }
    xl_evidence_of_command_free(&e);
    return result;
}

static int run_on_row(const struct request *r, const struct xl_row *row)
{
    struct xl_error err;
    struct xl_launched launched;
    const bool has_evidence = r->json || r->of_count || r->expect_count;
    char *tools = xl_build_tree_path("sysroots/mk-tools", NULL),
         *sysroot = xl_build_tree_path("sysroots/mk-sysroot", row->arch->name),
         *emulator = xl_format("%s/usr/bin/qemu-%s", tools ? tools : "", row->arch->qemu),
         *objdump = xl_format("%s/usr/lib/llvm-19/bin/llvm-objdump", tools ? tools : "");
    if (has_evidence && row->native) {
        fprintf(stderr,
                "crosslane: error: %s is native: what executes there is not logged\n"
                "  help: use a row with an emulator, or omit --json, --of and --expect\n",
                row->name);
        return XL_EXIT_USAGE;
    }
    const int promise = probe(row, emulator);
    const struct xl_launch l = {
        .row = row, .cpu = row->qemu_cpu, .emulator = emulator, .sysroot = sysroot ? sysroot : ""};
    int status = promise == XL_EXIT_ENVIRONMENT ? promise : 0;
    if (status == 0 && xl_launch(&l, r->argv, &launched, &err)) {
        xl_error_print(&err);
        status = XL_EXIT_ENVIRONMENT;
    } else if (status == 0) {
        status = launched.status;
        if (launched.why_not[0])
            fprintf(stderr,
                    "note: programs of %s that a program starts do not run: %s\n"
                    "  help: docs/your-tests.md, \"What `exec` needs\"\n",
                    row->arch->name, launched.why_not);
    }
    const struct xl_exec_options o = {.row = row,
                                      .emulator = emulator,
                                      .sysroot = l.sysroot,
                                      .objdump = objdump,
                                      .argv = r->argv,
                                      .of = r->of,
                                      .of_count = r->of_count,
                                      .expect = r->expect,
                                      .expect_count = r->expect_count,
                                      .no_control = r->no_control};
    if (has_evidence && promise != XL_EXIT_ENVIRONMENT) {
        const int shown = show_evidence(r, &o, status);
        status = status ? status : shown;
    }
    free(tools);
    free(sysroot);
    free(emulator);
    free(objdump);
    return status ? status : promise;
}

int xl_cli_exec(int argc, char **argv)
{
    struct request r = {0};
    struct xl_row_list list;
    int status = read_options(argc, argv, &r);
    if (status != -1)
        return status;
    if (xl_cli_matrix_read(&list))
        return XL_EXIT_USAGE;
    const struct xl_row *row = r.row ? find_row(&list, r.row) : NULL;
    status = row ? run_on_row(&r, row) : XL_EXIT_USAGE;
    xl_row_list_free(&list);
    return status;
}
