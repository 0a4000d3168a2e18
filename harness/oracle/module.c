/* The kernels of a module: their records and references, loaded into the host tool.
 * SPDX-License-Identifier: MIT
 */
#include "oracle/module.h"
#include "oracle/reference.h"

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
#include "oracle/functions.h"
#include "oracle/record.h"
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

static const char *wrong_arg(const struct xl_kernel *kernel, size_t i)
{
    const struct xl_arg *arg = &kernel->args[i];
    bool is_output = xl_arg_is_written(arg) || arg->kind == XL_ARG_RESULT;
    if (arg->type >= XL_TYPES || arg->kind > XL_ARG_STRIDE || !arg->name)
        return "an argument is not made by the macros of contract.h";
    if (arg->kind == XL_ARG_RESULT && i + 1 < XL_MAX_ARGS && kernel->args[i + 1].kind)
        return "XL_RETURNS must come last";
    if (arg->kind == XL_ARG_VALUE && arg->is_size &&
        !(arg->lo >= 0 && arg->hi > 0 && arg->hi <= 0x1p64 && arg->rare.least < arg->rare.most))
        return "XL_VALUE_SIZE: the range must lie within 0..SIZE_MAX";
    if (arg->kind == XL_ARG_VALUE && arg->is_size && arg->rare.least >= UINT32_MAX)
        return "XL_VALUE_SIZE: the range must begin below 4294967295: a size_t may have 32 bits";
    if ((int)arg->rare.ratio < 0 || arg->rare.ratio > XL_RATIO_whole ||
        ((arg->rare.divide || arg->rare.rows_divide) && !xl_arg_is_buffer(arg)))
        return "an argument is not made by the macros of contract.h";
    if (arg->rare.divide > XL_MOST_DIVIDE || (arg->rare.divide && !arg->per_n) ||
        arg->rare.rows_divide > XL_MOST_DIVIDE)
        return "a ratio needs numbers from 1 on, and at most 65536 of a size";
    if (is_output && !xl_type_is_float(arg->type) && xl_type_size(arg->type) == 8 &&
        kernel->contract.kind == XL_BOUND)
        return "XL_BOUND is for floats, and for integers of up to 32 bits";
    return NULL;
}

static bool float_values_fit(const struct xl_kernel *kernel)
{
    size_t count[XL_TYPES] = {0};
    for (size_t i = 0; i < XL_MAX_ARGS && kernel->args[i].kind; i++)
        count[kernel->args[i].type] += kernel->args[i].kind == XL_ARG_VALUE;
    return count[XL_f32] + count[XL_f64] <= XL_MAX_FLOAT_VALUES &&
           (!count[XL_f32] || !count[XL_f64]);
}

static bool has_output(const struct xl_kernel *kernel, bool is_float)
{
    for (size_t i = 0; i < XL_MAX_ARGS && kernel->args[i].kind; i++)
        if ((xl_arg_is_written(&kernel->args[i]) || kernel->args[i].kind == XL_ARG_RESULT) &&
            xl_type_is_float(kernel->args[i].type) == is_float)
            return true;
    return false;
}

/* What is wrong with the contract of a record, or NULL. */
static const char *wrong_contract(const struct xl_kernel *kernel)
{
    const struct xl_contract *c = &kernel->contract;
    if (c->kind != XL_EXACT && (c->rounding || c->flags))
        return ".rounding and .flags are for XL_EXACT";
    if (c->kind == XL_ULP && !has_output(kernel, true))
        return "XL_ULP is for float outputs; for integers there are .off_by and XL_BOUND";
    if (c->off_by && (c->kind == XL_BOUND || !has_output(kernel, false)))
        return ".off_by is for integer outputs, and not for XL_BOUND";
    if (c->zero_sign && (c->kind == XL_BOUND || !has_output(kernel, true)))
        return ".zero_sign is for float outputs, and not for XL_BOUND, where zeros are equal";
    return NULL;
}

static bool can_be_in_place(const struct xl_kernel *kernel)
{
    for (size_t in = 0; in < XL_MAX_ARGS; in++)
        for (size_t out = 0; out < XL_MAX_ARGS; out++)
            if (xl_can_share(&kernel->args[in], &kernel->args[out]))
                return true;
    return false;
}

static bool is_alignment(size_t bytes)
{
    return !(bytes & (bytes - 1)) && bytes <= XL_ALIGNMENTS;
}

/* What is wrong with the fields about memory and lanes, or NULL. */
static const char *wrong_promise(const struct xl_kernel *kernel)
{
    if (!is_alignment(kernel->align))
        return ".align is a power of two up to 64";
    for (size_t i = 0; i < XL_MAX_ALIGNS && kernel->aligns[i].on; i++)
        if (!kernel->aligns[i].bytes || !is_alignment(kernel->aligns[i].bytes))
            return ".aligns needs powers of two up to 64";
    if (kernel->prepare && kernel->elementwise && xl_rounding_is_free(kernel))
        return ".prepare breaks the fills that compare lanes of an .elementwise kernel";
    if (kernel->in_place && !can_be_in_place(kernel))
        return ".in_place needs an output of the type and length of an input";
    for (size_t i = 0; i < XL_MAX_ARGS && kernel->elementwise; i++)
        if (xl_arg_is_written(&kernel->args[i]) && !xl_arg_is_strip(&kernel->args[i]))
            return ".elementwise is for outputs with one element for each n";
    return NULL;
}

