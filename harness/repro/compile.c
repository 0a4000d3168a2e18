/* One kernel's file by itself: preprocessed, compiled to a program, run, by any compiler of its
 * row's architecture.
 * SPDX-License-Identifier: MIT
 */
#include "repro/compile.h"

#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/root.h"
#include "base/shell_words.h"
#include "emulator/process.h"
#include "results/read.h"

enum { XL_COMPILE_MS = 120000, XL_RUN_MS = 60000, XL_MOST_ARGUMENTS = 256 };

static bool begins(const char *word, const char *with)
{
    return strncmp(word, with, strlen(with)) == 0;
}

/* Which words belong to the file, and not to the compiler or to how it is built. */
static void sort_word(struct xl_recipe *r, const char *word)
{
    const bool is_full = r->macro_count + 1 >= XL_MOST_OPTIONS_OF_A_FILE ||
                         r->option_count + 1 >= XL_MOST_OPTIONS_OF_A_FILE;
    if (is_full || begins(word, "-fuse-ld") || strstr(word, "-vectorize"))
        return;
    if (begins(word, "-D") || begins(word, "-I"))
        r->macros[r->macro_count++] = word;
    else if (begins(word, "-m") || (begins(word, "-f") && !begins(word, "-fpch")) ||
             (begins(word, "-std=") && !r->option_count))
        r->options[r->option_count++] = word;
}

static void sort_words(struct xl_recipe *r, char *command)
{
    static const char *const with_value[] = {"-o", "-MT", "-MF", "-Xclang", "-include", "-isystem"};
    for (char *rest = command, *word; (word = xl_take_word(&rest));) {
        bool has_value = false;
        for (size_t i = 0; i < sizeof with_value / sizeof with_value[0]; i++)
            has_value |= strcmp(word, with_value[i]) == 0;
        if (has_value)
            xl_take_word(&rest);
        else if (strcmp(word, "-c") == 0)
            r->source = xl_take_word(&rest);
        else
            sort_word(r, word);
    }
}

/* Whether an entry of compile_commands.json is of this kernel's file, for this ISA. */
static bool is_entry(struct json_object *entry, const char *kernel, const char *isa)
{
    char file[256], folder[128];
    snprintf(file, sizeof file, "/%s.c", kernel);
    snprintf(folder, sizeof folder, "/kernels-%s.dir/", isa);
    const char *source = xl_read_text(entry, "file");
    const size_t length = strlen(source), tail = strlen(file);
    return length > tail && strcmp(source + length - tail, file) == 0 &&
           strstr(xl_read_text(entry, "command"), folder);
}

int xl_recipe_read(const char *folder, const char *kernel, const char *isa, bool is_vectorised,
                   struct xl_recipe *r, struct xl_error *err)
{
    char path[600];
    *r = (struct xl_recipe){.is_vectorised = is_vectorised};
    snprintf(path, sizeof path, "%s/compile_commands.json", folder);
    struct json_object *all = json_object_from_file(path);
    const size_t count =
        json_object_is_type(all, json_type_array) ? json_object_array_length(all) : 0;
    for (size_t i = 0; i < count && !r->text; i++) {
        struct json_object *entry = json_object_array_get_idx(all, i);
        if (is_entry(entry, kernel, isa))
            r->text = strdup(xl_read_text(entry, "command"));
    }
    json_object_put(all);
    if (r->text)
        sort_words(r, r->text);
    if (r->source)
        return 0;
    xl_error_set(err,
                 "%s has no file %s.c for %s: of kernels that are generated, or not in C, and of "
                 "builds that were packed, none is made",
                 path, kernel, isa);
    return -1;
}

void xl_recipe_free(struct xl_recipe *r)
{
    free(r->text);
}

/* Runs it to its end. Returns the wait status, or -1; the caller frees p. */
static int run(struct xl_process *p, const char *const *argv, int milliseconds)
{
    struct xl_error err;
    int status = -1;
    *p = (struct xl_process){.output = -1};
    if (xl_process_start(p, argv, (const int[XL_PROCESS_FDS]){-1, -1, -1}, &err))
        return -1;
    if (!xl_process_wait(p, milliseconds, &status)) {
        xl_process_kill(p);
        return -1;
    }
    return status;
}

/* The lines that driver.sh printed. */
static void take_lines(struct xl_driver *d)
{
    const char *lines[5];
    char *line = d->text;
    for (size_t i = 0; i < 5; i++) {
        lines[i] = line ? line : d->text + strlen(d->text);
        line = line ? strchr(line, '\n') : NULL;
        if (line)
            *line++ = '\0';
    }
    d->compiler = lines[0];
    d->flags = lines[1];
    d->link = lines[2];
    d->emulator = lines[3];
    d->triple = lines[4];
}

int xl_driver_ask(const char *arch, const char *compiler, const char *sysroot, const char *tools,
                  struct xl_driver *d, struct xl_error *err)
{
    char script[4096];
    struct xl_process p = {.output = -1};
    *d = (struct xl_driver){.name = compiler};
    snprintf(d->sysroot, sizeof d->sysroot, "%s", sysroot);
    xl_root_path("toolchains/driver.sh", script, sizeof script);
    const char *argv[] = {script, arch, compiler, sysroot, tools, NULL};
    char *said = run(&p, argv, XL_RUN_MS) == 0 ? xl_process_output(&p) : NULL;
    xl_process_free(&p);
    snprintf(d->text, sizeof d->text, "%s", said ? said : "");
    free(said);
    take_lines(d);
    if (*d->compiler)
        return 0;
    xl_error_set(err, "there is no %s for %s here", compiler, arch);
    return -1;
}

