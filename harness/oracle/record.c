/* What a kernel's record says: its ISAs, its variants, its signature.
 * SPDX-License-Identifier: MIT
 */
#include "oracle/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "oracle/inputs.h"
#include "oracle/shape.h"

bool xl_kernel_compiled(const struct xl_kernel *kernel)
{
    return kernel->args[0].kind != XL_ARG_NONE;
}

bool xl_kernel_is_dispatched(const struct xl_kernel *kernel)
{
    return kernel->dispatch[0].function != NULL;
}

/* The XL_VARIANT that the record is of, if that is of this ISA; otherwise NULL. */
static const char *variant_on(const struct xl_kernel *kernel, const char *isa)
{
    const size_t length = strlen(isa);
    return kernel->variant && strncmp(kernel->variant, isa, length) == 0 &&
                   kernel->variant[length] == ':'
               ? kernel->variant
               : NULL;
}

/* Whether a list names an ISA, or the variant; xl_has_word would take another one for its ISA. */
static bool lists(const struct xl_kernel *kernel, const char *list, const char *isa)
{
    const char *variant = variant_on(kernel, isa);
    for (size_t length; *(list += strspn(list, " ")); list += length) {
        length = strcspn(list, " ");
        if ((strlen(isa) == length && strncmp(list, isa, length) == 0) ||
            (variant && strlen(variant) == length && strncmp(list, variant, length) == 0))
            return true;
    }
    return false;
}

static const char *find_needs(const struct xl_kernel *kernel, const char *on)
{
    for (size_t i = 0; on && i < XL_MAX_NEEDS && kernel->needs[i].isa; i++)
        if (strcmp(kernel->needs[i].isa, on) == 0 && kernel->needs[i].features)
            return kernel->needs[i].features;
    return NULL;
}

/* What is said of the one function comes before what is said of its ISA. */
const char *xl_kernel_needs(const struct xl_kernel *kernel, const char *isa)
{
    const char *own = find_needs(kernel, variant_on(kernel, isa)), *all = find_needs(kernel, isa);
    return own ? own : all ? all : "";
}

const char *xl_kernel_missing(const struct xl_kernel *kernel, const char *isa)
{
    for (size_t i = 0; i < XL_MAX_MISSING && kernel->missing[i].isa; i++)
        if (strcmp(kernel->missing[i].isa, isa) == 0)
            return kernel->missing[i].reason;
    return NULL;
}

const char *xl_kernel_by_lane(const struct xl_kernel *kernel, const char *isa)
{
    for (size_t i = 0; i < XL_MAX_BY_LANE && kernel->by_lane[i].isas; i++)
        if (lists(kernel, kernel->by_lane[i].isas, isa))
            return kernel->by_lane[i].reason ? kernel->by_lane[i].reason : "";
    return strcmp(isa, XL_ALL_ISAS) == 0 ? NULL : xl_kernel_by_lane(kernel, XL_ALL_ISAS);
}

bool xl_kernel_keeps_secrets(const struct xl_kernel *kernel, const char *isa)
{
    return kernel->secret.args &&
           !(kernel->secret.except && lists(kernel, kernel->secret.except, isa));
}

const char *const xl_abi_rules[] = {
#define XL_ABI_RULE(WORD, ENTRY, NOTED) #WORD,
#include "oracle/abi_rules.def"
#undef XL_ABI_RULE
    NULL};

bool xl_kernel_asks(const struct xl_kernel *kernel, const char *rule)
{
    return kernel->abi && xl_has_word(kernel->abi, rule);
}

