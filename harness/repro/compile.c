/* Compiles the file of one kernel to a standalone program, with any compiler of its architecture,
 * and runs it.
 * SPDX-License-Identifier: MIT
 */
#include "repro/compile.h"

#include <ctype.h>
#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/processes.h"
#include "base/text.h"
#include "matrix/compilers.h"
#include "oracle/module.h"

enum { XL_COMPILE_MS = 120000, XL_RUN_MS = 60000 };

/* Splits the output of driver.sh. */
static void split_lines(struct xl_toolchain *d)
{
    const char **const fields[] = {&d->compiler, &d->flags, &d->link, &d->emulator, &d->triple};
    char *rest = d->text;
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        const char *line = strsep(&rest, "\n");
        *fields[i] = line ? line : "";
    }
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

int xl_toolchain_read(const char *directory, const char *arch, const char *compiler,
                      struct xl_toolchain *d, struct xl_error *err)
{
    size_t size;
    char *path = xl_join_path(directory, "made-from"), *made_from = xl_file_read(path, &size, err),
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

static void add_joined(struct xl_words *c, const char *option, const char *value)
{
    char *word = xl_format("%s%s", option, value);
    xl_words_add(c, word);
    free(word);
}

static void add_all(struct xl_words *c, const struct xl_words *words)
{
    for (size_t i = 0; i < words->count; i++)
        xl_words_add(c, words->at[i]);
}

static void add_options(struct xl_words *c, const struct xl_compile_options *r,
                        const struct xl_toolchain *d, const char *level)
{
    char text[XL_LEVEL_OPTIONS];
    add_all(c, &r->options);
    xl_words_add_text(c, xl_level_options(level, text));
    if (!r->is_vectorised)
        xl_words_add_text(c, xl_compiler_is_gcc(d->name)
                                 ? "-fno-tree-vectorize -fno-tree-slp-vectorize"
                                 : "-fno-vectorize -fno-slp-vectorize");
}

/* Adds the file and what it is linked with. */
static void add_sources(struct xl_words *c, const struct xl_compile_options *r, const char *source)
{
    xl_words_add(c, "-w");
    if (!r->is_linked || !r->is_dynamic)
        xl_words_add(c, "-static");
    xl_words_add(c, "-pthread");
    xl_words_add(c, source);
    if (r->is_linked)
        add_all(c, &r->library);
    xl_words_add(c, "-lm");
}

static void begin(struct xl_words *c, const struct xl_compile_options *r,
                  const struct xl_toolchain *d, const char *level)
{
    *c = (struct xl_words){NULL, 0};
    xl_words_add(c, d->compiler);
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
    add_all(&c, &r->macros);
    xl_words_add_text(&c, "-E -dI -w");
    xl_words_add(&c, r->source);
    xl_words_add(&c, "-o");
    xl_words_add(&c, to);
    return compile(&c, err);
}

int xl_compile(const struct xl_compile_options *r, const struct xl_toolchain *d, const char *level,
               const char *source, const char *program, struct xl_error *err)
{
    struct xl_words c;
    begin(&c, r, d, level);
    xl_words_add_text(&c, d->link);
    xl_words_add(&c, "-o");
    xl_words_add(&c, program);
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
    if (!xl_compiler_is_gcc(d->name))
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
                r->source = xl_copy_text(source);
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

/* What `take` makes of the first line of a file for which that is not NULL; or NULL. The caller
 * frees it. */
static char *find_line(const char *file, char *(*take)(char *line, const char *with),
                       const char *with)
{
    size_t size;
    struct xl_error ignored;
    char *all = xl_file_read(file, &size, &ignored), *rest = all, *found = NULL;
    for (char *line; rest && !found && (line = strsep(&rest, "\n"));)
        found = take(line, with);
    free(all);
    return found;
}

static char *take_beginning(char *line, const char *with)
{
    return begins(line, with) ? xl_copy_text(line) : NULL;
}

/* The file with this ending that a unit of harness/build/kernels.cmake includes. */
static char *take_member(char *line, const char *ending)
{
    const char *path = xl_included_file(line);
    return path && ends(path, ending) ? xl_copy_text(path) : NULL;
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
    if (strstr(source, "/xl-units/"))
        *member = find_line(source, take_member, s->file);
    if (*member || ends(source, s->file))
        return true;
    char *line = s->line && strstr(source, "/sleef/sleef-")
                     ? find_line(source, take_beginning, s->line)
                     : NULL;
    const bool has_line = line != NULL;
    free(line);
    return has_line;
}

static struct json_object *read_commands(const char *directory)
{
    char *path = xl_join_path(directory, "compile_commands.json");
    struct json_object *all = json_object_from_file(path);
    free(path);
    return all;
}

static void find_file(struct xl_compile_options *r, struct json_object *all,
                      const struct file_pattern *s)
{
    for (size_t i = 0; i < xl_json_length(all) && !r->source; i++) {
        struct json_object *entry = json_object_array_get_idx(all, i);
        char *member, *command;
        if (!matches(entry, s, &member))
            continue;
        command = xl_copy_text(xl_json_text(entry, "command"));
        sort_words(r, command, false);
        free(command);
        if (!member)
            continue;
        free(r->source);
        r->source = member;
    }
}

/* Reads the sources of the library for this ISA. */
static void read_library(struct xl_compile_options *r, struct json_object *all, const char *isa)
{
    char *target = xl_format("/library-%s.dir/", isa);
    for (size_t i = 0; i < xl_json_length(all); i++) {
        char *command = xl_copy_text(xl_json_text(json_object_array_get_idx(all, i), "command"));
        if (strstr(command, target))
            sort_words(r, command, true);
        free(command);
    }
    free(target);
}

/* Reads the archives and objects that build.ninja links with the agent of this ISA. */
static void read_link(struct xl_compile_options *r, const char *directory, const char *isa)
{
    static const char libraries[] = "\n  LINK_LIBRARIES = ";
    size_t size;
    struct xl_error ignored;
    char *path = xl_join_path(directory, "build.ninja"),
         *agent = xl_format("\nbuild agent-%s: ", isa), *text = xl_file_read(path, &size, &ignored),
         *at = text ? strstr(text, agent) : NULL, *words = at ? strstr(at, libraries) : NULL;
    char *rest = words ? words + strlen(libraries) : NULL;
    if (rest)
        rest[strcspn(rest, "\n")] = '\0';
    for (char *word; rest && (word = xl_take_word(&rest));)
        if (*word == '/' || begins(word, "-Wl,"))
            add_to_library(r, word);
    free(text);
    free(agent);
    free(path);
}

int xl_compile_options_read(const char *directory, const char *kernel, const char *isa,
                            bool is_vectorised, struct xl_compile_options *r, struct xl_error *err)
{
    char stem[200];
    char *names = xl_names_read(directory);
    xl_names_file(names, kernel, stem, sizeof stem);
    free(names);
    char *file = xl_format("/%s.c", stem), *target = xl_format("/kernels-%s.dir/", isa),
         *line = xl_format("XL_KERNEL(%s)", kernel);
    const struct file_pattern s = {target, file, line};
    *r = (struct xl_compile_options){.is_vectorised = is_vectorised};
    struct json_object *all = read_commands(directory);
    find_file(r, all, &s);
    r->is_dynamic = r->source && !ends(r->source, file);
    if (r->is_dynamic) {
        add_to_library(r, "-lsleef");
    } else if (r->source) {
        read_library(r, all, isa);
        read_link(r, directory, isa);
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
        stem, isa, directory);
}

int xl_compile_options_read_agent(const char *directory, const char *file,
                                  struct xl_compile_options *r, struct xl_error *err)
{
    const struct file_pattern s = {"/agent.dir/", file, NULL};
    *r = (struct xl_compile_options){.is_vectorised = true};
    struct json_object *all = read_commands(directory);
    find_file(r, all, &s);
    json_object_put(all);
    if (!r->source)
        xl_fail(err, "no compile command of %s in %s", file, directory);
    return r->source ? 0 : -1;
}

void xl_compile_options_free(struct xl_compile_options *r)
{
    free(r->source);
    xl_words_free(&r->macros);
    xl_words_free(&r->options);
    xl_words_free(&r->library);
}

/* ---- Extracts the part of a preprocessed file that some names need.
 *
 * The text consists of pieces: declarations, definitions, pragmas. A piece is needed if a needed
 * piece contains an identifier that it declares. This code knows only brackets, literals and a few
 * keywords of C ---- */

enum { XL_LONG_LINE = 100 };

struct word {
    const char *at;
    size_t length;
};

struct words {
    struct word *at;
    size_t count, room;
};

struct piece {
    const char *at, *end;
    bool is_needed;
    /* What it declares. */
    struct words names;
};

struct pieces {
    struct piece *at;
    size_t count, room;
};

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static bool is_text(struct word w, const char *text)
{
    return strlen(text) == w.length && memcmp(w.at, text, w.length) == 0;
}

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && isspace((unsigned char)*at))
        at++;
    return at;
}

