/* crosslane doctor: what rows need of this machine, what of that is missing, and what mends it.
 * SPDX-License-Identifier: MIT
 *
 * Host packages come first: ./crosslane says which are missing, because this program wants them
 * too.
 */
#include "cli/cmd_doctor.h"

#include <inttypes.h>
#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/processes.h"
#include "base/terminal.h"
#include "base/text.h"
#include "build/build.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "matrix/compilers.h"
#include "repro/compile.h"
#include "repro/reproduction.h"
#include "suite/launch.h"
#include "suite/mappings.h"

struct request {
    bool json;
};

const struct xl_cli_usage xl_cli_doctor_usage = {
    .begin = "Usage: crosslane doctor [OPTION]...\n"
             "Show what rows need of this machine, what is missing, the rows that it blocks, the\n"
             "fix, known bugs of the installed compilers and emulators, and a verdict.\n"
             "\n",
    .options = {XL_FLAG_OPTION("json", struct request, json,
                               "print a JSON object with `things` and `bugs`")},
    .end = "Exit status: 0 nothing is missing that a run does not make, 2 usage, 3 something is\n",
};

/* ---- What rows need of this machine, and what of that is there ---- */

enum {
    XL_ROOM_MIB = 2048,      /* for builds, beside the trees */
    XL_MEMORY_MIB = 512,     /* for a row, and a compiler beside it */
    XL_ADDRESSES_MIB = 4608, /* qemu-user reserves 4 GiB for a guest of 32 bits */
    XL_ASK_MS = 10000
};

static struct xl_requirement *add_requirement(struct xl_health *h, const char *name)
{
    struct xl_requirement *t =
        &h->things[h->count < XL_MOST_REQUIREMENTS - 1 ? h->count++ : h->count];
    *t = (struct xl_requirement){.rows = 0};
    snprintf(t->name, sizeof t->name, "%s", name);
    return t;
}

enum run_by { ANYTHING, AN_EMULATOR };

/* Rows of an architecture and a compiler; of all where these are NULL. */
static size_t rows_of(const struct xl_row_list *rows, const char *arch, const char *compiler,
                      enum run_by by)
{
    size_t count = 0;
    for (size_t i = 0; i < rows->count; i++) {
        const struct xl_row *row = &rows->rows[i];
        count += (!arch || strcmp(row->arch->name, arch) == 0) &&
                 (!compiler || strcmp(row->compiler, compiler) == 0) &&
                 (by == ANYTHING || !row->native);
    }
    return count;
}

/* Whether the tree is made; rows: that want it. */
static bool look_at_tree(struct xl_health *h, const char *path, size_t rows, const char *command)
{
    char *manifest = xl_join_path(path, "manifest");
    struct stat s;
    const char *slash = strrchr(path, '/');
    struct xl_requirement *t = add_requirement(h, slash ? slash + 1 : path);
    const bool is_made = stat(manifest, &s) == 0;
    free(manifest);
    if (is_made) {
        const long days = (long)(time(NULL) - s.st_mtime) / 86400;
        snprintf(t->state, sizeof t->state, "made %ld days ago", days > 0 ? days : 0);
        return true;
    }
    snprintf(t->state, sizeof t->state, "not made yet: a run makes it");
    snprintf(t->command, sizeof t->command, "%s", command);
    t->rows = rows;
    return false;
}

/* A program's answer to one option: the word behind `before`, or the first. */
static void ask(const char *program, const char *option, const char *before, char *text,
                size_t size)
{
    struct xl_process p = {.output = -1};
    struct xl_error err;
    char said[300] = "";
    int status;
    const char *argv[] = {program, option, NULL};
    if (xl_process_start(&p, argv, (const int[XL_PROCESS_FDS]){-1, -1, -1}, &err) == 0) {
        if (xl_process_wait(&p, XL_ASK_MS, &status) && status == 0)
            xl_process_tail(&p, said, sizeof said);
        xl_process_kill(&p);
    }
    xl_process_free(&p);
    const char *from = *before ? strstr(said, before) : said;
    snprintf(text, size, "%.60s", from ? from + strlen(before) : "");
    text[strcspn(text, " ")] = '\0';
}