const char *xl_unasked_rule(const struct xl_kernel *kernel, const char *entry, bool *is_noted)
{
#define XL_ABI_RULE(WORD, ENTRY, NOTED)                                                            \
    if (*(ENTRY) && strstr(entry, ENTRY)) {                                                        \
        *is_noted = NOTED;                                                                         \
        return xl_kernel_asks(kernel, #WORD) ? NULL : #WORD;                                       \
    }
#include "oracle/abi_rules.def"
#undef XL_ABI_RULE
    *is_noted = false;
    return NULL;
}

bool xl_kernel_has_isa(const struct xl_kernel *kernel, const char *isa)
{
    return !kernel->only || xl_has_word(kernel->only, isa);
}

bool xl_kernel_is_for(const struct xl_kernel *kernel, const char *isa)
{
    if (kernel->variant)
        return xl_has_word(kernel->variant, isa);
    return xl_kernel_has_isa(kernel, isa) && !(kernel->varied && xl_has_word(kernel->varied, isa));
}

const char *xl_kernel_function(const struct xl_kernel *kernel)
{
    return kernel->variant ? strchr(kernel->variant, ':') + 1 : NULL;
}

/* So many elements for each n. */
static void print_strip(char *text, size_t size, const struct xl_arg *arg)
{
    char times[24] = "", over[24] = "";
    if (arg->per_n > 1)
        snprintf(times, sizeof times, "%zu", arg->per_n);
    if (arg->rare.divide > 1)
        snprintf(over, sizeof over, "/%zu", arg->rare.divide);
    snprintf(text, size, " %s[%sn%s]", xl_type_name(arg->type), times, over);
}

static void append_arg(char *text, size_t size, const struct xl_arg *arg)
{
    char one[64];
    const char *type = xl_type_name(arg->type);
    if (arg->kind == XL_ARG_VALUE || arg->kind == XL_ARG_RESULT)
        snprintf(one, sizeof one, " %s", type);
    else if (!arg->per_n)
        snprintf(one, sizeof one, " %s[%zu]", type, arg->fixed);
    else
        print_strip(one, sizeof one, arg);
    xl_append(text, size, "%s", one);
}

void xl_kernel_shape(const struct xl_kernel *kernel, char *text, size_t size)
{
    char line[256] = "";
    for (int outputs = 0; outputs < 2; outputs++) {
        if (outputs)
            xl_append(line, sizeof line, " ->");
        for (size_t i = 0; kernel->args[i].kind; i++) {
            const struct xl_arg *arg = &kernel->args[i];
            bool shown = outputs ? xl_arg_is_written(arg) || arg->kind == XL_ARG_RESULT
                                 : xl_arg_is_operand(arg);
            if (shown)
                append_arg(line, sizeof line, arg);
        }
    }
    snprintf(text, size, "%s", line + (line[0] == ' '));
}

/* A kernel's record as it is on a row: aligned as the code of the row's ISA asks for, and with no
 * size_t that the guest's does not hold. */

/* What makes a record another one. */
struct terms {
    size_t align;
    uint64_t most; /* that a size_t holds */
};

struct xl_resolved {
    const struct xl_kernel *of;
    struct terms terms;
    struct xl_kernel record;
};

static const struct xl_aligned *find_aligned(const struct xl_kernel *kernel, const char *on)
{
    for (size_t i = 0; i < XL_MAX_ALIGNS && kernel->aligns[i].on; i++)
        if (strcmp(kernel->aligns[i].on, on) == 0)
            return &kernel->aligns[i];
    return NULL;
}

/* What is said of the one function comes before what is said of its ISA. */
static size_t align_on(const struct xl_kernel *kernel, const char *isa)
{
    const struct xl_aligned *own = kernel->variant ? find_aligned(kernel, kernel->variant) : NULL,
                            *of_isa = find_aligned(kernel, isa);
    return own ? own->bytes : of_isa ? of_isa->bytes : kernel->align;
}

static struct terms terms_of(const struct xl_kernel *kernel, const struct xl_arch *arch,
                             const struct xl_isa *isa)
{
    return (struct terms){align_on(kernel, isa->name), UINT64_MAX >> (64 - arch->bits)};
}

static bool has_more(const struct xl_arg *arg, uint64_t most)
{
    return xl_arg_is_wide_size(arg) && arg->rare.most > most;
}

static bool is_own(const struct xl_kernel *kernel, const struct terms *t)
{
    bool is_within = true;
    for (size_t k = 0; kernel->args[k].kind; k++)
        is_within &= !has_more(&kernel->args[k], t->most);
    return is_within && kernel->align == t->align;
}

static void apply(struct xl_kernel *record, const struct terms *t)
{
    record->align = t->align;
    for (size_t k = 0; record->args[k].kind; k++)
        if (has_more(&record->args[k], t->most)) {
            record->args[k].rare.most = t->most;
            record->args[k].hi = (double)t->most;
        }
}

/* One that was made of this kernel for these terms, or NULL. */
static const struct xl_kernel *find_kernel(const struct xl_resolutions *r,
                                           const struct xl_kernel *kernel, const struct terms *t)
{
    for (size_t i = 0; i < r->count; i++) {
        const struct xl_resolved *one = &r->records[i];
        if (one->of == kernel && one->terms.align == t->align && one->terms.most == t->most)
            return &one->record;
    }
    return NULL;
}

const struct xl_kernel *xl_resolved(const struct xl_resolutions *r, const struct xl_kernel *kernel,
                                    const struct xl_arch *arch, const struct xl_isa *isa)
{
    const struct terms t = terms_of(kernel, arch, isa);
    const struct xl_kernel *record = is_own(kernel, &t) ? kernel : find_kernel(r, kernel, &t);
    return record ? record : kernel;
}

static void add_resolution(struct xl_resolutions *r, const struct xl_kernel *kernel,
                           const struct terms *t)
{
    if (is_own(kernel, t) || find_kernel(r, kernel, t))
        return;
    r->records = xl_resize(r->records, r->count + 1, sizeof *r->records);
    struct xl_resolved *one = &r->records[r->count++];
    one->of = kernel;
    one->terms = *t;
    one->record = *kernel;
    apply(&one->record, t);
}

static bool is_of_arch(const struct xl_isa *isa, const struct xl_arch *arch)
{
    return strcmp(isa->arch, arch->name) == 0 || strcmp(isa->arch, "scalar") == 0;
}

static void add_all(struct xl_resolutions *r, const struct xl_kernel *kernel)
{
    for (size_t a = 0; a < xl_arch_count; a++)
        for (size_t i = 0; i < xl_isa_count; i++) {
            const struct terms t = terms_of(kernel, &xl_arches[a], &xl_isas[i]);
            if (is_of_arch(&xl_isas[i], &xl_arches[a]))
                add_resolution(r, kernel, &t);
        }
}

/* The kernels of a library, one of which is looked at. */
struct known {
    const struct xl_kernel *kernel, *const *kernels;
    size_t count;
};

/* Whether a word of a record is an ISA's, or an XL_VARIANT of the kernel. */
static bool is_known(const struct known *of, const char *word)
{
    if (!strchr(word, ':'))
        return true;
    for (size_t k = 0; k < of->count; k++)
        if (of->kernels[k]->variant && strcmp(of->kernels[k]->name, of->kernel->name) == 0 &&
            strcmp(of->kernels[k]->variant, word) == 0)
            return true;
    return false;
}

/* 0, or -1 with err: a list, which may be NULL, names a function that is none. */
static int check_variants(const struct known *of, const char *field, const char *list,
                          struct xl_error *err)
{
    const char *at = list ? list : "";
    for (size_t length; *(at += strspn(at, " ")); at += length) {
        char word[256];
        length = strcspn(at, " ");
        snprintf(word, sizeof word, "%.*s", (int)length, at);
        if (!is_known(of, word))
            return xl_fail(err, "kernel %s: %s: no XL_VARIANT '%s'", of->kernel->name, field, word);
    }
    return 0;
}

int xl_kernel_check_variants(const struct xl_kernel *kernel, const struct xl_kernel *const *kernels,
                             size_t count, struct xl_error *err)
{
    const struct known of = {kernel, kernels, count};
    int failed = check_variants(&of, ".secret", kernel->secret.except, err);
    for (size_t i = 0; i < XL_MAX_ALIGNS && kernel->aligns[i].on && !failed; i++)
        failed = check_variants(&of, ".aligns", kernel->aligns[i].on, err);
    for (size_t i = 0; i < XL_MAX_NEEDS && kernel->needs[i].isa && !failed; i++)
        failed = check_variants(&of, ".needs", kernel->needs[i].isa, err);
    for (size_t i = 0; i < XL_MAX_BY_LANE && kernel->by_lane[i].isas && !failed; i++)
        failed = check_variants(&of, ".by_lane", kernel->by_lane[i].isas, err);
    return failed;
}

void xl_resolve(struct xl_resolutions *r, const struct xl_kernel *const *kernels, size_t count)
{
    for (size_t i = 0; i < count; i++)
        add_all(r, kernels[i]);
}

void xl_resolutions_free(struct xl_resolutions *r)
{
    free(r->records);
    *r = (struct xl_resolutions){0};
}