/* The end of the literal, or of the other character, that begins here. */
static const char *skip_other(const char *at, const char *end)
{
    const char quote = *at;
    if (quote != '"' && quote != '\'')
        return at + 1;
    for (at++; at < end && *at != quote; at++)
        at += *at == '\\';
    return at < end ? at + 1 : end;
}

/* Takes the next identifier or number from *at on, and sets *at to its end. */
static bool next_word(const char **at, const char *end, struct word *w)
{
    while (*at < end && !is_word(**at))
        *at = skip_other(*at, end);
    w->at = *at;
    while (*at < end && is_word(**at))
        ++*at;
    w->length = (size_t)(*at - w->at);
    return w->length > 0;
}

/* The end of the brackets that open here. */
static const char *skip_brackets(const char *at, const char *end)
{
    int depth = 0;
    do {
        depth += strchr("([{", *at) != NULL;
        depth -= strchr(")]}", *at) != NULL;
        at = skip_other(at, end);
    } while (at < end && depth);
    return at;
}

/* Words with an operand, which declare nothing. */
static bool is_attribute(struct word w)
{
    return is_text(w, "__attribute__") || is_text(w, "__attribute") || is_text(w, "__asm__") ||
           is_text(w, "__asm") || is_text(w, "_Alignas") || is_text(w, "__typeof__");
}

