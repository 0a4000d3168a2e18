/* The kernels of a module: their records and references, loaded into the host tool.
 * SPDX-License-Identifier: MIT
 */
#include "run/kernels.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge/types.h"

static int by_family_then_name(const void *a, const void *b)
{
    const struct xl_kernel *x = *(const struct xl_kernel *const *)a,
                           *y = *(const struct xl_kernel *const *)b;
    int family = strcmp(x->family, y->family);
    return family ? family : strcmp(x->name, y->name);
}

int xl_kernels_load(const char *file, struct xl_kernels *k, struct xl_error *err)
{
    const struct xl_kernel *const *(*list)(size_t *);
    *k = (struct xl_kernels){.module = dlopen(file, RTLD_NOW | RTLD_LOCAL)};
    if (!k->module) {
        xl_error_set(err, "cannot load the kernel module: %s", dlerror());
        return -1;
    }
    void *symbol = dlsym(k->module, "xl_kernels");
    memcpy(&list, &symbol, sizeof list); /* C has no cast from an object pointer to a function's */
    if (!symbol) {
        xl_error_set(err, "%s is no kernel module", file);
        xl_kernels_unload(k);
        return -1;
    }
    const struct xl_kernel *const *table = list(&k->count);
    k->kernels = malloc((k->count + 1) * sizeof(void *));
    for (size_t i = 0; i < k->count && k->kernels; i++) {
        k->kernels[i] = table[i];
        if (table[i]->version != XL_KERNEL_VERSION) {
            xl_error_set(
                err, "%s was built for another version of kernel.h: delete its build folder", file);
            xl_kernels_unload(k);
            return -1;
        }
    }
    if (!k->kernels) {
        xl_error_set(err, "out of memory");
        xl_kernels_unload(k);
        return -1;
    }
    qsort(k->kernels, k->count, sizeof k->kernels[0], by_family_then_name);
    return 0;
}

void xl_kernels_unload(struct xl_kernels *k)
{
    free(k->kernels);
    if (k->module)
        dlclose(k->module);
    *k = (struct xl_kernels){0};
}

const char *xl_kernel_missing(const struct xl_kernel *kernel, const char *isa)
{
    for (size_t i = 0; i < XL_MAX_MISSING && kernel->missing[i].isa; i++)
        if (strcmp(kernel->missing[i].isa, isa) == 0)
            return kernel->missing[i].reason;
    return NULL;
}

static void append(char *text, size_t size, const char *more)
{
    size_t length = strlen(text);
    snprintf(text + length, size - length, "%s", more);
}

static void append_arg(char *text, size_t size, const struct xl_arg *arg)
{
    char one[64];
    const char *type = xl_type_name(arg->type);
    if (arg->kind == XL_ARG_VALUE || arg->kind == XL_ARG_RESULT)
        snprintf(one, sizeof one, " %s", type);
    else if (!arg->per_n)
        snprintf(one, sizeof one, " %s[%zu]", type, arg->fixed);
    else if (arg->per_n == 1)
        snprintf(one, sizeof one, " %s[n]", type);
    else
        snprintf(one, sizeof one, " %s[%zun]", type, arg->per_n);
    append(text, size, one);
}

void xl_kernel_shape(const struct xl_kernel *kernel, char *text, size_t size)
{
    char line[256] = "";
    for (int outputs = 0; outputs < 2; outputs++) {
        if (outputs)
            append(line, sizeof line, " ->");
        for (size_t i = 0; i < XL_MAX_ARGS && kernel->args[i].kind; i++) {
            const struct xl_arg *arg = &kernel->args[i];
            int is_output = arg->kind == XL_ARG_OUT || arg->kind == XL_ARG_RESULT;
            if (arg->kind != XL_ARG_COUNT && is_output == outputs)
                append_arg(line, sizeof line, arg);
        }
    }
    snprintf(text, size, "%s", line + (line[0] == ' '));
}
