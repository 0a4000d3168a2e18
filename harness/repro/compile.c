/* Compiles the file of one kernel to a standalone program, with any compiler of its architecture,
 * and runs it.
 * SPDX-License-Identifier: MIT
 */
#include "repro/compile.h"

#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/process.h"
#include "base/text.h"
#include "oracle/module.h"

enum { XL_COMPILE_MS = 120000, XL_RUN_MS = 60000 };

/* Splits the output of driver.sh. */
static void split_lines(struct xl_toolchain *d)
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

int xl_toolchain_query(const char *arch, const char *compiler, const char *sysroot,
                       const char *tools, struct xl_toolchain *d, struct xl_error *err)
{
    char *script = xl_join_path(xl_root(), "toolchains/driver.sh");
    struct xl_error ignored;
    *d = (struct xl_toolchain){.name = compiler, .sysroot = xl_copy_text(sysroot)};
    const char *argv[] = {script, arch, compiler, sysroot, tools, NULL};
    if (xl_command(argv, XL_RUN_MS, &d->text, &ignored) != 0 || !d->text) {
        free(d->text);
        d->text = xl_copy_text("");
    }
    free(script);
    split_lines(d);
    if (*d->compiler)
        return 0;
    return xl_fail(err, "no %s for %s", compiler, arch);
}

int xl_toolchain_read(const char *folder, const char *arch, const char *compiler,
                      struct xl_toolchain *d, struct xl_error *err)
{
    size_t size;
    char *path = xl_join_path(folder, "made-from"), *made_from = xl_file_read(path, &size, err),
         *rest = made_from;
    const char *sysroot = rest ? xl_take_word(&rest) : NULL,
               *tools = rest ? xl_take_word(&rest) : NULL;
    int failed = -1;
    *d = (struct xl_toolchain){.name = compiler};
    if (tools)
        failed = xl_toolchain_query(arch, compiler, sysroot, tools, d, err);
    else
        xl_fail(err, "no compiler in %s", path);
    free(made_from);
    free(path);
    return failed;
}

void xl_toolchain_free(struct xl_toolchain *d)
{
    free(d->text);
    free(d->sysroot);
    *d = (struct xl_toolchain){.text = NULL};
}

static void add(struct xl_words *c, const char *word)
{
    xl_words_add(c, word);
}

static void add_joined(struct xl_words *c, const char *option, const char *value)
{
    char *word = xl_format("%s%s", option, value);
    add(c, word);
    free(word);
}

static void add_options(struct xl_words *c, const struct xl_compile_options *r,
                        const struct xl_toolchain *d, const char *level)
{
    for (size_t i = 0; i < r->options.count; i++)
        add(c, r->options.at[i]);
    add_joined(c, "-", level);
    if (r->is_vectorised)
        return;
    const bool is_gcc = strcmp(d->name, "gcc") == 0;
    add(c, is_gcc ? "-fno-tree-vectorize" : "-fno-vectorize");
    add(c, is_gcc ? "-fno-tree-slp-vectorize" : "-fno-slp-vectorize");
}

/* Adds the file and what it is linked with. */
static void add_sources(struct xl_words *c, const struct xl_compile_options *r, const char *source)
{
    add(c, "-w");
    if (!r->is_linked || !r->is_dynamic)
        add(c, "-static");
    add(c, "-pthread");
    add(c, source);
    for (size_t i = 0; r->is_linked && i < r->library.count; i++)
        add(c, r->library.at[i]);
    add(c, "-lm");
}

static void begin(struct xl_words *c, const struct xl_compile_options *r,
                  const struct xl_toolchain *d, const char *level)
{
    *c = (struct xl_words){NULL, 0};
    add(c, d->compiler);
    add_joined(c, "--sysroot=", d->sysroot);
    xl_words_add_text(c, d->flags);
    add_options(c, r, d, level);
}

/* The name in "undefined reference to `f'" of the GNU linker, or "undefined symbol: f" of LLVM's.
 * Or NULL. */
