/* Probes a row's CPU with one kernel, once.
 * SPDX-License-Identifier: MIT
 */
#include "suite/probe.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/processes.h"
#include "base/text.h"
#include "build/build.h"
#include "results/results_json.h"
#include "results/store.h"
#include "suite/elsewhere.h"

enum { XL_NOTE_LINE = 4096, XL_NOTE_LINES = 6, XL_RUNNER_NOTE_SECONDS = 600 };
enum { XL_STATUS_ENVIRONMENT = 3 };

void xl_row_trees_free(struct xl_row_trees *t)
{
    free(t->emulator);
    free(t->sysroot);
    free(t->tools);
    free(t->qemu);
    free(t->runner);
    free(t->reason);
    *t = (struct xl_row_trees){0};
}

static void find_trees(const struct xl_row *row, struct xl_row_trees *t)
{
    char *tools = xl_build_tree_path("sysroots/mk-tools", NULL),
         *sysroot = xl_build_tree_path("sysroots/mk-sysroot", row->arch->name);
    char *next = row->is_next ? xl_build_tree_path("sysroots/mk-qemu-next", NULL) : NULL;
    const char *tree = row->is_next ? next : tools;
    t->emulator = xl_format("%s/usr/bin/qemu-%s", tree ? tree : "", row->arch->qemu);
    free(next);
    t->sysroot = sysroot ? sysroot : xl_copy_text("");
    t->tools = tools ? tools : xl_copy_text("");
}

/* The note that a row keeps its promise. Its name depends on the row and on what the trees' paths
 * depend on. NULL: there is no cache. */
static char *note_of(const struct xl_row *row)
{
    static const char *const recipes[] = {"suite",    "tree.sh",    "packages.sh",
                                          "mk-tools", "mk-sysroot", "mk-qemu-next"};
    const char *tools = getenv("CROSSLANE_TOOLS"), *packages = getenv("CROSSLANE_SYSROOT_PACKAGES");
    char name[XL_DIGEST_TEXT], *cache = xl_store_directory(),
                               *variable = xl_elsewhere_variable(row->runner ? row->runner : "");
    const char *command = getenv(variable);
    char *key = xl_format("tools %d %s\n%s\n%s\n%u\n%s\n%s\n%s\n%s\n%s\n", row->is_next, row->name,
                          row->qemu_cpu, row->isa->name, row->vl_bits, tools ? tools : "",
                          packages ? packages : "", row->runner ? row->runner : "",
                          row->host ? row->host : "", command ? command : "");
    struct xl_digest digest = xl_digest_text(key), recipe;
    for (size_t i = 0; i < XL_MAX_ABSENT_ISAS && row->absent_isas[i]; i++)
        digest = xl_digest_combine(digest, xl_digest_text(row->absent_isas[i]->name));
    for (size_t i = 0; i < sizeof recipes / sizeof recipes[0]; i++) {
        char *file = xl_join_path(xl_root(), "sysroots/%s", recipes[i]);
        xl_digest_file(file, &recipe);
        digest = xl_digest_combine(digest, recipe);
        free(file);
    }
    xl_digest_write(digest, name);
    char *note = cache ? xl_format("%s/../probed/%s", cache, name) : NULL;
    free(variable);
    free(key);
    free(cache);
    return note;
}

/* Reads the trees of a row that was probed. */
static bool read_note(const struct xl_row *row, const char *note, struct xl_row_trees *t)
{
    struct stat s;
    if (row->runner && note && !stat(note, &s) && s.st_mtime + XL_RUNNER_NOTE_SECONDS < time(NULL))
        return false;
    char lines[XL_NOTE_LINES][XL_NOTE_LINE] = {""};
    FILE *f = note ? fopen(note, "re") : NULL;
    bool is_whole = f != NULL;
    for (int i = 0; f && i < XL_NOTE_LINES; i++) {
        is_whole = is_whole && fgets(lines[i], sizeof lines[i], f) && strchr(lines[i], '\n');
        lines[i][strcspn(lines[i], "\n")] = '\0';
        is_whole = is_whole && (i >= 3 || access(lines[i], F_OK) == 0);
    }
    if (f)
        fclose(f);
    if (is_whole)
        *t = (struct xl_row_trees){.emulator = xl_copy_text(lines[0]),
                                   .sysroot = xl_copy_text(lines[1]),
                                   .tools = xl_copy_text(lines[2]),
                                   .vl_bits = (unsigned)strtoul(lines[3], NULL, 10),
                                   .qemu = xl_copy_text(lines[4]),
                                   .runner = xl_copy_text(lines[5]),
                                   .reason = xl_copy_text("")};
    return is_whole;
}

static void write_note(const char *note, const struct xl_row_trees *t)
{
    struct xl_atomic_file w;
    struct xl_error ignored;
    char *directory = xl_directory_of(note);
    mkdir(directory, 0777);
    free(directory);
    xl_atomic_file_begin(&w, note);
    if (w.f)
        fprintf(w.f, "%s\n%s\n%s\n%u\n%s\n%s\n", t->emulator, t->sysroot, t->tools, t->vl_bits,
                t->qemu, t->runner);
    xl_atomic_file_end(&w, &ignored); /* the row is probed again */
}

