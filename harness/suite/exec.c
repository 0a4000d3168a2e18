/* A command on a row's CPU, and the evidence that vector code of the row's ISA executed in it.
 * SPDX-License-Identifier: MIT
 */
#include "suite/exec.h"

#include <errno.h>
#include <fcntl.h>
#include <json.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/unicode.h"

/* Whether standard input can be given twice: it is a file, or has nothing to read. A terminal
 * counts too: tests do not wait for somebody to type. */
static bool has_repeatable_input(void)
{
    struct stat s;
    struct pollfd p = {.fd = STDIN_FILENO, .events = POLLIN};
    if (fstat(STDIN_FILENO, &s) || S_ISREG(s.st_mode) || S_ISCHR(s.st_mode))
        return true;
    return poll(&p, 1, 0) == 1 && !(p.revents & POLLIN); /* the other end is closed */
}

bool xl_exec_needs_run(const struct xl_exec_options *o)
{
    return o->evidence.row->native || !has_repeatable_input();
}

/* Opens the file that standard input is, for a second reader who begins where the first does.
 * Returns 0 if it is no file: then it has nothing to read. */
static int open_input(void)
{
    struct stat s;
    const off_t begin = lseek(STDIN_FILENO, 0, SEEK_CUR);
    if (begin < 0 || fstat(STDIN_FILENO, &s) || !S_ISREG(s.st_mode))
        return 0;
    const int input = open("/proc/self/fd/0", O_RDONLY | O_CLOEXEC);
    if (input > 0 && lseek(input, begin, SEEK_SET) == begin)
        return input;
    if (input > 0)
        close(input);
    return 0;
}

/* Gives the next reader the same input. */
static void rewind_input(int input, off_t begin)
{
    if (input)
        lseek(input, begin, SEEK_SET);
}

/* A run with logs. */
struct logged_run {
    const char *cpu, *output; /* output: as in struct xl_launch */
    int input;
};

/* Runs the command with a log of each program, and reads the logs. */
static int run_logged(const struct xl_exec_options *o, const struct logged_run *how,
                      struct xl_launched *launched, struct xl_evidence *e, struct xl_error *err)
{
    char logs[PATH_MAX];
    struct xl_started_list list = {0};
    sigset_t before;
    xl_mask_endings(SIG_BLOCK, &before); /* they would leave the directories */
    const int held = xl_scratch_begin(xl_temporary_directory(), "crosslane-logs", logs);
    const struct xl_launch l = {.row = o->evidence.row,
                                .cpu = how->cpu,
                                .emulator = o->emulator,
                                .sysroot = o->evidence.files.sysroot,
                                .logs = logs,
                                .output = how->output,
                                .input = how->input};
    int failed = held < 0 ? xl_fail(err, "%s: %s", logs, strerror(errno))
                          : xl_launch(&l, o->argv, launched, err);
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (held < 0)
        return failed;
    if (!failed)
        failed = xl_started_read(logs, &list, err);
    if (!failed)
        failed = xl_evidence_add(&o->evidence, &list, NULL, 0, e, err);
    if (!failed)
        xl_evidence_conclude(&o->evidence, launched->way ? "" : launched->why_not, e);
    xl_started_free(&list);
    xl_scratch_end(held, logs);
    return failed;
}

/* Runs the command without logs, as one of its programs closed its log. */
static int run_again(const struct xl_exec_options *o, int input, struct xl_launched *launched,
                     struct xl_error *err)
{
    const struct xl_launch l = {.row = o->evidence.row,
                                .cpu = o->evidence.row->qemu_cpu,
                                .emulator = o->emulator,
                                .sysroot = o->evidence.files.sysroot,
                                .input = input};
    fprintf(stderr, "note: a program closed its log, and may have written it to another file: the "
                    "command runs again without logs\n");
    return xl_launch(&l, o->argv, launched, err);
}

/* The same command on a CPU without the ISA. */
static int run_control(const struct xl_exec_options *o, int input, struct xl_evidence *e,
                       struct xl_error *err)
{
    const struct logged_run how = {o->evidence.row->isa->control, "/dev/null", input};
    struct xl_launched launched;
    struct xl_evidence control = {0};
    const int failed = run_logged(o, &how, &launched, &control, err);
    if (!failed)
        xl_evidence_compare(&o->evidence, e, &control);
    xl_evidence_free(&control);
    return failed;
}

int xl_exec_evidence(const struct xl_exec_options *o, struct xl_evidence *e,
                     struct xl_launched *launched, struct xl_error *err)
{
    *launched = (struct xl_launched){0};
    if (o->evidence.row->native) {
        const int failed = xl_evidence_run_native(&o->evidence, o->argv, e, launched, err);
        if (!failed)
            xl_evidence_conclude(&o->evidence, "", e);
        return failed;
    }
    const int input = o->has_run ? 0 : open_input();
    const off_t begin = input ? lseek(input, 0, SEEK_CUR) : 0;
    const struct logged_run how = {o->evidence.row->qemu_cpu, o->has_run ? "/dev/null" : NULL, 0};
    int failed = run_logged(o, &how, launched, e, err);
    if (!failed && !o->has_run && e->code.closed)
        failed = run_again(o, input, launched, err);
    rewind_input(input, begin);
    if (!failed && !e->defect[0] && !o->no_control && o->evidence.row->isa->control[0])
        failed = run_control(o, input, e, err);
    if (input)
        close(input);
    return failed;
}

/* Why a function does not count, or counts though it is not written. */
static const char *why(const struct xl_vector_function *v)
{
    return v->origin == XL_ORIGIN_WRITTEN || v->is_unknown ? ""
           : v->origin == XL_ORIGIN_VECTORIZED             ? ", vectorized by the compiler"
                                                           : ", without debug information";
}

