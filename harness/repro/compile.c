/* One kernel's file by itself: preprocessed, compiled to a program, run, by any compiler of its
 * row's architecture.
 * SPDX-License-Identifier: MIT
 */
#include "repro/compile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/memory.h"
#include "base/root.h"
#include "base/shell_words.h"
#include "emulator/process.h"

enum { XL_COMPILE_MS = 120000, XL_RUN_MS = 60000 };

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
    char *script = xl_join_path(xl_root(), "toolchains/driver.sh");
    struct xl_process p = {.output = -1};
    *d = (struct xl_driver){.name = compiler, .sysroot = xl_copy_text(sysroot)};
    const char *argv[] = {script, arch, compiler, sysroot, tools, NULL};
    d->text = run(&p, argv, XL_RUN_MS) == 0 ? xl_process_output(&p) : NULL;
    xl_process_free(&p);
    free(script);
    if (!d->text)
        d->text = xl_copy_text("");
    take_lines(d);
    if (*d->compiler)
        return 0;
    xl_error_set(err, "there is no %s for %s here", compiler, arch);
    return -1;
}

int xl_driver_read(const char *folder, const char *arch, const char *compiler, struct xl_driver *d,
                   struct xl_error *err)
{
    char *path = xl_join_path(folder, "made-from"), *made_from = xl_read_whole(path),
         *rest = made_from;
    const char *sysroot = rest ? xl_take_word(&rest) : NULL,
               *tools = rest ? xl_take_word(&rest) : NULL;
    int failed = -1;
    *d = (struct xl_driver){.name = compiler};
    if (tools)
        failed = xl_driver_ask(arch, compiler, sysroot, tools, d, err);
    else
        xl_error_set(err, "%s does not say which compilers the build is of", path);
    free(made_from);
    free(path);
    return failed;
}

void xl_driver_free(struct xl_driver *d)
{
    free(d->text);
    free(d->sysroot);
    *d = (struct xl_driver){.text = NULL};
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

static void add_options(struct xl_words *c, const struct xl_recipe *r, const struct xl_driver *d,
                        const char *level)
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

/* The file, and what it is linked with. */
static void add_sources(struct xl_words *c, const struct xl_recipe *r, const char *source)
{
    add(c, "-w");
    if (!r->is_linked || !r->is_dynamic)
        add(c, "-static");
    if (r->is_threaded)
        add(c, "-pthread");
    add(c, source);
    for (size_t i = 0; r->is_linked && i < r->library.count; i++)
        add(c, r->library.at[i]);
    add(c, "-lm");
}

static void begin(struct xl_words *c, const struct xl_recipe *r, const struct xl_driver *d,
                  const char *level)
{
    *c = (struct xl_words){NULL, 0};
    add(c, d->compiler);
    add_joined(c, "--sysroot=", d->sysroot);
    xl_words_add_text(c, d->flags);
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

/* 0, or -1 with the first line of what the compiler said that speaks of an error. Frees c. */
static int compile(struct xl_words *c, struct xl_error *err)
{
    struct xl_process p;
    const int status = run(&p, (const char *const *)c->at, XL_COMPILE_MS);
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
    xl_words_free(c);
    return status ? -1 : 0;
}

int xl_preprocess(const struct xl_recipe *r, const struct xl_driver *d, const char *level,
                  const char *to, struct xl_error *err)
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

int xl_compile(const struct xl_recipe *r, const struct xl_driver *d, const char *level,
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

char *xl_compile_command(const struct xl_recipe *r, const struct xl_driver *d, const char *level,
                         const char *source)
{
    struct xl_words c = {NULL, 0};
    const char *slash = strrchr(d->compiler, '/');
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    if (!f)
        return xl_copy_text("");
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

char *xl_read_whole(const char *file)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = fopen(file, "r");
    if (f && getdelim(&text, &size, '\0', f) < 0 && text)
        text[0] = '\0';
    if (f)
        fclose(f);
    return text;
}

int xl_run_alone(const char *emulator, const char *cpu, const char *sysroot, const char *program,
                 char *said, size_t size)
{
    const char *argv[] = {emulator, "-cpu", cpu, sysroot ? "-L" : program, sysroot, program, NULL};
    struct xl_process p;
    if (!sysroot)
        argv[4] = NULL;
    const int status = run(&p, emulator ? argv : argv + (sysroot ? 5 : 3), XL_RUN_MS);
    xl_process_said(&p, said, size);
    xl_process_free(&p);
    if (status == -1)
        return XL_RAN_LONG;
    return WIFEXITED(status) ? WEXITSTATUS(status) : XL_RAN_SIGNAL;
}
