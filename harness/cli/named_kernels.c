/* The kernels of this repository, or of --kernels DIR, with their names and files.
 * SPDX-License-Identifier: MIT
 */
#include "cli/named_kernels.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "build/build.h"
#include "cli/cli.h"

enum { XL_FILE_NAME = 256 };

static void name_files(struct xl_named_kernels *k, const char *module)
{
    char *folder = xl_format("%.*s", (int)(strrchr(module, '/') - module), module),
         *lines = xl_names_read(folder);
    k->files = xl_alloc(k->loaded.count + 1, sizeof *k->files);
    for (size_t i = 0; i < k->loaded.count; i++) {
        k->files[i] = xl_alloc(1, XL_FILE_NAME);
        xl_names_file(lines, k->names[i], k->files[i], XL_FILE_NAME);
    }
    free(lines);
    free(folder);
}

static int load_library(const char *dir, struct xl_named_kernels *k)
{
    struct xl_error err;
    char *module = xl_build_module(dir, &k->lock, &err);
    if (!module || xl_kernels_load(module, XL_LOAD_LIMIT_MS, &k->loaded, &err)) {
        xl_error_print(&err);
        free(module);
        return -1;
    }
    k->names = xl_alloc(k->loaded.count + 1, sizeof *k->names);
    for (size_t i = 0; i < k->loaded.count; i++)
        k->names[i] = k->loaded.kernels[i]->name;
    name_files(k, module);
    free(module);
    return 0;
}

int xl_named_kernels_load(const char *dir, struct xl_named_kernels *k)
{
    *k = (struct xl_named_kernels){.lock = -1};
    if (dir && load_library(dir, k))
        return -1;
    if (!dir && !(k->names = xl_cli_kernels_load(&k->loaded)))
        return -1;
    k->all =
        (struct xl_affected_kernels){k->names, k->loaded.count, dir, (const char *const *)k->files};
    return 0;
}

void xl_named_kernels_free(struct xl_named_kernels *k)
{
    for (size_t i = 0; k->files && i < k->loaded.count; i++)
        free(k->files[i]);
    free(k->files);
    if (k->names)
        xl_kernels_unload(&k->loaded);
    free(k->names);
    xl_build_unlock(k->lock);
}
