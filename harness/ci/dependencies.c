/* The dependency lists of builds: which files each object was made from.
 * SPDX-License-Identifier: MIT
 *
 * The lines of a list:
 *
 *   commit HASH
 *   dirty FILE                 a file that differed from the commit
 *   file FILE                  numbered from 0
 *   object KERNEL NUMBER...    KERNEL "-": every kernel; no number: its files are unknown
 */
#include "ci/affected.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"

/* Parses "KERNEL NUMBER..." in place. Returns -1 if it is malformed. */
static int read_object(char *line, struct xl_dependencies *r, size_t *used)
{
    char *rest, *kernel = strtok_r(line, " ", &rest);
    struct xl_object *o = &r->objects[r->object_count];
    if (!kernel)
        return -1;
    *o = (struct xl_object){strcmp(kernel, "-") == 0 ? NULL : kernel, r->indices + *used, 0};
    for (char *word; (word = strtok_r(NULL, " ", &rest)); o->count++) {
        unsigned long index = strtoul(word, NULL, 10);
        if (index >= r->file_count)
            return -1;
        r->indices[(*used)++] = (unsigned)index;
    }
    r->object_count++;
    return 0;
}

/* Adds dirty files to `dirty`, which has room for the whole text. */
static int read_lines(struct xl_dependencies *r, char *dirty)
{
    size_t used = 0;
    char *rest;
    for (char *line = strtok_r(r->text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        char *value = strchr(line, ' ');
        if (!value)
            return -1;
        *value++ = '\0';
        if (strcmp(line, "commit") == 0)
            snprintf(r->commit, sizeof r->commit, "%s", value);
        else if (strcmp(line, "dirty") == 0)
            dirty += sprintf(dirty, "%s\n", value);
        else if (strcmp(line, "file") == 0)
            r->files[r->file_count++] = value;
        else if (strcmp(line, "object") != 0 || read_object(value, r, &used))
            return -1;
    }
    return r->commit[0] ? 0 : -1;
}

static void allocate(struct xl_dependencies *r, char **dirty)
{
    size_t lines = 1, words = 1;
    for (const char *c = r->text; *c; c++) {
        lines += *c == '\n';
        words += *c == ' ';
    }
    r->files = xl_alloc(lines, sizeof *r->files);
    r->stale = xl_alloc(lines, sizeof *r->stale);
    r->objects = xl_alloc(lines, sizeof *r->objects);
    r->indices = xl_alloc(words, sizeof *r->indices);
    *dirty = xl_alloc(1, strlen(r->text) + 1);
}

/* Lines that declare a test change no flag of another target. */
static bool is_test_line(const char *line, size_t length)
{
    static const char *const begins[] = {"#",
                                         "add_test(",
                                         "add_executable(test_",
                                         "endforeach()",
                                         "foreach(name ",
                                         "set_tests_properties(",
                                         "target_include_directories(test_",
                                         "target_link_libraries(test_"};
    while (length && *line == ' ') {
        line++;
        length--;
    }
    for (size_t i = 0; length && i < sizeof begins / sizeof begins[0]; i++)
        if (strncmp(line, begins[i], strlen(begins[i])) == 0)
            return line[length - 1] == ')' || begins[i][0] == '#';
    return length == 0;
}

/* The other lines. The caller frees them. */
static char *without_tests(const char *text)
{
    struct xl_text rest = {0};
    for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n')
        if (!is_test_line(line, strcspn(line, "\n")))
            xl_text_add(&rest, "%.*s\n", (int)strcspn(line, "\n"), line);
    return rest.at ? rest.at : xl_copy_text("");
}

bool xl_only_tests_declared(const char *commit)
{
    static const char file[] = "tests/tests.cmake";
    struct xl_error ignored;
    size_t size;
    char *path = xl_join_path(xl_root(), "%s", file), *now = xl_file_read(path, &size, &ignored),
         *was = now ? xl_changes_old_text(xl_root(), commit, file, &ignored) : NULL;
    char *rest = now ? without_tests(now) : NULL, *old_rest = was ? without_tests(was) : NULL;
    const bool same = rest && old_rest && strcmp(rest, old_rest) == 0;
    free(path);
    free(now);
    free(was);
    free(rest);
    free(old_rest);
    return same;
}

/* Whether rules of compilation have changed since the commit. Then all objects may have other
 * dependencies. */
static bool has_other_rules(const struct xl_changes *changes, const char *commit)
{
    static const char *const rules[] = {"*.cmake", "*CMakeLists.txt", "arch/*.def",
                                        "harness/build/*.sh"};
    for (size_t i = 0; i < changes->count; i++)
        for (size_t r = 0; r < sizeof rules / sizeof rules[0]; r++)
            if (fnmatch(rules[r], changes->files[i], 0) == 0 &&
                (strcmp(changes->files[i], "tests/tests.cmake") != 0 ||
                 !xl_only_tests_declared(commit)))
                return true;
    return false;
}

static int mark_stale(struct xl_dependencies *r, const char *dirty,
                      struct xl_dependency_source *source)
{
    struct xl_error ignored;
    if (!source->dirty || strcmp(source->commit, r->commit) != 0 ||
        strcmp(source->dirty, dirty) != 0) {
        xl_dependency_source_free(source);
        if (xl_changes_since(xl_root(), r->commit, dirty, &source->changes, &ignored))
            return -1;
        memcpy(source->commit, r->commit, sizeof source->commit);
        source->dirty = xl_copy_text(dirty);
    }
    if (has_other_rules(&source->changes, r->commit))
        return -1;
    for (size_t i = 0; i < r->file_count; i++)
        r->stale[i] = xl_changes_has(&source->changes, r->files[i]);
    return 0;
}

void xl_dependency_source_free(struct xl_dependency_source *source)
{
    xl_changes_free(&source->changes);
    free(source->dirty);
    *source = (struct xl_dependency_source){0};
}

int xl_dependencies_read(const char *build, const char *isa, struct xl_dependency_source *source,
                         struct xl_dependencies *record)
{
    char *dirty = NULL, *file = xl_join_path(xl_work_directory(), "%s/dependencies%s%s", build,
                                             isa ? "-" : "", isa ? isa : "");
    size_t size;
    struct xl_error ignored;
    *record = (struct xl_dependencies){0};
    record->text = xl_file_read(file, &size, &ignored);
    free(file);
    bool is_usable = record->text && strlen(record->text) == size;
    if (is_usable) {
        allocate(record, &dirty);
        is_usable = !read_lines(record, dirty) && !mark_stale(record, dirty, source);
    }
    free(dirty);
    if (!is_usable)
        xl_dependencies_free(record);
    return is_usable ? 0 : -1;
}

long xl_dependencies_find(const struct xl_dependencies *record, const char *file)
{
    for (size_t i = 0; i < record->file_count; i++)
        if (strcmp(record->files[i], file) == 0)
            return (long)i;
    return -1;
}

bool xl_object_has(const struct xl_dependencies *record, const struct xl_object *object, long file)
{
    if (object->count == 0)
        return true;
    for (size_t i = 0; i < object->count; i++)
        if ((long)object->files[i] == file || record->stale[object->files[i]])
            return true;
    return false;
}

void xl_dependencies_free(struct xl_dependencies *record)
{
    free(record->text);
    free(record->files);
    free(record->stale);
    free(record->objects);
    free(record->indices);
    *record = (struct xl_dependencies){0};
}
