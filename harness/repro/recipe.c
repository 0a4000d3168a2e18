/* What one file of a build is compiled with, and what of a library a kernel is linked with: read
 * from what CMake wrote for the build.
 * SPDX-License-Identifier: MIT
 */
#include "repro/recipe.h"

#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/shell_words.h"
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
    const bool is_full = r->macro_count + 1 >= XL_MOST_OPTIONS_OF_A_FILE ||
                         r->option_count + 1 >= XL_MOST_OPTIONS_OF_A_FILE;
    if (is_full || begins(word, "-fuse-ld") || strstr(word, "-vectorize") || is_of_unit(word))
        return;
    if (is_macro(word))
        r->macros[r->macro_count++] = word;
    else if (begins(word, "-m") || (begins(word, "-f") && !begins(word, "-fpch")) ||
             (begins(word, "-std=") && !r->option_count))
        r->options[r->option_count++] = word;
}

static void add_of_library(struct xl_recipe *r, const char *word)
{
    for (size_t i = 0; i < r->library_count; i++)
        if (strcmp(r->library[i], word) == 0)
            return;
    if (r->library_count < XL_MOST_OF_A_LIBRARY)
        r->library[r->library_count++] = word;
}

/* Of a command that compiles a file, or of several one behind the other. */
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
            char *source = xl_take_word(&rest);
            if (is_library && source)
                add_of_library(r, source);
            else
                r->source = source;
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
    char *line = NULL, *found = NULL, path[4096];
    size_t room = 0;
    FILE *f = strstr(unit, "/xl-units/") ? fopen(unit, "re") : NULL;
    while (f && !found && getline(&line, &room, f) >= 0)
        if (sscanf(line, "#include \"%4095[^\"]", path) == 1 && ends(path, ending))
            found = strdup(path);
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

static bool is_sought(struct xl_recipe *r, struct json_object *entry, const struct sought *s)
{
    const char *source = xl_read_text(entry, "file");
    if (!strstr(xl_read_text(entry, "command"), s->target))
        return false;
    r->member = find_member(source, s->file);
    return r->member || ends(source, s->file) ||
           (s->line && strstr(source, "/sleef/sleef-") && has_text(source, s->line));
}

static struct json_object *read_commands(const char *folder)
{
    char path[600];
    snprintf(path, sizeof path, "%s/compile_commands.json", folder);
    return json_object_from_file(path);
}

static size_t count_of(struct json_object *all)
{
    return json_object_is_type(all, json_type_array) ? json_object_array_length(all) : 0;
}

static void seek(struct xl_recipe *r, struct json_object *all, const struct sought *s)
{
    for (size_t i = 0; i < count_of(all) && !r->text; i++) {
        struct json_object *entry = json_object_array_get_idx(all, i);
        if (is_sought(r, entry, s))
            r->text = strdup(xl_read_text(entry, "command"));
    }
    if (r->text)
        sort_words(r, r->text, false);
    if (r->source && r->member)
        r->source = r->member;
}

/* What is compiled of the library for this ISA. */
static void read_library(struct xl_recipe *r, struct json_object *all, const char *isa)
{
    char target[128];
    size_t size;
    FILE *f = open_memstream(&r->library_text, &size);
    snprintf(target, sizeof target, "/library-%s.dir/", isa);
    for (size_t i = 0; f && i < count_of(all); i++) {
        const char *command = xl_read_text(json_object_array_get_idx(all, i), "command");
        if (strstr(command, target))
            fprintf(f, "%s ", command);
    }
    if (f)
        fclose(f);
    if (r->library_text)
        sort_words(r, r->library_text, true);
}

/* Archives and objects: what build.ninja links the ISA's agent with. */
static void read_link(struct xl_recipe *r, const char *folder, const char *isa)
{
    static const char libraries[] = "  LINK_LIBRARIES = ";
    char path[600], agent[128], *line = NULL;
    size_t room = 0;
    bool is_inside = false;
    snprintf(path, sizeof path, "%s/build.ninja", folder);
    snprintf(agent, sizeof agent, "build agent-%s: ", isa);
    FILE *f = fopen(path, "re");
    while (f && !r->link_text && getline(&line, &room, f) >= 0) {
        is_inside |= begins(line, agent);
        line[strcspn(line, "\n")] = '\0';
        if (is_inside && begins(line, libraries))
            r->link_text = strdup(line + strlen(libraries));
    }
    if (f)
        fclose(f);
    free(line);
    for (char *rest = r->link_text, *word; rest && (word = xl_take_word(&rest));)
        if (*word == '/' || begins(word, "-Wl,"))
            add_of_library(r, word);
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
    free(r->text);
    free(r->library_text);
    free(r->link_text);
    free(r->member);
}
