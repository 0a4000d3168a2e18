/* What a kernel's record says: its ISAs, its variants, its signature.
 * SPDX-License-Identifier: MIT
 */
#include "build/record.h"

#include <stdio.h>
#include <string.h>

#include "base/nearest.h"
#include "judge/inputs.h"

enum { XL_MAX_ISAS_NAMED = 64 };

bool xl_kernel_compiled(const struct xl_kernel *kernel)
{
    return kernel->args[0].kind != XL_ARG_NONE;
}

int xl_kernel_check_isa(const struct xl_kernel *kernel, const char *field, const char *word,
                        size_t length, struct xl_error *err)
{
    const char *names[XL_MAX_ISAS_NAMED] = {0};
    char wanted[64], nearest[200];
    size_t count = 0;
    for (; count < xl_isa_count && count < XL_MAX_ISAS_NAMED; count++) {
        names[count] = xl_isas[count].name;
        if (strlen(names[count]) == length && strncmp(names[count], word, length) == 0)
            return 0;
    }
    snprintf(wanted, sizeof wanted, "%.*s", (int)(length < 60 ? length : 60), word);
    xl_nearest(wanted, names, count, nearest, sizeof nearest);
    xl_error_set(err, "kernel %s: %s has '%s', which is no ISA; the nearest: %s", kernel->name,
                 field, wanted, nearest);
    return -1;
}

const char *xl_kernel_missing(const struct xl_kernel *kernel, const char *isa)
{
    for (size_t i = 0; i < XL_MAX_MISSING && kernel->missing[i].isa; i++)
        if (strcmp(kernel->missing[i].isa, isa) == 0)
            return kernel->missing[i].reason;
    return NULL;
}

/* Whether a list of words has this one; "<word>:..." is one of those too. */
static bool has_word(const char *list, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = list; (at = strstr(at, word)) != NULL; at += length)
        if ((at == list || at[-1] == ' ') && strchr(" :", at[length]))
            return true;
    return false;
}

bool xl_kernel_has_isa(const struct xl_kernel *kernel, const char *isa)
{
    return !kernel->only || has_word(kernel->only, isa);
}

bool xl_kernel_is_for(const struct xl_kernel *kernel, const char *isa)
{
    if (kernel->variant)
        return has_word(kernel->variant, isa);
    return xl_kernel_has_isa(kernel, isa) && !(kernel->varied && has_word(kernel->varied, isa));
}

const char *xl_kernel_function(const struct xl_kernel *kernel)
{
    return kernel->variant ? strchr(kernel->variant, ':') + 1 : NULL;
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
            bool shown = outputs ? xl_arg_is_written(arg) || arg->kind == XL_ARG_RESULT
                                 : xl_arg_is_operand(arg);
            if (shown)
                append_arg(line, sizeof line, arg);
        }
    }
    snprintf(text, size, "%s", line + (line[0] == ' '));
}
