/* The kernels of a module: their records and references, loaded into the host tool.
 * SPDX-License-Identifier: MIT
 */
#include "oracle/module.h"

#include <ctype.h>
#include <dlfcn.h>
#include <json-c/json.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "oracle/compare.h"
#include "oracle/record.h"
#include "oracle/reference.h"
#include "oracle/shape.h"
#include "oracle/spread.h"
#include "oracle/strides.h"
#include "oracle/values.h"
#include "protocol.h"

static int by_family_then_name(const void *a, const void *b)
{
    const struct xl_kernel *x = *(const struct xl_kernel *const *)a,
                           *y = *(const struct xl_kernel *const *)b;
    int family = strcmp(x->family, y->family), name = family ? family : strcmp(x->name, y->name);
    return name ? name : strcmp(x->variant ? x->variant : "", y->variant ? y->variant : "");
}

static bool has_record(const struct xl_kernels *k, const char *name)
{
    for (size_t i = 0; i < k->count; i++)
        if (strcmp(k->kernels[i]->name, name) == 0)
            return true;
    return false;
}

/* Every XL_KERNEL that kernels.cmake found must have a record in the module. */
static int check_complete(const char *file, const struct xl_kernels *k, struct xl_error *err)
{
    char *folder = xl_format("%.*s", (int)(strrchr(file, '/') - file), file), in[256], *rest = NULL;
    int status = 0;
    char *names = xl_names_read(folder);
    free(folder);
    for (char *line = names ? strtok_r(names, "\n", &rest) : NULL; line && !status;
         line = strtok_r(NULL, "\n", &rest)) {
        size_t length = strcspn(line, " ");
        snprintf(in, sizeof in, "%s", line[length] ? line + length + 1 : line);
        line[length] = '\0';
        if (has_record(k, line))
            continue;
        xl_error_set(err, "%s.c: XL_KERNEL(%s) is compiled out on the host", in, line);
        status = -1;
    }
    free(names);
    return status;
}

static int check_all(const char *file, const struct xl_kernels *k, struct xl_error *err)
{
    for (size_t i = 0; i < k->count; i++)
        if (xl_record_check(file, k->kernels[i], err)) {
            if (k->kernels[i]->name) /* NULL if a constructor sets it */
                xl_add_location(file, k->kernels[i]->name, err);
            return -1;
        }
    return check_complete(file, k, err);
}

/* A function of the module, or NULL. C has no cast from an object pointer to a function's. */
static void find(const struct xl_kernels *k, const char *name, void *function)
{
    void *symbol = dlsym(k->module, name);
    memcpy(function, &symbol, sizeof symbol);
}

int xl_kernels_load(const char *file, int limit_ms, struct xl_kernels *k, struct xl_error *err)
{
    const struct xl_kernel *const *(*list)(size_t *);
    const struct xl_variant_entry *const *(*list_named)(size_t *);
    size_t named_count = 0;
    *k = (struct xl_kernels){0};
    if (xl_module_try(file, limit_ms, err))
        return -1;
    k->module = xl_module_open(file, err);
    if (!k->module)
        return -1;
    find(k, "xl_kernels", &list);
    find(k, "xl_named", &list_named);
    if (!list || !list_named) {
        xl_error_set(err, "%s is not a kernel module", file);
        xl_kernels_unload(k);
        return -1;
    }
    const struct xl_kernel *const *table = list(&k->count);
    const struct xl_variant_entry *const *named = list_named(&named_count);
    k->kernels = xl_alloc(k->count + named_count + 1, sizeof(void *));
    for (size_t i = 0; i < k->count; i++)
        k->kernels[i] = table[i];
    if (check_all(file, k, err) ||
        xl_variant_entries_take(&k->variants, named, named_count, k->kernels, &k->count, err) ||
        xl_resolve(&k->resolutions, k->kernels, k->count, err)) {
        xl_kernels_unload(k);
        return -1;
    }
    qsort(k->kernels, k->count, sizeof k->kernels[0], by_family_then_name);
    return 0;
}

void xl_kernels_unload(struct xl_kernels *k)
{
    free(k->kernels);
    xl_variant_entries_free(&k->variants);
    xl_resolutions_free(&k->resolutions);
    if (k->module)
        xl_module_close(k->module);
    *k = (struct xl_kernels){0};
}

/* XL_VARIANTs: a copy of the kernel's record for each function. */

