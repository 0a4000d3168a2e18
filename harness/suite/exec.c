/* The evidence of a command: which vector functions of its programs executed, and that they need
 * the row's ISA.
 * SPDX-License-Identifier: MIT
 */
#include "suite/exec.h"

#include <errno.h>
#include <fnmatch.h>
#include <ftw.h>
#include <json.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"

enum { XL_NAMED = 5 };

static int remove_one(const char *path, const struct stat *s, int type, struct FTW *at)
{
    (void)s;
    (void)type;
    (void)at;
    return remove(path);
}

/* Runs the command with a log of each program. */
static int run_logged(const struct xl_exec_options *o, const char *cpu,
                      struct xl_launched *launched, struct xl_executed *executed,
                      struct xl_error *err)
{
    const char *temporary = getenv("TMPDIR");
    char logs[PATH_MAX];
    snprintf(logs, sizeof logs, "%.200s/crosslane-logs-XXXXXX",
             temporary && *temporary ? temporary : "/tmp");
    if (!mkdtemp(logs))
        return xl_fail(err, "%s: %s", logs, strerror(errno));
    const struct xl_launch l = {.row = o->row,
                                .cpu = cpu,
                                .emulator = o->emulator,
                                .sysroot = o->sysroot,
                                .logs = logs,
                                .is_quiet = true};
    int failed = xl_launch(&l, o->argv, launched, err);
    if (!failed)
        failed = xl_executed_read(logs, o->sysroot, executed, err);
    nftw(logs, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    return failed;
}

/* Whether a file's code is looked at. */
static bool is_wanted(const struct xl_exec_options *o, const struct xl_executed_file *f)
{
    const char *slash = strrchr(f->path, '/'), *name = slash ? slash + 1 : f->path;
    for (size_t i = 0; i < o->of_count; i++)
        if (fnmatch(o->of[i], f->path, 0) == 0 || fnmatch(o->of[i], name, 0) == 0)
            return true;
    return !o->of_count && !f->is_system;
}

static int read_code(const struct xl_exec_options *o, const struct xl_executed *executed,
                     struct xl_command_evidence *e, struct xl_error *err)
{
    const enum xl_family family = xl_family_find(o->row->isa->family);
    for (size_t i = 0; i < executed->count; i++) {
        const struct xl_executed_file *f = &executed->at[i];
        struct xl_exec_file file = {.path = xl_copy_text(f->path), .is_program = f->is_program};
        if (is_wanted(o, f) &&
            xl_vector_code_read(f, o->objdump, o->row->arch, family, &file.code, err)) {
            free(file.path);
            return -1;
        }
        if (is_wanted(o, f))
            xl_push(e, file);
        else
            free(file.path);
    }
    for (size_t i = 0; i < e->count; i++) {
        e->functions += e->at[i].code.count;
        for (size_t k = 0; k < e->at[i].code.count; k++)
            e->executed += e->at[i].code.at[k].executed_vectors != 0;
    }
    e->programs = executed->programs;
    e->unknown_blocks = executed->unknown_blocks;
    e->incomplete = executed->incomplete;
    e->traps = executed->traps;
    return 0;
}

/* The executed function of this name in this file; NULL: none. */
static const struct xl_vector_function *find_executed(const struct xl_command_evidence *e,
                                                      const char *path, const char *name)
{
    for (size_t i = 0; i < e->count; i++)
        for (size_t k = 0; strcmp(e->at[i].path, path) == 0 && k < e->at[i].code.count; k++)
            if (e->at[i].code.at[k].executed_vectors && strcmp(e->at[i].code.at[k].name, name) == 0)
                return &e->at[i].code.at[k];
    return NULL;
}

/* Names the functions that executed on the row and not on the control CPU. Returns their number. */
static size_t compare_control(const struct xl_command_evidence *e,
                              const struct xl_command_evidence *control, char *text, size_t size)
{
    size_t count = 0;
    text[0] = '\0';
    for (size_t i = 0; i < e->count; i++)
        for (size_t k = 0; k < e->at[i].code.count; k++) {
            const struct xl_vector_function *f = &e->at[i].code.at[k];
            if (!f->executed_vectors || find_executed(control, e->at[i].path, f->name))
                continue;
            if (count++ < XL_NAMED)
                xl_append(text, size, "%s%s", *text ? ", " : "", f->name);
        }
    if (count > XL_NAMED)
        xl_append(text, size, " and %zu more", count - XL_NAMED);
    return count;
}

/* Where the first trap was: " in FUNCTION+0xOFFSET of FILE". */
static void describe_trap(const struct xl_executed *executed, const struct xl_command_evidence *e,
                          char *text, size_t size)
{
    text[0] = '\0';
    if (!executed->is_trap_known)
        return;
    const char *path = executed->at[executed->trap_file].path;
    const uint64_t at = executed->trap_address;
    for (size_t i = 0; i < e->count; i++)
        for (size_t k = 0; strcmp(e->at[i].path, path) == 0 && k < e->at[i].code.count; k++) {
            const struct xl_vector_function *f = &e->at[i].code.at[k];
            if (f->address <= at && at <= f->last)
                snprintf(text, size, " in %.200s+0x%llx", f->name,
                         (unsigned long long)(at - f->address));
        }
    if (!text[0])
        snprintf(text, size, " at 0x%llx", (unsigned long long)at);
    xl_append(text, size, " of %s", xl_display_path(path));
}

/* Runs the command on a CPU without the ISA: it must execute other code, or trap. */
static int run_control(const struct xl_exec_options *o, struct xl_command_evidence *e,
                       struct xl_error *err)
{
    const char *cpu = o->row->isa->control;
    struct xl_executed executed = {0};
    struct xl_launched launched;
    struct xl_command_evidence control = {0};
    char names[400], trap[300];
    int failed = run_logged(o, cpu, &launched, &executed, err);
    if (!failed)
        failed = read_code(o, &executed, &control, err);
    const size_t others = failed ? 0 : compare_control(e, &control, names, sizeof names);
    describe_trap(&executed, e, trap, sizeof trap);
    if (failed) {
    } else if (executed.traps > e->traps)
        snprintf(e->control, sizeof e->control, "QEMU_CPU \"%s\": trapped with SIGILL%s", cpu,
                 trap);
    else if (others)
        snprintf(e->control, sizeof e->control, "QEMU_CPU \"%s\": did not execute %s", cpu, names);
    else if (!xl_isa_is_first(o->row->isa))
        snprintf(e->control, sizeof e->control,
                 "QEMU_CPU \"%s\": executed the same vector functions; they do not need %s", cpu,
                 o->row->isa->name);
    else
        snprintf(
            e->defect, sizeof e->defect,
            "the same vector functions executed on QEMU_CPU \"%s\", which lacks %s: either they "
            "do not need it, or nothing asks the CPU for it",
            cpu, o->row->isa->name);
    xl_command_evidence_free(&control);
    xl_executed_free(&executed);
    return failed;
}

static bool matches_executed(const struct xl_command_evidence *e, const char *pattern)
{
    for (size_t i = 0; i < e->count; i++)
        for (size_t k = 0; k < e->at[i].code.count; k++)
            if (e->at[i].code.at[k].executed_vectors &&
                fnmatch(pattern, e->at[i].code.at[k].name, 0) == 0)
                return true;
    return false;
}

/* Names executed files, for patterns that match none. */
static void name_files(const struct xl_executed *executed, char *text, size_t size)
{
    text[0] = '\0';
    for (size_t i = 0; i < executed->count && i < XL_NAMED; i++)
        xl_append(text, size, "%s%s", *text ? ", " : "", xl_display_path(executed->at[i].path));
    if (executed->count > XL_NAMED)
        xl_append(text, size, " and %zu more", executed->count - XL_NAMED);
}

static void find_defect(const struct xl_exec_options *o, const struct xl_executed *executed,
                        struct xl_command_evidence *e, const struct xl_launched *launched)
{
    const char *isa = o->row->isa->name;
    char files[512];
    name_files(executed, files, sizeof files);
    if (!e->programs)
        snprintf(e->defect, sizeof e->defect, "the command started no program of %s%s%s",
                 o->row->arch->name, launched->why_not[0] ? ": " : "", launched->why_not);
    else if (!e->count)
        snprintf(e->defect, sizeof e->defect, "no executed file is looked at; executed: %s", files);
    else if (!e->functions)
        snprintf(e->defect, sizeof e->defect,
                 "no vector code of %s in what the command ran: was it compiled for %s?", isa, isa);
    else if (!e->executed)
        snprintf(e->defect, sizeof e->defect,
                 "no vector code of %s executed, though %zu functions have some", isa,
                 e->functions);
    for (size_t i = 0; !e->defect[0] && i < o->expect_count; i++)
        if (!matches_executed(e, o->expect[i]))
            snprintf(e->defect, sizeof e->defect, "no vector function '%s' executed", o->expect[i]);
}

int xl_exec_evidence(const struct xl_exec_options *o, struct xl_command_evidence *e,
                     struct xl_error *err)
{
    struct xl_executed executed = {0};
    struct xl_launched launched = {0};
    *e = (struct xl_command_evidence){0};
    int failed = run_logged(o, o->row->qemu_cpu, &launched, &executed, err);
    if (!failed)
        failed = read_code(o, &executed, e, err);
    e->status = launched.status;
    if (!failed)
        find_defect(o, &executed, e, &launched);
    xl_executed_free(&executed);
    if (!failed && !e->defect[0] && !o->no_control && o->row->isa->control[0])
        failed = run_control(o, e, err);
    return failed;
}

void xl_exec_print(const struct xl_exec_options *o, const struct xl_command_evidence *e)
{
    for (size_t i = 0; i < e->count; i++) {
        const struct xl_exec_file *f = &e->at[i];
        size_t executed = 0;
        for (size_t k = 0; k < f->code.count; k++)
            executed += f->code.at[k].executed_vectors != 0;
        if (!f->code.count)
            continue;
        fprintf(stderr, "%s %s%s: %zu of %zu vector functions executed\n",
                f->is_program ? "program" : "library", xl_display_path(f->path),
                f->code.is_stripped ? " (stripped)" : "", executed, f->code.count);
        for (size_t k = 0; k < f->code.count; k++) {
            const struct xl_vector_function *v = &f->code.at[k];
            if (v->executed_vectors)
                fprintf(stderr, "  executed  %s  %zu of %zu vector instructions\n", v->name,
                        v->executed_vectors, v->vectors);
        }
        for (size_t k = 0; k < f->code.count; k++)
            if (!f->code.at[k].executed_vectors)
                fprintf(stderr, "  never     %s  %zu vector instructions\n", f->code.at[k].name,
                        f->code.at[k].vectors);
    }
    if (e->incomplete)
        fprintf(stderr,
                "note: %zu programs closed their log or were killed: what they executed "
                "later is unknown\n",
                e->incomplete);
    if (e->unknown_blocks)
        fprintf(stderr,
                "note: %zu blocks of code are in no file: the emulator or a program made them\n",
                e->unknown_blocks);
    if (e->control[0])
        fprintf(stderr, "control: %s\n", e->control);
    if (e->defect[0])
        fprintf(stderr, "\nFINDING evidence on %s: %s\n\n", o->row->name, e->defect);
    fprintf(stderr, "%zu of %zu vector functions of %s executed on %s, in %zu programs\n",
            e->executed, e->functions, o->row->isa->name, o->row->name, e->programs);
}

static void put_number(struct json_object *o, const char *key, size_t value)
{
    json_object_object_add(o, key, json_object_new_int64((int64_t)value));
}

static void put_text(struct json_object *o, const char *key, const char *value)
{
    json_object_object_add(o, key, json_object_new_string(value));
}

static struct json_object *functions_json(const struct xl_vector_code *code)
{
    struct json_object *functions = json_object_new_array();
    for (size_t k = 0; k < code->count; k++) {
        const struct xl_vector_function *v = &code->at[k];
        struct json_object *f = json_object_new_object();
        put_text(f, "function", v->name);
        put_number(f, "insns", v->all);
        put_number(f, "insns_executed", v->executed);
        put_number(f, "vector_insns", v->vectors);
        put_number(f, "vector_insns_executed", v->executed_vectors);
        json_object_array_add(functions, f);
    }
    return functions;
}

struct json_object *xl_exec_json(const struct xl_exec_options *o,
                                 const struct xl_command_evidence *e, int status)
{
    struct json_object *json = json_object_new_object(), *command = json_object_new_array(),
                       *files = json_object_new_array();
    for (size_t i = 0; o->argv[i]; i++)
        json_object_array_add(command, json_object_new_string(o->argv[i]));
    for (size_t i = 0; i < e->count; i++) {
        struct json_object *f = json_object_new_object();
        put_text(f, "file", e->at[i].path);
        put_text(f, "kind", e->at[i].is_program ? "program" : "library");
        json_object_object_add(f, "stripped", json_object_new_boolean(e->at[i].code.is_stripped));
        json_object_object_add(f, "functions", functions_json(&e->at[i].code));
        json_object_array_add(files, f);
    }
    put_number(json, "version", 1);
    put_text(json, "row", o->row->name);
    put_text(json, "isa", o->row->isa->name);
    put_text(json, "qemu_cpu", o->row->qemu_cpu);
    json_object_object_add(json, "command", command);
    put_number(json, "status", (size_t)status);
    put_number(json, "programs", e->programs);
    put_number(json, "vector_functions", e->functions);
    put_number(json, "vector_functions_executed", e->executed);
    put_number(json, "unknown_blocks", e->unknown_blocks);
    put_number(json, "incomplete_logs", e->incomplete);
    put_text(json, "control", e->control);
    put_text(json, "finding", e->defect);
    json_object_object_add(json, "files", files);
    return json;
}

void xl_command_evidence_free(struct xl_command_evidence *e)
{
    for (size_t i = 0; i < e->count; i++) {
        free(e->at[i].path);
        xl_vector_code_free(&e->at[i].code);
    }
    free(e->at);
    *e = (struct xl_command_evidence){0};
}