static void put(const struct xl_exec_options *o, const struct xl_evidence *e, FILE *to)
{
    for (size_t i = 0; i < e->count; i++) {
        const struct xl_evidence_file *f = &e->at[i];
        size_t executed = 0, measured = 0, shown = 0;
        for (size_t k = 0; k < f->code.count; k++) {
            const struct xl_vector_function *v = &f->code.at[k];
            measured += v->counts && !v->is_unknown;
            executed += v->counts && v->executed_vectors;
            shown += !v->is_system;
        }
        if (!shown)
            continue;
        fprintf(to, "%s %s%s: %zu of %zu vector functions executed\n",
                f->is_program ? "program" : "library", xl_display_path(f->path),
                f->code.is_stripped ? " (stripped)" : "", executed, measured);
        for (size_t k = 0; k < f->code.count; k++) {
            const struct xl_vector_function *v = &f->code.at[k];
            if (v->executed_vectors && !v->is_system && e->is_by_entries)
                fprintf(to, "  executed  %s%s\n", v->name, why(v));
            else if (v->executed_vectors && !v->is_system)
                fprintf(to, "  executed  %s  %zu of %zu vector instruction%s%s\n", v->name,
                        v->executed_vectors, v->vectors, xl_s(v->vectors), why(v));
        }
        for (size_t k = 0; k < f->code.count; k++)
            if (!f->code.at[k].executed_vectors && !f->code.at[k].is_system)
                fprintf(to, "  %s  %s  %zu vector instruction%s%s\n",
                        f->code.at[k].is_unknown ? "unknown " : "never   ", f->code.at[k].name,
                        f->code.at[k].vectors, xl_s(f->code.at[k].vectors), why(&f->code.at[k]));
    }
    if (e->unknown)
        fprintf(to, "note: %zu vector %s\n", e->unknown,
                xl_plural(e->unknown,
                          "function is not measured: no symbol says that it is a function",
                          "functions are not measured: no symbol says that they are functions"));
    if (e->code.incomplete && e->is_by_entries)
        fprintf(
            to,
            "note: %zu %s could not be followed: set-user-ID, 32-bit, replaced, deleted, or of an "
            "unknown dynamic linker\n",
            e->code.incomplete,
            xl_plural(e->code.incomplete, "program or file", "programs or files"));
    else if (e->code.incomplete)
        fprintf(to, "note: %zu %s killed: what was executed later is unknown\n", e->code.incomplete,
                xl_plural(e->code.incomplete, "program closed its log or was",
                          "programs closed their log or were"));
    if (e->code.unknown_blocks)
        fprintf(to, "note: %zu %s in no file: made by the emulator or a program\n",
                e->code.unknown_blocks,
                xl_plural(e->code.unknown_blocks, "block of code is", "blocks of code are"));
    struct xl_text notes = {0};
    xl_evidence_note(e, &notes);
    for (char *rest = NULL, *note = notes.at ? strtok_r(notes.at, "\n", &rest) : NULL; note;
         note = strtok_r(NULL, "\n", &rest))
        fprintf(to, "note: %s\n", note);
    free(notes.at);
    if (e->code.end_trap.is_known) {
        char *trap = xl_evidence_trap(&o->evidence, e, &e->code.end_trap);
        fprintf(to, "note: %s\n", trap);
        free(trap);
    }
    if (e->control[0])
        fprintf(to, "control: %s\n", e->control);
    if (e->defect[0])
        fprintf(to, "\nFINDING evidence on %s: %s\n\n", o->evidence.row->name, e->defect);
    fprintf(to, "%zu of %zu vector functions of %s executed on %s, in %zu program%s\n", e->executed,
            e->functions, o->evidence.row->isa->name, o->evidence.row->name, e->code.programs,
            xl_s(e->code.programs));
}

/* Names of functions and files are whatever a program has. */
void xl_exec_print(const struct xl_exec_options *o, const struct xl_evidence *e)
{
    char *text = NULL;
    size_t size;
    FILE *to = xl_checked_memory(open_memstream(&text, &size));
    put(o, e, to);
    fclose(to);
    char *shown = xl_printable(text, "\n");
    fputs(shown, stderr);
    free(shown);
    free(text);
}

static void put_number(struct json_object *o, const char *key, size_t value)
{
    json_object_object_add(o, key, json_object_new_int64((int64_t)value));
}

static void put_text(struct json_object *o, const char *key, const char *value)
{
    json_object_object_add(o, key, json_object_new_string(value));
}

struct json_object *xl_exec_json(const struct xl_exec_options *o, const struct xl_evidence *e,
                                 int status)
{
    const struct xl_row *row = o->evidence.row;
    struct json_object *json = json_object_new_object(), *command = json_object_new_array();
    for (size_t i = 0; o->argv[i]; i++)
        json_object_array_add(command, json_object_new_string(o->argv[i]));
    put_number(json, "version", 1);
    put_text(json, "row", row->name);
    put_text(json, "isa", row->isa->name);
    put_text(json, "qemu_cpu", row->qemu_cpu);
    json_object_object_add(json, "command", command);
    put_number(json, "status", (size_t)status);
    put_number(json, "programs", e->code.programs);
    put_number(json, "vector_functions", e->functions);
    put_number(json, "vector_functions_executed", e->executed);
    put_number(json, "vector_functions_unknown", e->unknown);
    put_number(json, "unknown_blocks", e->code.unknown_blocks);
    put_number(json, "incomplete_logs", e->code.incomplete);
    put_text(json, "control", e->control);
    put_text(json, "finding", e->defect);
    json_object_object_add(json, "files", xl_evidence_json(e));
    return json;
}
