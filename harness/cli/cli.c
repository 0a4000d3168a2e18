/* What subcommands have in common: rows, kernels, and this program itself.
 * SPDX-License-Identifier: MIT
 */
#include "cli/cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/processes.h"
#include "build/build.h"
#include "build/library.h"

int xl_cli_matrix_read(struct xl_row_list *list)
{
    return xl_cli_rows_read(NULL, list);
}

int xl_cli_rows_read(const char *dir, struct xl_row_list *list)
{
    struct xl_error err;
    char *file = xl_join_path(xl_root(), "matrix/matrix.yml");
    int status = xl_library_rows(file, dir, list, &err);
    free(file);
    if (status)
        fprintf(stderr, "%s\n", err.text);
    return status;
}

void xl_cli_add_build_labels(struct xl_text *out, const char *arch, const char *compiler,
                             const char *opt)
{
    xl_text_add(out, "arch/%s/;compiler/%s/;opt/%s/", arch, compiler, opt);
}

char *xl_cli_row_labels(const struct xl_row *row)
{
    struct xl_text out = {0};
    xl_cli_add_build_labels(&out, row->arch->name, row->compiler, row->opt);
    xl_text_add(&out, ";isa/%s/", row->isa->name);
    for (int tier = (int)row->tier; tier < XL_TIERS; tier++)
        xl_text_add(&out, ";tier/%s/", xl_tier_name((enum xl_tier)tier));
    return out.at;
}

static const char **names_of(const struct xl_kernels *kernels)
{
    const char **names = xl_alloc(kernels->count + 1, sizeof *names);
    for (size_t i = 0; i < kernels->count; i++)
        names[i] = kernels->kernels[i]->name;
    return names;
}

const char **xl_cli_kernels_load(struct xl_kernels *kernels)
{
    struct xl_error err;
    if (xl_kernels_load(xl_kernel_module(), XL_LOAD_LIMIT_MS, kernels, &err)) {
        xl_error_print(&err);
        return NULL;
    }
    return names_of(kernels);
}

enum { XL_FILE_NAME = 256 };

static void name_files(struct xl_named_kernels *k, const char *module)
{
    char *directory = xl_format("%.*s", (int)(strrchr(module, '/') - module), module),
         *lines = xl_names_read(directory);
    k->files = xl_alloc(k->loaded.count + 1, sizeof *k->files);
    for (size_t i = 0; i < k->loaded.count; i++) {
        k->files[i] = xl_alloc(1, XL_FILE_NAME);
        xl_names_file(lines, k->names[i], k->files[i], XL_FILE_NAME);
    }
    free(lines);
    free(directory);
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
    k->names = names_of(&k->loaded);
    name_files(k, module);
    free(module);
    return 0;
}

int xl_cli_named_kernels_load(const char *dir, struct xl_named_kernels *k)
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

void xl_cli_named_kernels_free(struct xl_named_kernels *k)
{
    for (size_t i = 0; k->files && i < k->loaded.count; i++)
        free(k->files[i]);
    free(k->files);
    if (k->names)
        xl_kernels_unload(&k->loaded);
    free(k->names);
    xl_build_unlock(k->lock);
}

char *xl_cli_own_path(void)
{
    const char *started = (const char *)getauxval(AT_EXECFN);
    return started && started[0] == '/' ? xl_copy_text(started)
                                        : xl_join_path(xl_root(), "build/host/crosslane");
}

int xl_cli_docs_script(const char *name, bool check)
{
    char *script = xl_join_path(xl_root(), "docs/generate/%s", name), *program = xl_cli_own_path();
    const char *const argv[] = {"python3", "-B", script, program, check ? "--check" : NULL, NULL};
    fflush(stdout);
    int status = xl_pipe_through(argv, "", 0, STDOUT_FILENO);
    if (status < 0) {
        fprintf(stderr,
                "crosslane: error: cannot run python3: %s\n"
                "  help: apt-get install -y --no-install-recommends python3\n",
                strerror(errno));
        status = XL_EXIT_ENVIRONMENT;
    }
    free(program);
    free(script);
    return status;
}
