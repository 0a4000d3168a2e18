/* What one file of a build is compiled with, and what of a library a kernel is linked with: read
 * from what CMake wrote for the build.
 * SPDX-License-Identifier: MIT
 */
#include "repro/recipe.h"

#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/line.h"
#include "base/memory.h"
#include "build/names.h"
#include "results/read.h"

static bool begins(const char *word, const char *with)
{
    return strncmp(word, with, strlen(with)) == 0;
}

static bool is_macro(const char *word)
{
    return begins(word, "-D") || begins(word, "-I");
}

/* What kernels.cmake compiles a unit of several files with, and one file has no use for. */
static bool is_of_unit(const char *word)
{
    return strcmp(word, "-ffunction-sections") == 0 || strcmp(word, "-fno-ipa-icf") == 0;
}

/* Which words belong to the file, and not to the compiler or to how it is built. */
static void sort_word(struct xl_recipe *r, const char *word)
{
    if (begins(word, "-fuse-ld") || strstr(word, "-vectorize") || is_of_unit(word))
        return;
    if (is_macro(word))
        xl_words_add(&r->macros, word);
    else if (begins(word, "-m") || (begins(word, "-f") && !begins(word, "-fpch")) ||
             (begins(word, "-std=") && !r->options.count))
        xl_words_add(&r->options, word);
}

static void add_of_library(struct xl_recipe *r, const char *word)
{
    for (size_t i = 0; i < r->library.count; i++)
        if (strcmp(r->library.at[i], word) == 0)
            return;
    xl_words_add(&r->library, word);
}

/* Takes a path, which is the recipe's from here on; or NULL. */
static void take_source(struct xl_recipe *r, char *source)
{
    free(r->source);
    r->source = source;
}

/* Of a command that compiles a file, or of several one behind the other, in place. */
static void sort_words(struct xl_recipe *r, char *command, bool is_library)
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
                add_of_library(r, source);
            else if (source)
                take_source(r, xl_copy_text(source));
        } else if (!is_library) {
            sort_word(r, word);
        } else if (is_macro(word)) {
            add_of_library(r, word);
        }
    }
}

static bool ends(const char *text, const char *with)
{
    const size_t length = strlen(text), tail = strlen(with);
    return length >= tail && strcmp(text + length - tail, with) == 0;
}

static bool has_text(const char *file, const char *text)
{
    char *line = NULL;
    size_t room = 0;
    bool found = false;
    FILE *f = fopen(file, "re");
    while (f && !found && getline(&line, &room, f) >= 0)
        found = begins(line, text);
    free(line);
    if (f)
        fclose(f);
    return found;
}

/* The file whose path ends so, among those that a unit of harness/build/kernels.cmake includes, or
 * NULL. The caller frees it. */
static char *find_member(const char *unit, const char *ending)
{
    char *line = NULL, *found = NULL;
    size_t room = 0;
    FILE *f = strstr(unit, "/xl-units/") ? fopen(unit, "re") : NULL;
    while (f && !found && getline(&line, &room, f) >= 0) {
        const char *path = xl_included_file(line);
        if (path && ends(path, ending))
            found = xl_copy_text(path);
    }
    free(line);
    if (f)
        fclose(f);
    return found;
}

/* A file of this target whose name ends so, or, of files that are generated, that has such a line.
 */
struct sought {
    const char *target, *file, *line;
};

/* member: the source itself, where the entry is of a unit; the caller frees it. */
static bool is_sought(struct json_object *entry, const struct sought *s, char **member)
{
    const char *source = xl_read_text(entry, "file");
    *member = NULL;
    if (!strstr(xl_read_text(entry, "command"), s->target))
        return false;
    *member = find_member(source, s->file);
    return *member || ends(source, s->file) ||
           (s->line && strstr(source, "/sleef/sleef-") && has_text(source, s->line));
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

static void seek(struct xl_recipe *r, struct json_object *all, const struct sought *s)
{
    for (size_t i = 0; i < count_of(all) && !r->source; i++) {
        struct json_object *entry = json_object_array_get_idx(all, i);
        char *member, *command;
        if (!is_sought(entry, s, &member))
            continue;
        command = xl_copy_text(xl_read_text(entry, "command"));
        sort_words(r, command, false);
        free(command);
        if (member)
            take_source(r, member);
    }
}

/* What is compiled of the library for this ISA. */
static void read_library(struct xl_recipe *r, struct json_object *all, const char *isa)
{
    char target[128];
    snprintf(target, sizeof target, "/library-%s.dir/", isa);
    for (size_t i = 0; i < count_of(all); i++) {
        char *command = xl_copy_text(xl_read_text(json_object_array_get_idx(all, i), "command"));
        if (strstr(command, target))
            sort_words(r, command, true);
        free(command);
    }
}

/* Archives and objects: what build.ninja links the ISA's agent with. */
static void read_link(struct xl_recipe *r, const char *folder, const char *isa)
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
            add_of_library(r, word);
    free(line);
    free(agent);
    free(path);
}

int xl_recipe_read(const char *folder, const char *kernel, const char *isa, bool is_vectorised,
                   struct xl_recipe *r, struct xl_error *err)
{
    char stem[200], file[256], target[128], line[256];
    char *names = xl_names_read(folder);
    const struct sought s = {target, file, line};
    xl_names_file(names, kernel, stem, sizeof stem);
    free(names);
    snprintf(file, sizeof file, "/%s.c", stem);
    snprintf(target, sizeof target, "/kernels-%s.dir/", isa);
    snprintf(line, sizeof line, "XL_KERNEL(%s)", kernel);
    *r = (struct xl_recipe){.is_vectorised = is_vectorised};
    struct json_object *all = read_commands(folder);
    seek(r, all, &s);
    r->is_dynamic = r->source && !ends(r->source, file);
    if (r->is_dynamic) {
        add_of_library(r, "-lsleef");
    } else if (r->source) {
        read_library(r, all, isa);
        read_link(r, folder, isa);
    }
    json_object_put(all);
    if (r->source)
        return 0;
    xl_error_set(err,
                 "%s has no file %s.c for %s: of kernels that are not in C, and of builds that "
                 "were packed, none is made",
                 folder, stem, isa);
    return -1;
}

int xl_recipe_read_own(const char *folder, const char *file, struct xl_recipe *r,
                       struct xl_error *err)
{
    const struct sought s = {"/agent.dir/", file, NULL};
    *r = (struct xl_recipe){.is_vectorised = true};
    struct json_object *all = read_commands(folder);
    seek(r, all, &s);
    json_object_put(all);
    if (!r->source)
        xl_error_set(err, "%s does not say how %s was compiled", folder, file);
    return r->source ? 0 : -1;
}

void xl_recipe_free(struct xl_recipe *r)
{
    free(r->source);
    xl_words_free(&r->macros);
    xl_words_free(&r->options);
    xl_words_free(&r->library);
}