/* Adds the known bugs that are in this version, of this architecture. */
static void add_bugs(struct xl_health *h, enum xl_bug_kind of, const char *compiler,
                     const char *arch, const char *version)
{
    for (size_t i = 0; i < h->known.count && h->bug_count < XL_MOST_BUGS; i++) {
        const struct xl_known_bug *b = &h->known.bugs[i];
        bool is_there = false, is_here = false;
        for (size_t k = 0; k < h->bug_count; k++)
            is_there |= h->bugs[k] == b;
        for (size_t k = 0; k < b->archs.count; k++)
            is_here |= strcmp(b->archs.words[k], arch) == 0;
        if (is_there || !is_here || b->kind != of || !xl_known_bug_has_version(b, version) ||
            (b->compiler && !xl_compiler_is_meant(b->compiler, compiler)))
            continue;
        snprintf(h->versions[h->bug_count], sizeof h->versions[0], "%s", version);
        h->bugs[h->bug_count++] = b;
    }
}

/* The version of a program that rows are built or run by. */
static void look_at_program(struct xl_health *h, const char *name, const char *arch,
                            const char *program, const char *option, const char *before,
                            enum xl_bug_kind of, const char *compiler, size_t rows)
{
    char version[64] = "";
    if (*program)
        ask(program, option, before, version, sizeof version);
    struct xl_requirement *t = add_requirement(h, name);
    snprintf(t->state, sizeof t->state, "%s", *version ? version : "does not start");
    t->is_lacking = !*version;
    t->rows = *version ? 0 : rows;
    if (!*version && *program)
        snprintf(t->command, sizeof t->command, "rm -rf the tools tree, then %s tools",
                 xl_program());
    else if (!*version)
        snprintf(t->command, sizeof t->command, "unset CROSSLANE_TOOLS");
    else
        add_bugs(h, of, compiler, arch, version);
}

static const char *version_option(const char *compiler)
{
    return xl_compiler_is_gcc(compiler) ? "-dumpfullversion" : "-dumpversion";
}

static void look_at_arch(struct xl_health *h, const struct xl_arch *arch, const char *tools,
                         const struct xl_row_list *rows)
{
    char command[200], name[64], *path = xl_build_tree_path("sysroots/mk-sysroot", arch->name);
    struct xl_toolchain d = {.text = NULL};
    struct xl_error err;
    snprintf(command, sizeof command, "%s sysroot %s", xl_program(), arch->name);
    if (path)
        look_at_tree(h, path, rows_of(rows, arch->name, NULL, ANYTHING), command);
    for (size_t i = 0; tools && i < xl_compiler_count; i++) {
        const char *compiler = xl_compilers[i].name;
        if (xl_compilers[i].has_tree)
            continue;
        xl_toolchain_free(&d);
        xl_toolchain_query(arch->name, compiler, path ? path : "", tools, &d, &err);
        snprintf(name, sizeof name, "%s for %s", compiler, arch->name);
        look_at_program(h, name, arch->name, d.compiler, version_option(compiler), "",
                        XL_BUG_COMPILER, compiler, rows_of(rows, arch->name, compiler, ANYTHING));
    }
    snprintf(name, sizeof name, "qemu-%s", arch->qemu);
    if (tools && d.emulator)
        look_at_program(h, name, arch->name, d.emulator, "--version", "version ", XL_BUG_EMULATOR,
                        "", rows_of(rows, arch->name, NULL, AN_EMULATOR));
    xl_toolchain_free(&d);
    free(path);
}

void xl_health_disk(struct xl_health *h, const char *directory, uint64_t free_bytes, size_t rows)
{
    struct xl_requirement *t = add_requirement(h, "disk");
    snprintf(t->state, sizeof t->state, "%" PRIu64 " MiB free under %.200s", free_bytes >> 20,
             directory);
    if (free_bytes >> 20 >= XL_ROOM_MIB)
        return;
    t->is_lacking = true;
    t->rows = rows;
    snprintf(t->costs, sizeof t->costs, "trees and builds need %d MiB", XL_ROOM_MIB);
    snprintf(t->command, sizeof t->command,
             "rm -rf %.100s/*+* (builds of other kernels), or "
             "CROSSLANE_CACHE=DIRECTORY where there is room",
             xl_display_path(xl_work_directory()));
}

void xl_health_memory(struct xl_health *h, uint64_t bytes)
{
    struct xl_requirement *t = add_requirement(h, "memory");
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    const uint64_t at_once = (bytes >> 20) / XL_MEMORY_MIB;
    snprintf(t->state, sizeof t->state, "%" PRIu64 " MiB available", bytes >> 20);
    if (cores <= 0 || at_once >= (uint64_t)cores)
        return;
    t->is_lacking = !at_once;
    snprintf(t->costs, sizeof t->costs, "too little for %ld rows in parallel", cores);
    snprintf(t->command, sizeof t->command, "%s run --jobs %" PRIu64, xl_program(),
             at_once ? at_once : 1);
}

