/* What is known of kernels, whatever the row: files, lines, arguments.
 * SPDX-License-Identifier: MIT
 */
#include "run/kernel_sources.h"

#include <fts.h>
#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "oracle/types.h"
#include "results/keys.h"

static struct json_object *source_json(const struct xl_kernel *kernel)
{
    char text[XL_MAX_ARGS * 80] = "";
    struct json_object *o = json_object_new_object();
    for (size_t i = 0; i < XL_MAX_ARGS && kernel->args[i].kind; i++)
        if (kernel->args[i].kind != XL_ARG_COUNT)
            xl_append(text, sizeof text, "%s%s:%s", *text ? " " : "", kernel->args[i].name,
                      xl_type_name(kernel->args[i].type));
    xl_key_string(o, XL_KEY_source_kernel, kernel->name);
    xl_key_string(o, XL_KEY_source_family, kernel->family);
    xl_key_string(o, XL_KEY_source_file, "");
    xl_key_number(o, XL_KEY_source_line, 0);
    xl_key_string(o, XL_KEY_source_args, text);
    return o;
}

/* The line with the record that a kernel's file has, or 0. */
static size_t line_of(const char *path)
{
    char *line = NULL;
    size_t size = 0, count = 0, found = 0;
    FILE *f = fopen(path, "re");
    while (f && !found && getline(&line, &size, f) >= 0) {
        const char *at = line + strspn(line, " \t");
        count++;
        if (strncmp(at, "XL_KERNEL", strlen("XL_KERNEL")) == 0 &&
            at[strlen("XL_KERNEL") + strspn(at + strlen("XL_KERNEL"), " \t")] == '(')
            found = count;
    }
    if (f)
        fclose(f);
    free(line);
    return found;
}

/* by_name: the sources. A kernel has its file's name, whatever the language. */
static void locate(const FTSENT *e, size_t folder, const char *shown, struct json_object *by_name)
{
    char name[256], *file = NULL;
    struct json_object *source = NULL;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(e->fts_name, "."), e->fts_name);
    size_t line = json_object_object_get_ex(by_name, name, &source) ? line_of(e->fts_path) : 0;
    if (!line || asprintf(&file, "%s%s", shown, e->fts_path + folder) < 0)
        return;
    xl_key_string(source, XL_KEY_source_file, file);
    xl_key_number(source, XL_KEY_source_line, line);
    free(file);
}

static void locate_all(const char *folder, const char *shown, struct json_object *by_name)
{
    char *path = xl_copy_text(folder), *paths[] = {path, NULL};
    FTS *tree = fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
    for (FTSENT *e; tree && (e = fts_read(tree));)
        if (e->fts_info == FTS_F)
            locate(e, strlen(folder), shown, by_name);
    if (tree)
        fts_close(tree);
    free(path);
}

struct json_object *xl_sources(const struct xl_kernels *kernels, const bool *chosen,
                               const char *folder, const char *shown)
{
    struct json_object *list = json_object_new_array(), *by_name = json_object_new_object();
    for (size_t i = 0; i < kernels->count; i++) {
        if (!chosen[i])
            continue;
        struct json_object *source = source_json(kernels->kernels[i]);
        json_object_array_add(list, source);
        json_object_object_add(by_name, kernels->kernels[i]->name, json_object_get(source));
    }
    if (folder)
        locate_all(folder, shown, by_name);
    json_object_put(by_name);
    return list;
}