/* What is wrong with an XL_VARIANT of this kernel: 0, or -1 with err. */
static int check(const struct xl_variant_entry *n, const struct xl_kernel *kernel,
                 struct xl_error *err)
{
    const char *wrong = NULL;
    if (!kernel)
        wrong = "there is no kernel of this name";
    else if (xl_kernel_check_isa(kernel, "XL_VARIANT", n->isa, strlen(n->isa), err))
        return -1;
    else if (!xl_kernel_has_isa(kernel, n->isa))
        wrong = ".only excludes the ISA";
    else if (xl_kernel_missing(kernel, n->isa))
        wrong = ".missing has the ISA";
    else if (xl_kernel_is_dispatched(kernel))
        wrong = "the kernel has .dispatch: the functions that it takes are for another kernel";
    else if (strlen(n->function) >= XL_FUNCTION_MAX)
        wrong = "the function's name is longer than 127 characters";
    if (wrong)
        xl_error_set(err, "XL_VARIANT(%s, %s, %s): %s", n->kernel, n->isa, n->function, wrong);
    return wrong ? -1 : 0;
}

static const struct xl_kernel *find_variant(const struct xl_kernel **kernels, size_t count,
                                            const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(kernels[i]->name, name) == 0)
            return kernels[i];
    return NULL;
}

static struct xl_kernel *copy(struct xl_variants *v, const struct xl_kernel *kernel)
{
    struct xl_kernel *c = &v->records[v->count++];
    *c = *kernel;
    c->variant = c->varied = NULL;
    return c;
}

/* The kernel of an XL_VARIANT; NULL with err. */
static const struct xl_kernel *make(struct xl_variants *v, const struct xl_variant_entry *n,
                                    const struct xl_kernel *kernel, struct xl_error *err)
{
    if (check(n, kernel, err))
        return NULL;
    struct xl_kernel *c = copy(v, kernel);
    c->variant = xl_format("%s:%s", n->isa, n->function);
    return c;
}

/* The ISAs of a kernel's XL_VARIANTs, each followed by a blank; NULL: none. The caller frees it. */
static char *isas_of(const char *kernel, const struct xl_variant_entry *const *named, size_t count)
{
    struct xl_text isas = {0};
    for (size_t i = 0; i < count; i++)
        if (strcmp(named[i]->kernel, kernel) == 0)
            xl_text_add(&isas, "%s ", named[i]->isa);
    return isas.at;
}

int xl_variant_entries_take(struct xl_variants *v, const struct xl_variant_entry *const *named,
                            size_t named_count, const struct xl_kernel **kernels, size_t *count,
                            struct xl_error *err)
{
    const size_t own = *count;
    if (!named_count)
        return 0;
    v->records = xl_alloc(2 * named_count, sizeof *v->records);
    for (size_t i = 0; i < named_count; i++) {
        kernels[*count] = make(v, named[i], find_variant(kernels, own, named[i]->kernel), err);
        if (!kernels[*count])
            return -1;
        ++*count;
    }
    for (size_t i = 0; i < own; i++) {
        char *isas = isas_of(kernels[i]->name, named, named_count);
        if (!isas)
            continue;
        struct xl_kernel *c = copy(v, kernels[i]);
        c->varied = isas;
        kernels[i] = c;
    }
    return 0;
}

void xl_variant_entries_free(struct xl_variants *v)
{
    for (size_t i = 0; i < v->count; i++) {
        free((char *)v->records[i].variant);
        free((char *)v->records[i].varied);
    }
    free(v->records);
}

/* The file of each kernel: the list that kernels.cmake writes into a build directory. */

char *xl_names_read(const char *build_folder)
{
    char *path = xl_join_path(build_folder, "kernel-names"), *text = NULL;
    size_t room = 0;
    FILE *f = fopen(path, "re");
    free(path);
    if (!f)
        return NULL;
    if (getdelim(&text, &room, '\0', f) < 0) {
        free(text);
        text = NULL;
    }
    fclose(f);
    return text;
}

bool xl_names_has(const char *lines, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = strchr(lines, '\n'); at; at = strchr(at + 1, '\n'))
        if (strncmp(at + 1, name, length) == 0 && at[1 + length] == '\n')
            return true;
    return false;
}

void xl_names_file(const char *names, const char *kernel, char *file, size_t size)
{
    char wanted[256];
    const size_t length = (size_t)snprintf(wanted, sizeof wanted, "\n%s ", kernel);
    snprintf(file, size, "%s", kernel);
    if (!names || length >= sizeof wanted)
        return;
    const char *found = NULL;
    if (strncmp(names, wanted + 1, length - 1) == 0)
        found = names + length - 1;
    else if ((found = strstr(names, wanted)))
        found += length;
    if (found)
        snprintf(file, size, "%.*s", (int)strcspn(found, "\n"), found);
}

/* The place of a kernel's record. */

struct place {
    size_t line, column; /* from 1 on; 0: not found */
};

/* Whether the kernel's record begins here. */
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

/* Whether a path's last part is this name with any extension. */
static bool is_file_of(const char *path, const char *stem)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const size_t length = strlen(stem);
    return strncmp(name, stem, length) == 0 && name[length] == '.';
}

void xl_add_location(const char *module, const char *kernel, struct xl_error *err)
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