int xl_driver_read(const char *folder, const char *arch, const char *compiler, struct xl_driver *d,
                   struct xl_error *err)
{
    char path[600], made_from[1024] = "";
    snprintf(path, sizeof path, "%s/made-from", folder);
    FILE *f = fopen(path, "r");
    char *rest = f && fgets(made_from, sizeof made_from, f) ? made_from : NULL;
    if (f)
        fclose(f);
    const char *sysroot = rest ? xl_take_word(&rest) : NULL,
               *tools = rest ? xl_take_word(&rest) : NULL;
    if (tools)
        return xl_driver_ask(arch, compiler, sysroot, tools, d, err);
    xl_error_set(err, "%s does not say which compilers the build is of", path);
    return -1;
}

/* The arguments of one compilation. */
struct command {
    const char *words[XL_MOST_ARGUMENTS];
    size_t count;
    char texts[2][1024]; /* hold words */
    char sysroot[600], level[16];
};

static void add(struct command *c, const char *word)
{
    if (c->count + 1 < XL_MOST_ARGUMENTS)
        c->words[c->count++] = word;
    c->words[c->count] = NULL;
}

static void add_text(struct command *c, size_t i, const char *text)
{
    char *rest = c->texts[i];
    snprintf(c->texts[i], sizeof c->texts[i], "%s", text);
    for (char *word; (word = xl_take_word(&rest));)
        add(c, word);
}

static void add_options(struct command *c, const struct xl_recipe *r, const struct xl_driver *d,
                        const char *level)
{
    for (size_t i = 0; i < r->option_count; i++)
        add(c, r->options[i]);
    snprintf(c->level, sizeof c->level, "-%s", level);
    add(c, c->level);
    if (r->is_vectorised)
        return;
    const bool is_gcc = strcmp(d->name, "gcc") == 0;
    add(c, is_gcc ? "-fno-tree-vectorize" : "-fno-vectorize");
    add(c, is_gcc ? "-fno-tree-slp-vectorize" : "-fno-slp-vectorize");
}

static void begin(struct command *c, const struct xl_recipe *r, const struct xl_driver *d,
                  const char *level)
{
    c->count = 0;
    add(c, d->compiler);
    snprintf(c->sysroot, sizeof c->sysroot, "--sysroot=%s", d->sysroot);
    add(c, c->sysroot);
    add_text(c, 0, d->flags);
    add_options(c, r, d, level);
}

/* "undefined reference to `f'" of GNU's linker, "undefined symbol: f" of LLVM's: the name, or NULL.
 */
static const char *undefined(const char *line)
{
    static const char *const words[] = {"undefined reference to ", "undefined symbol: "};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        const char *at = strstr(line, words[i]);
        if (at)
            return at + strlen(words[i]);
    }
    return NULL;
}

/* 0, or -1 with the first line of what the compiler said that speaks of an error. */
static int compile(const struct command *c, struct xl_error *err)
{
    struct xl_process p;
    const int status = run(&p, c->words, XL_COMPILE_MS);
    char *said = status ? xl_process_output(&p) : NULL, *rest = NULL;
    char *line = said ? strtok_r(said, "\n", &rest) : NULL;
    while (line && !strstr(line, "rror") && !undefined(line))
        line = strtok_r(NULL, "\n", &rest);
    const char *name = line ? undefined(line) : NULL;
    if (name)
        xl_error_set(err, "it calls %s, which is of a library that is linked with the kernels",
                     name);
    else if (status)
        xl_error_set(err, "%s", line ? line : "the compiler failed and said nothing of an error");
    free(said);
    xl_process_free(&p);
    return status ? -1 : 0;
}

int xl_preprocess(const struct xl_recipe *r, const struct xl_driver *d, const char *level,
                  const char *to, struct xl_error *err)
{
    struct command c;
    begin(&c, r, d, level);
    for (size_t i = 0; i < r->macro_count; i++)
        add(&c, r->macros[i]);
    const char *const last[] = {"-E", "-dI", "-w", r->source, "-o", to};
    for (size_t i = 0; i < sizeof last / sizeof last[0]; i++)
        add(&c, last[i]);
    return compile(&c, err);
}

int xl_compile(const struct xl_recipe *r, const struct xl_driver *d, const char *level,
               const char *source, const char *program, struct xl_error *err)
{
    struct command c;
    begin(&c, r, d, level);
    add_text(&c, 1, d->link);
    const char *const last[] = {"-w", "-static", source, "-o", program, "-lm"};
    for (size_t i = 0; i < sizeof last / sizeof last[0]; i++)
        add(&c, last[i]);
    return compile(&c, err);
}

void xl_compile_command(const struct xl_recipe *r, const struct xl_driver *d, const char *level,
                        const char *source, char *text, size_t size)
{
    struct command c = {.count = 0};
    const char *slash = strrchr(d->compiler, '/');
    add_options(&c, r, d, level);
    size_t used = (size_t)snprintf(text, size, "%s", slash ? slash + 1 : d->compiler);
    if (strcmp(d->name, "gcc") != 0 && used < size)
        used += (size_t)snprintf(text + used, size - used, " --target=%s", d->triple);
    for (size_t i = 0; i < c.count && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, " %s", c.words[i]);
    if (used < size)
        snprintf(text + used, size - used, " -w -static %s -lm", source);
}

int xl_run_alone(const char *emulator, const char *cpu, const char *program, char *said,
                 size_t size)
{
    const char *argv[] = {emulator, "-cpu", cpu, program, NULL};
    struct xl_process p;
    const int status = run(&p, emulator ? argv : argv + 3, XL_RUN_MS);
    xl_process_said(&p, said, size);
    xl_process_free(&p);
    if (status == -1)
        return XL_RAN_LONG;
    return WIFEXITED(status) ? WEXITSTATUS(status) : XL_RAN_SIGNAL;
}