static const char *undefined_symbol(const char *line)
{
    static const char *const words[] = {"undefined reference to ", "undefined symbol: "};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        const char *at = strstr(line, words[i]);
        if (at)
            return at + strlen(words[i]);
    }
    return NULL;
}

/* Runs the compiler. Returns 0, or -1 with its first error. Frees c. */
static int compile(struct xl_words *c, struct xl_error *err)
{
    char *output, *rest = NULL;
    const int status = xl_command((const char *const *)c->at, XL_COMPILE_MS, &output, err);
    char *line = status > 0 ? strtok_r(output, "\n", &rest) : NULL;
    while (line && !strstr(line, "rror") && !undefined_symbol(line))
        line = strtok_r(NULL, "\n", &rest);
    const char *name = line ? undefined_symbol(line) : NULL;
    if (name)
        xl_error_set(err, "undefined symbol %s of a library linked with the kernels", name);
    else if (status > 0)
        xl_error_set(err, "%s", line ? line : "the compiler failed without an error message");
    free(output);
    xl_words_free(c);
    return status ? -1 : 0;
}

int xl_preprocess(const struct xl_compile_options *r, const struct xl_toolchain *d,
                  const char *level, const char *to, struct xl_error *err)
{
    struct xl_words c;
    begin(&c, r, d, level);
    for (size_t i = 0; i < r->macros.count; i++)
        add(&c, r->macros.at[i]);
    const char *const last[] = {"-E", "-dI", "-w", r->source, "-o", to};
    for (size_t i = 0; i < sizeof last / sizeof last[0]; i++)
        add(&c, last[i]);
    return compile(&c, err);
}

int xl_compile(const struct xl_compile_options *r, const struct xl_toolchain *d, const char *level,
               const char *source, const char *program, struct xl_error *err)
{
    struct xl_words c;
    begin(&c, r, d, level);
    xl_words_add_text(&c, d->link);
    add(&c, "-o");
    add(&c, program);
    add_sources(&c, r, source);
    return compile(&c, err);
}

bool xl_is_shared_library(const struct xl_compile_options *r)
{
    return r->is_linked && r->is_dynamic;
}

char *xl_compile_command(const struct xl_compile_options *r, const struct xl_toolchain *d,
                         const char *level, const char *source)
{
    struct xl_words c = {NULL, 0};
    const char *slash = strrchr(d->compiler, '/');
    char *text;
    size_t size;
    FILE *f = open_memstream(&text, &size); /* xl_put_word writes to a FILE */
    add_options(&c, r, d, level);
    add_sources(&c, r, source);
    xl_put_word(f, slash ? slash + 1 : d->compiler);
    if (strcmp(d->name, "gcc") != 0)
        fprintf(f, " --target=%s", d->triple);
    for (size_t i = 0; i < c.count; i++) {
        fputc(' ', f);
        xl_put_word(f, c.at[i]);
    }
    fclose(f);
    xl_words_free(&c);
    return text;
}

