/* Where a kernel's record is.
 * SPDX-License-Identifier: MIT
 */
#include "build/record_place.h"

#include <ctype.h>
#include <json-c/json.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "build/names.h"

struct place {
    size_t line, column; /* from 1 on; 0: it is not there */
};

/* Whether this begins the kernel's record. */
static bool begins_record(const char *at, const char *kernel)
{
    static const char macro[] = "XL_KERNEL";
    const size_t length = strlen(kernel);
    if (strncmp(at, macro, strlen(macro)) != 0)
        return false;
    at += strlen(macro);
    at += strspn(at, " \t");
    if (*at != '(')
        return false;
    at += 1 + strspn(at + 1, " \t");
    return strncmp(at, kernel, length) == 0 && !isalnum((unsigned char)at[length]) &&
           at[length] != '_';
}

static struct place find_record(const char *path, const char *kernel)
{
    char *line = NULL;
    size_t room = 0, lines = 0;
    struct place found = {0};
    FILE *f = fopen(path, "re");
    while (f && !found.line && getline(&line, &room, f) >= 0) {
        const size_t blanks = strspn(line, " \t");
        lines++;
        if (begins_record(line + blanks, kernel))
            found = (struct place){lines, blanks + 1};
    }
    if (f)
        fclose(f);
    free(line);
    return found;
}

/* Whether a path's last part is this name, with any ending. */
static bool is_file_of(const char *path, const char *stem)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const size_t length = strlen(stem);
    return strncmp(name, stem, length) == 0 && name[length] == '.';
}

void xl_say_where(const char *module, const char *kernel, struct xl_error *err)
{
    char stem[256];
    char *folder = xl_format("%.*s", (int)(strrchr(module, '/') - module), module);
    char *names = xl_names_read(folder), *path = xl_join_path(folder, "compile_commands.json");
    const struct xl_error said = *err;
    xl_names_file(names, kernel, stem, sizeof stem);
    struct json_object *all = json_object_from_file(path), *file;
    free(folder);
    free(names);
    free(path);
    const size_t count =
        json_object_is_type(all, json_type_array) ? json_object_array_length(all) : 0;
    for (size_t i = 0; i < count; i++) {
        if (!json_object_object_get_ex(json_object_array_get_idx(all, i), "file", &file))
            continue;
        const char *source = json_object_get_string(file);
        const struct place place =
            is_file_of(source, stem) ? find_record(source, kernel) : (struct place){0};
        if (!place.line)
            continue;
        xl_error_set(err, "%s:%zu:%zu: error: %s", source, place.line, place.column, said.text);
        break;
    }
    json_object_put(all);
}
