/* XL_VARIANTs: a kernel's record once more for each function that is its code.
 * SPDX-License-Identifier: MIT
 */
#include "build/named.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build/record.h"
#include "protocol.h"

/* What is wrong with an XL_VARIANT of this kernel: 0, or -1 with err. */
static int check(const struct xl_named *n, const struct xl_kernel *kernel, struct xl_error *err)
{
    const char *wrong = NULL;
    if (!kernel)
        wrong = "there is no kernel of this name";
    else if (xl_kernel_check_isa(kernel, "an XL_VARIANT", n->isa, strlen(n->isa), err))
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

static const struct xl_kernel *find(const struct xl_kernel **kernels, size_t count,
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
static const struct xl_kernel *make(struct xl_variants *v, const struct xl_named *n,
                                    const struct xl_kernel *kernel, struct xl_error *err)
{
    char *variant = NULL;
    if (check(n, kernel, err))
        return NULL;
    if (asprintf(&variant, "%s:%s", n->isa, n->function) < 0)
        return xl_error_set(err, "out of memory"), NULL;
    struct xl_kernel *c = copy(v, kernel);
    c->variant = variant;
    return c;
}

/* The ISAs of a kernel's XL_VARIANTs, a blank behind each; "": it has none. The caller frees it. */
static char *isas_of(const char *kernel, const struct xl_named *const *named, size_t count)
{
    char *isas = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&isas, &size);
    for (size_t i = 0; f && i < count; i++)
        if (strcmp(named[i]->kernel, kernel) == 0)
            fprintf(f, "%s ", named[i]->isa);
    if (f)
        fclose(f);
    return isas;
}

int xl_named_take(struct xl_variants *v, const struct xl_named *const *named, size_t named_count,
                  const struct xl_kernel **kernels, size_t *count, struct xl_error *err)
{
    const size_t own = *count;
    if (!named_count)
        return 0;
    v->records = calloc(2 * named_count, sizeof *v->records);
    if (!v->records)
        return xl_error_set(err, "out of memory"), -1;
    for (size_t i = 0; i < named_count; i++) {
        kernels[*count] = make(v, named[i], find(kernels, own, named[i]->kernel), err);
        if (!kernels[*count])
            return -1;
        ++*count;
    }
    for (size_t i = 0; i < own; i++) {
        char *isas = isas_of(kernels[i]->name, named, named_count);
        if (!isas || !*isas) {
            free(isas);
            continue;
        }
        struct xl_kernel *c = copy(v, kernels[i]);
        c->varied = isas;
        kernels[i] = c;
    }
    return 0;
}

void xl_named_free(struct xl_variants *v)
{
    for (size_t i = 0; i < v->count; i++) {
        free((char *)v->records[i].variant);
        free((char *)v->records[i].varied);
    }
    free(v->records);
}