/* What is wrong with a record, or NULL; NULL also for a kernel that did not compile. */
static const char *wrong_kernel(const struct xl_kernel *kernel)
{
    size_t outputs = 0;
    if (!xl_kernel_compiled(kernel))
        return NULL;
    if (kernel->args[XL_MAX_ARGS].kind ||
        (kernel->args[XL_CALL_ARGS].kind && kernel->args[XL_CALL_ARGS].kind != XL_ARG_RESULT))
        return "it has more than 16 arguments";
    if (!kernel->reference == !kernel->function)
        return "it needs either an XL_REFERENCE or a .function";
    if (xl_function_wrong(kernel))
        return xl_function_wrong(kernel);
    if (xl_dense_wrong(kernel))
        return xl_dense_wrong(kernel);
    if (xl_rows_wrong(kernel))
        return xl_rows_wrong(kernel);
    if (xl_lengths_wrong(kernel))
        return xl_lengths_wrong(kernel);
    for (size_t i = 0; i < XL_MAX_ARGS && kernel->args[i].kind; i++) {
        const char *wrong = wrong_arg(kernel, i);
        if (wrong)
            return wrong;
        outputs += xl_arg_is_written(&kernel->args[i]) || kernel->args[i].kind == XL_ARG_RESULT;
    }
    if (!float_values_fit(kernel))
        return "float XL_VALUEs are at most 4, and all of one type";
    if (!outputs)
        return "it has no output to compare";
    return wrong_contract(kernel) ? wrong_contract(kernel) : wrong_promise(kernel);
}

/* For a list of ISAs, separated by blanks. */
static int check_words(const struct xl_kernel *kernel, const char *field, const char *isas,
                       struct xl_error *err)
{
    const char *at = isas ? isas : "";
    for (size_t length; *(at += strspn(at, " ")); at += length) {
        length = strcspn(at, " ");
        if (xl_kernel_check_isa(kernel, field, at, length, err))
            return -1;
    }
    return 0;
}

static int check_isas(const struct xl_kernel *kernel, struct xl_error *err)
{
    if (check_words(kernel, ".only", kernel->only, err))
        return -1;
    for (size_t i = 0; i < XL_MAX_MISSING && kernel->missing[i].isa; i++)
        if (xl_kernel_check_isa(kernel, ".missing", kernel->missing[i].isa,
                                strlen(kernel->missing[i].isa), err))
            return -1;
    for (size_t i = 0; i < XL_MAX_BY_LANE && kernel->by_lane[i].isas; i++)
        if (strcmp(kernel->by_lane[i].isas, XL_ALL_ISAS) != 0 &&
            check_words(kernel, ".by_lane", kernel->by_lane[i].isas, err))
            return -1;
    for (size_t i = 0; i < XL_MAX_ALIGNS && kernel->aligns[i].on; i++)
        if (xl_kernel_check_isa(kernel, ".aligns", kernel->aligns[i].on,
                                strcspn(kernel->aligns[i].on, ":"), err))
            return -1;
    return 0;
}

/* Whether all buffers fit their slots. */
static int check_slots(const struct xl_kernel *kernel, struct xl_error *err)
{
    for (size_t i = 0; i < XL_MAX_ARGS && kernel->args[i].kind; i++) {
        const struct xl_arg *arg = &kernel->args[i];
        const double elements = xl_requested_elements(kernel, arg);
        const size_t room = xl_arg_slot_bytes(kernel, arg);
        if (elements * (double)room <= XL_MOST_BUFFER_BYTES)
            continue;
        xl_error_set(
            err,
            "kernel %s: argument %s: %.0f elements with n = %zu%s, of %zu bytes each, are more "
            "than the %d bytes that a buffer can have",
            kernel->name, arg->name, elements, xl_requested_n(kernel),
            kernel->sizes.row_thresholds[0] || kernel->sizes.depth_thresholds[0]
                ? ", or at a threshold of rows or depth"
                : "",
            room, XL_MOST_BUFFER_BYTES);
        return -1;
    }
    return 0;
}

static int check_kernel(const char *file, const struct xl_kernel *kernel, struct xl_error *err)
{
    const char *wrong = NULL;
    if (!kernel->name) {
        xl_error_set(err, "%s: a record of a kernel in C++ needs constant expressions as values",
                     file);
        return -1;
    }
    if (kernel->version != XL_KERNEL_VERSION) {
        xl_error_set(
            err, "%s was built for another version of kernel.h: delete its build directory", file);
        return -1;
    }
    if (strlen(kernel->name) >= XL_NAME_MAX)
        wrong = "its name is longer than 63 characters";
    else
        wrong = wrong_kernel(kernel);
    if (!wrong && xl_kernel_compiled(kernel) && check_slots(kernel, err))
        return -1;
    if (!wrong && xl_kernel_compiled(kernel))
        wrong = xl_sizes_wrong(kernel);
    if (!wrong)
        return check_isas(kernel, err) || xl_kernel_check_features(kernel, err) ? -1 : 0;
    xl_error_set(err, "kernel %s: %s", kernel->name, wrong);
    return -1;
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
        if (check_kernel(file, k->kernels[i], err)) {
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