void xl_health_addresses(struct xl_health *h, uint64_t bytes, const struct xl_row_list *rows)
{
    struct xl_requirement *t = add_requirement(h, "address space");
    if (bytes == UINT64_MAX) {
        snprintf(t->state, sizeof t->state, "no limit");
        return;
    }
    snprintf(t->state, sizeof t->state, "limited to %" PRIu64 " MiB", bytes >> 20);
    if (bytes >> 20 >= XL_ADDRESSES_MIB)
        return;
    t->is_lacking = true;
    t->rows = rows_of(rows, "armhf", NULL, AN_EMULATOR);
    snprintf(t->costs, sizeof t->costs, "QEMU reserves 4 GiB for a 32-bit guest");
    snprintf(t->command, sizeof t->command, "ulimit -v unlimited");
}

/* Of /proc/meminfo, as MiB are counted there: KiB. */
static uint64_t available_bytes(void)
{
    char line[200];
    unsigned long long kib = 0;
    FILE *f = fopen("/proc/meminfo", "re");
    while (f && fgets(line, sizeof line, f) && sscanf(line, "MemAvailable: %llu", &kib) != 1) {
    }
    if (f)
        fclose(f);
    return kib ? kib << 10 : UINT64_MAX;
}

/* How `exec` and `suite` run what a command starts. */
static void look_at_ways(struct xl_health *h, const char *tools)
{
    struct xl_requirement *t = add_requirement(h, "started programs");
    bool is_confined;
    char why[200], *emulator = xl_join_path(tools, "usr/bin/qemu-aarch64");
    const enum xl_way way = xl_launch_way(emulator, &is_confined, why, sizeof why);
    const bool is_made = access(emulator, X_OK) == 0;
    free(emulator);
    snprintf(
        t->state, sizeof t->state, "%s; tests %s%s%s%s",
        way == XL_WAY_BINFMT  ? "run by binfmt_misc"
        : way == XL_WAY_PROOT ? "run by PRoot, slower"
        : is_made             ? "do not run"
                              : "run by PRoot once the tools tree is made",
        is_confined ? "are confined" : "can change all files, rows run one by one",
        xl_follow_is_allowed()
            ? ""
            : "; Linux refuses notifications (seccomp), so `strace` logs what is mapped, slower",
        *why ? "; " : "", why);
    if (way == XL_WAY_NONE && is_made) {
        snprintf(t->costs, sizeof t->costs, "`suite` fails rows whose tests start programs");
        snprintf(t->command, sizeof t->command, "apt-get install -y proot");
    }
}

/* A tree that is made when something first needs it. */
static void look_at_later_tree(struct xl_health *h, const char *name, const char *script,
                               const char *until)
{
    struct xl_requirement *t = add_requirement(h, name);
    char *path = xl_build_tree_path(script, NULL),
         *manifest = xl_join_path(path ? path : "", "manifest");
    const bool is_made = path && access(manifest, F_OK) == 0;
    free(path);
    free(manifest);
    snprintf(t->state, sizeof t->state, "%s", is_made ? "made" : until);
}

/* A compiler with trees of its own, and the known bugs of those that are made. */
static void look_at_compiler(struct xl_health *h, const char *compiler, const char *tools)
{
    struct xl_requirement *t = add_requirement(h, compiler);
    for (size_t i = 0; i < xl_arch_count; i++) {
        struct xl_toolchain d = {.text = NULL};
        struct xl_error ignored;
        char version[64] = "", *path = xl_build_compiler_path(compiler, xl_arches[i].name),
             *manifest = xl_join_path(path ? path : "", "manifest");
        if (path && access(manifest, F_OK) == 0 &&
            xl_toolchain_query(xl_arches[i].name, compiler, "", tools, &d, &ignored) == 0)
            ask(d.compiler, version_option(compiler), "", version, sizeof version);
        if (*version) {
            if (!*t->state)
                snprintf(t->state, sizeof t->state, "%s made for", version);
            xl_append(t->state, sizeof t->state, " %s", xl_arches[i].name);
            add_bugs(h, XL_BUG_COMPILER, compiler, xl_arches[i].name, version);
        }
        xl_toolchain_free(&d);
        free(manifest);
        free(path);
    }
    if (!*t->state)
        snprintf(t->state, sizeof t->state,
                 "not made yet: the first row that names it makes its tree, in some 10 s");
}

