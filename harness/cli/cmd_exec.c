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

enum { XL_MOST_GLOBS = 256, XL_PROBE_MS = 60 * 60 * 1000, XL_MARK_LINE = 4096 };

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

/* What a row's programs run with. */
struct trees {
    char *emulator, *sysroot, *objdump;
};

static void free_trees(struct trees *t)
{
    free(t->emulator);
    free(t->sysroot);
    free(t->objdump);
}

static void find_trees(const struct xl_row *row, struct trees *t)
{
    char *tools = xl_build_tree_path("sysroots/mk-tools", NULL),
         *sysroot = xl_build_tree_path("sysroots/mk-sysroot", row->arch->name);
    *t = (struct trees){xl_format("%s/usr/bin/qemu-%s", tools ? tools : "", row->arch->qemu),
                        sysroot ? sysroot : xl_copy_text(""),
                        xl_format("%s/usr/lib/llvm-19/bin/llvm-objdump", tools ? tools : "")};
    free(tools);
}

/* The file that says that a row keeps its promise, and where its trees are. Its name depends on the
 * row and on what the trees' paths depend on. NULL: there is no cache. */
static char *mark_of(const struct xl_row *row)
{
    static const char *const recipes[] = {"suite", "tree.sh", "mk-tools", "mk-sysroot"};
    const char *tools = getenv("CROSSLANE_TOOLS");
    char name[XL_DIGEST_TEXT], *cache = xl_store_folder(),
                               *key = xl_format("%s\n%s\n%u\n%s\n", row->name, row->qemu_cpu,
                                                row->vl_bits, tools ? tools : "");
    struct xl_digest digest = xl_digest_text(key), recipe;
    for (size_t i = 0; i < sizeof recipes / sizeof recipes[0]; i++) {
        char *file = xl_join_path(xl_root(), "sysroots/%s", recipes[i]);
        xl_digest_file(file, &recipe);
        digest = xl_digest_combine(digest, recipe);
        free(file);
    }
    xl_digest_write(digest, name);
    char *mark = cache ? xl_format("%s/../probed/%s", cache, name) : NULL;
    free(key);
    free(cache);
    return mark;
}

/* Reads the trees of a row that was probed. */
static bool read_mark(const char *mark, struct trees *t)
{
    char lines[3][XL_MARK_LINE] = {"", "", ""};
    FILE *f = mark ? fopen(mark, "re") : NULL;
    bool is_whole = f != NULL;
    for (int i = 0; f && i < 3; i++) {
        is_whole = is_whole && fgets(lines[i], sizeof lines[i], f) && strchr(lines[i], '\n');
        lines[i][strcspn(lines[i], "\n")] = '\0';
        is_whole = is_whole && access(lines[i], F_OK) == 0;
    }
    if (f)
        fclose(f);
    if (is_whole)
        *t = (struct trees){xl_copy_text(lines[0]), xl_copy_text(lines[1]), xl_copy_text(lines[2])};
    return is_whole;
}

static void write_mark(const char *mark, const struct trees *t)
{
    struct xl_atomic_file w;
    struct xl_error ignored;
    char *folder = xl_format("%.*s", (int)(strrchr(mark, '/') - mark), mark);
    mkdir(folder, 0777);
    free(folder);
    xl_atomic_file_begin(&w, mark);
    if (w.f)
        fprintf(w.f, "%s\n%s\n%s\n", t->emulator, t->sysroot, t->objdump);
    xl_atomic_file_end(&w, &ignored); /* the row is probed again */
}

/* Finds the row's trees, and whether its CPU has the ISA and the vector length: a kernel that runs
 * there shows it, once for each row and trees. Returns 0, 1 if the row does not keep its promise,
 * or 3. */
static int probe(const struct xl_row *row, struct trees *t)
{
    struct xl_error err;
    char *output = NULL, *mark = mark_of(row), *tool = xl_join_path(xl_root(), "crosslane");
    int status = 0;
    if (!read_mark(mark, t)) {
        fprintf(stderr, "crosslane: checking once that %s has %s\n", row->name, row->isa->name);
        status = xl_command(
            (const char *const[]){tool, "run", "--row", row->name, "--kernel", "add_f32", NULL},
            XL_PROBE_MS, &output, &err);
        if (status)
            fprintf(stderr, "%s%s", status < 0 ? err.text : output, status < 0 ? "\n" : "");
        find_trees(row, t);
        if (status == 0 && mark)
            write_mark(mark, t);
    }
    if (status == 0 && !row->native && access(t->emulator, X_OK) != 0) {
        fprintf(stderr, "crosslane: error: no emulator at %s\n  help: ./crosslane tools\n",
                t->emulator);
        status = XL_EXIT_ENVIRONMENT;
    }
    free(output);
    free(mark);
    free(tool);
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
    struct xl_command_evidence e;
    struct xl_error err;
    if (xl_exec_evidence(o, &e, &err)) {
        xl_error_print(&err);
        xl_command_evidence_free(&e);
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
    xl_command_evidence_free(&e);
    return result;
}

static int run_on_row(const struct request *r, const struct xl_row *row)
{
    struct xl_error err;
    struct xl_launched launched;
    struct trees trees;
    const bool has_evidence = r->json || r->of_count || r->expect_count;
    if (has_evidence && row->native) {
        fprintf(stderr,
                "crosslane: error: %s is native: what executes there is not logged\n"
                "  help: use a row with an emulator, or omit --json, --of and --expect\n",
                row->name);
        return XL_EXIT_USAGE;
    }
    if (has_evidence && xl_family_find(row->isa->family) == XL_FAMILY_none) {
        fprintf(stderr,
                "crosslane: error: %s is for scalar code, which has no vector functions\n"
                "  help: use a row of another ISA, or omit --json, --of and --expect\n",
                row->name);
        return XL_EXIT_USAGE;
    }
    const int promise = probe(row, &trees);
    const struct xl_launch l = {
        .row = row, .cpu = row->qemu_cpu, .emulator = trees.emulator, .sysroot = trees.sysroot};
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
        const struct xl_exec_options o = {.row = row,
                                          .emulator = trees.emulator,
                                          .sysroot = trees.sysroot,
                                          .objdump = trees.objdump,
                                          .argv = r->argv,
                                          .of = r->of,
                                          .of_count = r->of_count,
                                          .expect = r->expect,
                                          .expect_count = r->expect_count,
                                          .no_control = r->no_control};
        const int shown = has_evidence ? show_evidence(r, &o, status) : 0;
        status = status ? status : shown;
    }
    free_trees(&trees);
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