static void add_words(struct words *names, const char *at, const char *end)
{
    for (struct word w; next_word(&at, end, &w);)
        if (!isdigit((unsigned char)*w.at))
            xl_push(names, w);
}

/* Reads the piece that begins here. It declares the words before a bracket or before the end of a
 * declarator, and those in the brackets of `(*f)` and of an enum. */
static void read_piece(const char *at, const char *end, struct piece *p)
{
    struct word w, last = {at, 0};
    bool is_enum = false, is_function = false, has_no_body = false;
    *p = (struct piece){.at = at};
    while ((at = skip_blanks(at, end)) < end) {
        const char *from = at;
        if (is_word(*at)) {
            next_word(&at, end, &w);
            is_enum |= is_text(w, "enum");
            has_no_body |= is_text(w, "typedef");
            if (is_attribute(w))
                at = skip_brackets(skip_blanks(at, end), end);
            else if (is_text(w, "enum") || is_text(w, "struct") || is_text(w, "union"))
                last.length = 0;
            else
                last = w;
            continue;
        }
        at = strchr("([{", *at) ? skip_brackets(at, end) : skip_other(at, end);
        if (strncmp(from, "(*", 2) == 0 || (*from == '{' && is_enum && !is_function))
            add_words(&p->names, from, at);
        else if (strchr(",;=([{", *from))
            add_words(&p->names, last.at, last.at + last.length);
        if (*from == ';' || (*from == '{' && is_function))
            break;
        has_no_body |= *from == '=';
        is_function = *from == '(' && !has_no_body;
        last.length = 0;
    }
    p->end = at;
}