int xl_standalone_run(const char *emulator, const char *cpu, const char *sysroot,
                      const char *program, char *output, size_t size)
{
    const char *argv[] = {emulator, "-cpu", cpu, sysroot ? "-L" : program, sysroot, program, NULL};
    struct xl_process p = {.output = -1};
    struct xl_error ignored;
    int status = -1;
    if (!sysroot)
        argv[4] = NULL;
    if (xl_process_start(&p, emulator ? argv : argv + (sysroot ? 5 : 3),
                         (const int[XL_PROCESS_FDS]){-1, -1, -1}, &ignored) == 0 &&
        !xl_process_wait(&p, XL_RUN_MS, &status))
        status = -1;
    xl_process_tail(&p, output, size);
    xl_process_free(&p);
    return status >= 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static bool begins(const char *word, const char *with)
{
    return strncmp(word, with, strlen(with)) == 0;
}

static bool is_macro(const char *word)
{
    return begins(word, "-D") || begins(word, "-I");
}

/* Options of kernels.cmake for a unit of several files, and for a precompiled header. */
static bool is_build_option(const char *word)
{
    return strcmp(word, "-ffunction-sections") == 0 || strcmp(word, "-fno-ipa-icf") == 0 ||
           strcmp(word, "-fno-canonical-system-headers") == 0;
}

/* Keeps the words that belong to the file. Others belong to the compiler or the build. */
static void sort_word(struct xl_compile_options *r, const char *word)
{
    if (begins(word, "-fuse-ld") || strstr(word, "-vectorize") || is_build_option(word))
        return;
    if (is_macro(word))
        xl_words_add(&r->macros, word);
    else if (begins(word, "-m") || (begins(word, "-f") && !begins(word, "-fpch")) ||
             (begins(word, "-std=") && !r->options.count))
        xl_words_add(&r->options, word);
}

static void add_to_library(struct xl_compile_options *r, const char *word)
{
    for (size_t i = 0; i < r->library.count; i++)
        if (strcmp(r->library.at[i], word) == 0)
            return;
    xl_words_add(&r->library, word);
}

/* Sets the path, which the options own from then on. */
static void set_source(struct xl_compile_options *r, char *source)
{
    free(r->source);
    r->source = source;
}

/* Keeps what is needed of the words of a compile command. Changes the command. */
static void sort_words(struct xl_compile_options *r, char *command, bool is_library)
{
    static const char *const with_value[] = {"-o", "-MT", "-MF", "-Xclang", "-include", "-isystem"};
    for (char *rest = command, *word; (word = xl_take_word(&rest));) {
        bool has_value = false;
        for (size_t i = 0; i < sizeof with_value / sizeof with_value[0]; i++)
            has_value |= strcmp(word, with_value[i]) == 0;
        if (has_value) {
            xl_take_word(&rest);
        } else if (strcmp(word, "-c") == 0) {
            const char *source = xl_take_word(&rest);
            if (is_library && source)
                add_to_library(r, source);
            else if (source)
                set_source(r, xl_copy_text(source));
        } else if (!is_library) {
            sort_word(r, word);
        } else if (is_macro(word)) {
            add_to_library(r, word);
        }
    }
}

static bool ends(const char *text, const char *with)
{
    const size_t length = strlen(text), tail = strlen(with);
    return length >= tail && strcmp(text + length - tail, with) == 0;
}

/* Whether a line of the file begins with this text. */
static bool has_line(const char *file, const char *text)
{
    size_t size;
    struct xl_error ignored;
    char *all = xl_file_read(file, &size, &ignored), *rest = all;
    bool found = false;
    for (char *line; rest && !found && (line = strsep(&rest, "\n"));)
        found = begins(line, text);
    free(all);
    return found;
}

/* The file with this ending that a unit of harness/build/kernels.cmake includes, or NULL. The
 * caller frees it. */
static char *find_member(const char *unit, const char *ending)
{
    size_t size;
    struct xl_error ignored;
    char *all = strstr(unit, "/xl-units/") ? xl_file_read(unit, &size, &ignored) : NULL,
         *rest = all, *found = NULL;
    for (char *line; rest && !found && (line = strsep(&rest, "\n"));) {
        const char *path = xl_included_file(line);
        if (path && ends(path, ending))
            found = xl_copy_text(path);
    }
    free(all);
    return found;
}

/* What identifies a file: its target, and the end of its name, or a line of a generated file. */
struct file_pattern {
    const char *target, *file, *line;
};

/* *member: the file, if the entry is a unit. The caller frees it. */
static bool matches(struct json_object *entry, const struct file_pattern *s, char **member)
{
    const char *source = xl_json_text(entry, "file");
    *member = NULL;
    if (!strstr(xl_json_text(entry, "command"), s->target))
        return false;
    *member = find_member(source, s->file);
    return *member || ends(source, s->file) ||
           (s->line && strstr(source, "/sleef/sleef-") && has_line(source, s->line));
}

static struct json_object *read_commands(const char *folder)
{
    char *path = xl_join_path(folder, "compile_commands.json");
    struct json_object *all = json_object_from_file(path);
    free(path);
    return all;
}

static size_t count_of(struct json_object *all)
{
    return json_object_is_type(all, json_type_array) ? json_object_array_length(all) : 0;
}

static void find_file(struct xl_compile_options *r, struct json_object *all,
                      const struct file_pattern *s)
{
    for (size_t i = 0; i < count_of(all) && !r->source; i++) {
        struct json_object *entry = json_object_array_get_idx(all, i);
        char *member, *command;
        if (!matches(entry, s, &member))
            continue;
        command = xl_copy_text(xl_json_text(entry, "command"));
        sort_words(r, command, false);
        free(command);
        if (member)
            set_source(r, member);
    }
}

/* Reads the sources of the library for this ISA. */
static void read_library(struct xl_compile_options *r, struct json_object *all, const char *isa)
{
    char *target = xl_format("/library-%s.dir/", isa);
    for (size_t i = 0; i < count_of(all); i++) {
        char *command = xl_copy_text(xl_json_text(json_object_array_get_idx(all, i), "command"));
        if (strstr(command, target))
            sort_words(r, command, true);
        free(command);
    }
    free(target);
}

/* Reads the archives and objects that build.ninja links with the agent of this ISA. */
static void read_link(struct xl_compile_options *r, const char *folder, const char *isa)
{
    static const char libraries[] = "  LINK_LIBRARIES = ";
    char *path = xl_join_path(folder, "build.ninja"), *agent = xl_format("build agent-%s: ", isa),
         *line = NULL;
    size_t room = 0;
    bool is_inside = false, is_found = false;
    FILE *f = fopen(path, "re");
    while (f && !is_found && getline(&line, &room, f) >= 0) {
        is_inside |= begins(line, agent);
        is_found = is_inside && begins(line, libraries);
    }
    if (f)
        fclose(f);
    for (char *rest = is_found ? line + strlen(libraries) : NULL, *word;
         rest && (word = xl_take_word(&rest));)
        if (*word == '/' || begins(word, "-Wl,"))
            add_to_library(r, word);
    free(line);
    free(agent);
    free(path);
}

int xl_compile_options_read(const char *folder, const char *kernel, const char *isa,
                            bool is_vectorised, struct xl_compile_options *r, struct xl_error *err)
{
    char stem[200];
    char *names = xl_names_read(folder);
    xl_names_file(names, kernel, stem, sizeof stem);
    free(names);
    char *file = xl_format("/%s.c", stem), *target = xl_format("/kernels-%s.dir/", isa),
         *line = xl_format("XL_KERNEL(%s)", kernel);
    const struct file_pattern s = {target, file, line};
    *r = (struct xl_compile_options){.is_vectorised = is_vectorised};
    struct json_object *all = read_commands(folder);
    find_file(r, all, &s);
    r->is_dynamic = r->source && !ends(r->source, file);
    if (r->is_dynamic) {
        add_to_library(r, "-lsleef");
    } else if (r->source) {
        read_library(r, all, isa);
        read_link(r, folder, isa);
    }
    json_object_put(all);
    free(file);
    free(target);
    free(line);
    if (r->source)
        return 0;
    return xl_fail(
        err,
        "no %s.c for %s in %s: standalone programs need kernels in C and a build that is "
        "not packed",
        stem, isa, folder);
}

int xl_compile_options_read_agent(const char *folder, const char *file,
                                  struct xl_compile_options *r, struct xl_error *err)
{
    const struct file_pattern s = {"/agent.dir/", file, NULL};
    *r = (struct xl_compile_options){.is_vectorised = true};
    struct json_object *all = read_commands(folder);
    find_file(r, all, &s);
    json_object_put(all);
    if (!r->source)
        xl_fail(err, "no compile command of %s in %s", file, folder);
    return r->source ? 0 : -1;
}

void xl_compile_options_free(struct xl_compile_options *r)
{
    free(r->source);
    xl_words_free(&r->macros);
    xl_words_free(&r->options);
    xl_words_free(&r->library);
}