static void look_at_cpu(struct xl_health *h, const struct xl_row_list *rows)
{
    struct xl_requirement *t = add_requirement(h, "this CPU");
    size_t native = 0;
    for (size_t i = 0; i < rows->count; i++) {
        const struct xl_row *row = &rows->rows[i];
        native += row->native;
        if (!row->native || (xl_arch_is_native(row->arch) && xl_isa_is_native(row->isa)))
            continue;
        t->rows++;
        if (!strstr(t->costs, row->isa->name))
            xl_append(t->costs, sizeof t->costs, "%s%s", *t->costs ? ", " : "lacks ",
                      row->isa->name);
    }
    snprintf(t->state, sizeof t->state, "runs %zu of %zu native rows", native - t->rows, native);
}

/* The directory of the trees: what holds the tools tree. */
static void look_at_machine(struct xl_health *h, const char *tools, const struct xl_row_list *rows)
{
    char *cache = xl_copy_text(tools);
    struct statvfs disk;
    struct rlimit addresses = {RLIM_INFINITY, RLIM_INFINITY};
    for (char *slash; statvfs(cache, &disk) && (slash = strrchr(cache, '/')); *slash = '\0') {
    }
    if (statvfs(*cache ? cache : "/", &disk) == 0)
        xl_health_disk(h, *cache ? cache : "/", (uint64_t)disk.f_bavail * disk.f_frsize,
                       rows->count);
    free(cache);
    xl_health_memory(h, available_bytes());
    getrlimit(RLIMIT_AS, &addresses);
    xl_health_addresses(
        h, addresses.rlim_cur == RLIM_INFINITY ? UINT64_MAX : (uint64_t)addresses.rlim_cur, rows);
    look_at_ways(h, tools);
    look_at_cpu(h, rows);
    look_at_later_tree(h, "debugger", "sysroots/mk-debugger",
                       "not made yet: crosslane debug makes it, in some 10 s");
    look_at_later_tree(h, "newer QEMU", "sysroots/mk-qemu-next",
                       "not made yet: the first failing call makes it, to be repeated there");
    for (size_t i = 0; i < xl_compiler_count; i++)
        if (xl_compilers[i].has_tree)
            look_at_compiler(h, xl_compilers[i].name, tools);
}

/* Looks. 0, or -1 with err; the caller frees it all the same. */
static int look(const struct xl_row_list *rows, struct xl_health *h, struct xl_error *err)
{
    const char *wanted = getenv("CROSSLANE_TOOLS");
    const bool is_host = wanted && strcmp(wanted, "host") == 0;
    if (xl_known_bugs_read_own(&h->known, err))
        return -1;
    char *path = xl_build_tree_path("sysroots/mk-tools", NULL);
    if (!path) {
        xl_error_set(err, "crosslane: error: there is no directory for trees: neither "
                          "CROSSLANE_CACHE nor HOME is set");
        return -1;
    }
    bool is_made = is_host;
    char *make_tools = xl_format("%s tools", xl_program());
    if (!is_host)
        is_made = look_at_tree(h, path, rows->count, make_tools);
    free(make_tools);
    for (size_t i = 0; i < xl_arch_count; i++)
        look_at_arch(h, &xl_arches[i], !is_made ? NULL : is_host ? "host" : path, rows);
    look_at_machine(h, path, rows);
    free(path);
    return 0;
}

static void free_health(struct xl_health *h)
{
    xl_known_bugs_free(&h->known);
}

/* ---- What doctor prints: a line for each thing that rows need, and a verdict; or JSON ---- */

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

/* ---- The command ---- */

int xl_cli_doctor(int argc, char **argv)
{
    struct xl_row_list rows;
    struct xl_error err;
    struct request r = {0};
    bool lacks = false;
    int status = xl_cli_parse(argc, argv, &xl_cli_doctor_usage, &r, NULL);
    if (status != -1)
        return status;
    if (xl_cli_matrix_read(&rows))
        return XL_EXIT_USAGE;
    struct xl_health *h = xl_alloc(1, sizeof *h);
    status = look(&rows, h, &err);
    if (status)
        fprintf(stderr, "%s\n", err.text);
    else
        r.json ? print_json(h) : xl_health_print(h, rows.count);
    for (size_t i = 0; i < h->count; i++)
        lacks |= h->things[i].is_lacking;
    free_health(h);
    free(h);
    xl_row_list_free(&rows);
    return status || lacks ? XL_EXIT_ENVIRONMENT : XL_EXIT_OK;
}