/* Reads what the run found out of a row. */
static void read_row(struct json_object *rows, const struct xl_row *row, struct xl_row_trees *t)
{
    struct json_object *found = xl_json_find(rows, xl_key_name(XL_KEY_row_row), row->name);
    const int outcome = found ? xl_key_outcome(found) : -1;
    t->vl_bits = (unsigned)xl_key_number(found, XL_KEY_row_vl_bits);
    t->qemu = xl_copy_text(xl_key_text(found, XL_KEY_row_qemu));
    t->runner = xl_copy_text(xl_key_text(found, XL_KEY_row_runner));
    t->is_skipped = row->runner && outcome == XL_SKIP;
    t->reason = xl_copy_text(found ? xl_key_text(found, XL_KEY_row_reason)
                                   : "the row could not be probed; its message is above");
    t->status = outcome == XL_PASS ? 0 : outcome == XL_FAIL ? 1 : XL_STATUS_ENVIRONMENT;
}

/* Runs the kernel on all rows that have no note yet, and reads what was found out. */
static void run_probe(const char *dir, const struct xl_row *const *rows, size_t count,
                      struct xl_row_trees *trees)
{
    struct xl_error err = {""};
    struct xl_process p = {.output = -1};
    char scratch[PATH_MAX];
    const int held = xl_scratch_begin(xl_temporary_directory(), "crosslane-probe", scratch);
    char *tool = xl_join_path(xl_root(), "crosslane"), *file = xl_join_path(scratch, "results");
    const char *const begin[] = {
        tool, "run", "--kernel", "add_f32", "--json", file, dir ? "--probe-rows" : NULL, dir};
    struct xl_words words = {0};
    size_t asked = 0;
    for (size_t i = 0; i < sizeof begin / sizeof begin[0] && begin[i]; i++)
        xl_words_add(&words, begin[i]);
    for (size_t i = 0; i < count; i++)
        if (!trees[i].emulator) {
            xl_words_add(&words, "--row");
            xl_words_add(&words, rows[i]->name);
            asked++;
        }
    fprintf(stderr, "crosslane: checking once what the CPUs of %zu row%s have\n", asked,
            xl_s(asked));
    const int status =
        xl_build_run_script(&p, (const char *const *)words.at, -1, "rows", NULL, &err);
    char *output = p.output < 0 ? xl_copy_text("") : xl_process_output(&p);
    if (status > 0)
        fprintf(stderr, "%s%s", *err.text ? err.text : output, *err.text ? "\n" : "");
    xl_process_free(&p);
    struct json_object *results = json_object_from_file(file);
    for (size_t i = 0; i < count; i++)
        if (!trees[i].emulator) {
            read_row(xl_key_array(results, XL_KEY_run_rows), rows[i], &trees[i]);
            find_trees(rows[i], &trees[i]);
        }
    json_object_put(results);
    if (held >= 0)
        xl_scratch_end(held, scratch);
    xl_words_free(&words);
    free(file);
    free(output);
    free(tool);
}

static void set_bochs(struct xl_row_trees *t)
{
    *t = (struct xl_row_trees){
        .emulator = xl_copy_text(""),
        .sysroot = xl_copy_text(""),
        .tools = xl_copy_text(""),
        .qemu = xl_copy_text(""),
        .runner = xl_copy_text(""),
        .reason = xl_copy_text("Bochs runs kernels only: use a row of QEMU, or a native one"),
        .status = XL_STATUS_ENVIRONMENT,
        .is_skipped = true};
}

void xl_rows_probe(const char *dir, const struct xl_row *const *rows, size_t count,
                   struct xl_row_trees *trees)
{
    char **notes = xl_alloc(count, sizeof *notes);
    bool is_noted = true, *is_new = xl_alloc(count, sizeof *is_new);
    for (size_t i = 0; i < count; i++) {
        trees[i] = (struct xl_row_trees){0};
        if (xl_row_is_bochs(rows[i])) {
            set_bochs(&trees[i]);
            continue;
        }
        notes[i] = note_of(rows[i]);
        is_new[i] = !read_note(rows[i], notes[i], &trees[i]);
        is_noted &= !is_new[i];
    }
    if (!is_noted)
        run_probe(dir, rows, count, trees);
    for (size_t i = 0; i < count; i++) {
        if (is_new[i] && trees[i].status == 0 && notes[i])
            write_note(notes[i], &trees[i]);
        if (trees[i].status == 0 && !rows[i]->native && access(trees[i].emulator, X_OK) != 0) {
            free(trees[i].reason);
            trees[i].reason =
                xl_format("no emulator at %s; make it: ./crosslane tools", trees[i].emulator);
            trees[i].status = XL_STATUS_ENVIRONMENT;
        }
        free(notes[i]);
    }
    free(is_new);
    free(notes);
}