static void split(const char *text, struct pieces *all)
{
    const char *at = text, *end = text + strlen(text);
    while ((at = skip_blanks(at, end)) < end) {
        struct piece p = {.at = at, .end = at + strcspn(at, "\n"), .is_needed = *at == '#'};
        if (!p.is_needed) /* no pragma */
            read_piece(at, end, &p);
        xl_push(all, p);
        at = p.end;
    }
}

static bool declares(const struct piece *p, struct word w)
{
    for (size_t i = 0; i < p->names.count; i++)
        if (p->names.at[i].length == w.length && memcmp(p->names.at[i].at, w.at, w.length) == 0)
            return true;
    return false;
}

/* Marks the pieces that declare words of a text, and all that they need. */
static void mark_needed(struct pieces *all, const char *at, const char *end)
{
    for (struct word w; next_word(&at, end, &w);)
        for (size_t i = 0; i < all->count; i++) {
            struct piece *p = &all->at[i];
            if (p->is_needed || !declares(p, w))
                continue;
            p->is_needed = true;
            mark_needed(all, p->at, p->end);
        }
}

/* Whether a line marker has a flag: 1: a file begins; 2: it ends; 3: it is a system header. */
static bool has_flag(const char *line, size_t length, char flag)
{
    const char *flags =
        length > 3 && memcmp(line, "# ", 2) == 0 ? memrchr(line, '"', length) : NULL;
    return flags && memchr(flags, flag, (size_t)(line + length - flags));
}

/* Adds the name in angle brackets of an #include, once. */
static void add_include(const char *line, struct xl_text *includes)
{
    char *include = xl_format("#include %.*s\n", (int)(strcspn(line, ">") + 1), line);
    if (!includes->at || !strstr(includes->at, include))
        xl_text_add(includes, "%s", include);
    free(include);
}

/* Separates includes of system headers and code. */
static void separate(const char *text, struct xl_text *includes, struct xl_text *code)
{
    unsigned depth = 0;         /* of a system header and what it includes */
    const char *pending = NULL; /* an include, until the next line says what kind it is */
    for (size_t length; *text; text += length + (text[length] == '\n')) {
        length = strcspn(text, "\n");
        const bool begins = has_flag(text, length, '1'), is_system = has_flag(text, length, '3');
        if (pending && length && (!begins || is_system))
            add_include(pending, includes);
        pending = length ? NULL : pending;
        if (begins)
            depth += depth || is_system;
        else if (has_flag(text, length, '2'))
            depth -= depth > 0;
        else if (!depth && strncmp(text, "#include", 8) == 0)
            pending = memchr(text, '<', length);
        else if (!depth && strncmp(text, "# ", 2) != 0)
            xl_text_add(code, "%.*s\n", (int)length, text);
    }
}

/* The expansion of a macro is one long line: breaks it behind semicolons and braces. */
static void put_piece(const struct piece *p, struct xl_text *f)
{
    const size_t length = (size_t)(p->end - p->at);
    const bool is_long = !memchr(p->at, '\n', length) && length > XL_LONG_LINE;
    int depth = 0;
    for (const char *c = p->at; c < p->end; c++) {
        const bool is_empty = *c == '\n' && c[1 + strspn(c + 1, " ")] == '\n';
        depth += (*c == '(') - (*c == ')');
        if (!is_empty)
            xl_text_add_bytes(f, c, 1);
        if (is_long && !depth && strchr(";{}", *c) && c + 1 < p->end)
            xl_text_add_bytes(f, "\n", 1);
    }
    xl_text_add_bytes(f, "\n", 1);
}

char *xl_prune(const char *text, const char *roots, bool whole)
{
    struct xl_text result = {0}, code = {0};
    struct pieces all = {0};
    separate(text, &result, &code);
    xl_text_add(&result, "\n");
    split(code.at ? code.at : "", &all);
    mark_needed(&all, roots, roots + strlen(roots));
    for (size_t i = 0; i < all.count; i++) {
        if (all.at[i].is_needed || whole)
            put_piece(&all.at[i], &result);
        free(all.at[i].names.at);
    }
    free(all.at);
    free(code.at);
    return result.at;
}
