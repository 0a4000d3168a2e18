/* Whether a kernel's code takes the arguments that its record has.
 * SPDX-License-Identifier: MIT
 *
 * What is left open: which elements a pointer is to, since libraries take bytes for anything, and
 * how wide a size is.
 */
#include "run/signature_check.h"

#include <stdio.h>

#include "oracle/inputs.h"

_Static_assert((int)XL_MAX_ARGS <= (int)XL_MAX_PARAMETERS, "are there that many parameters?");

static const char *class_name(enum xl_class class)
{
    static const char *const names[] = {[XL_CLASS_NONE] = "nothing",
                                        [XL_CLASS_POINTER] = "a pointer",
                                        [XL_CLASS_INTEGER] = "an integer",
                                        [XL_CLASS_FLOAT] = "a float",
                                        [XL_CLASS_OTHER] = "something else"};
    return names[class];
}

static enum xl_class wanted_class(const struct xl_arg *arg)
{
    if (xl_arg_is_buffer(arg))
        return XL_CLASS_POINTER;
    return xl_type_is_float(arg->type) ? XL_CLASS_FLOAT : XL_CLASS_INTEGER;
}

/* Whether an integer that is passed with this type can be taken for one of so many bytes, which
 * depends on what a caller leaves above it. */
static bool can_widen(enum xl_arg_extension narrow, enum xl_type type, unsigned bytes)
{
    switch (narrow) {
    case XL_EXTEND_UNDEFINED:
        return bytes == xl_type_size(type);
    case XL_EXTEND_UNDEFINED_32:
        return bytes <= 4;
    case XL_EXTEND_SIGN_32:
        return bytes <= 4 || type != XL_u32;
    default:
        return true;
    }
}

/* Numbers by value have a width; sizes and strides have any that holds them. A result may be wider:
 * what stands above it is looked at. */
static bool is_other(const struct xl_arg *arg, const struct xl_parameter *p,
                     enum xl_arg_extension narrow)
{
    const size_t size = xl_type_size(arg->type);
    const bool is_number =
        (arg->kind == XL_ARG_VALUE || arg->kind == XL_ARG_RESULT) && !arg->is_size;
    if (p->class == XL_CLASS_OTHER || arg->kind > XL_ARG_STRIDE)
        return false;
    if (p->class != wanted_class(arg) || !is_number || p->bytes == size)
        return p->class != wanted_class(arg);
    return p->class == XL_CLASS_FLOAT || p->bytes < size ||
           (arg->kind == XL_ARG_VALUE && !can_widen(narrow, arg->type, p->bytes));
}

static void say_other(const struct xl_signature *s, const char *function, const struct xl_arg *arg,
                      const struct xl_parameter *p, char *text, size_t size)
{
    const bool is_result = arg->kind == XL_ARG_RESULT;
    char wide[32] = "";
    if (p->class == wanted_class(arg))
        snprintf(wide, sizeof wide, " of %u bytes", p->bytes);
    snprintf(text, size, "%s: %s %s %s%s%s%s, and the record has %s %s%s", s->where, function,
             is_result ? "returns" : "takes", class_name(p->class), wide, is_result ? "" : " for ",
             is_result ? "" : arg->name, is_result ? "a result of" : "an argument of",
             xl_arg_is_buffer(arg) ? "pointer to " : "", xl_type_name(arg->type));
}

bool xl_signature_mismatch(const struct xl_kernel *kernel, enum xl_arg_extension narrow,
                           const char *function, const struct xl_signature *s, char *text,
                           size_t size)
{
    size_t count = 0;
    const struct xl_arg *result = NULL;
    for (size_t i = 0; i < XL_MAX_ARGS && kernel->args[i].kind; i++)
        if (kernel->args[i].kind == XL_ARG_RESULT)
            result = &kernel->args[i];
        else
            count++;
    if (s->count != count) {
        snprintf(text, size, "%s: %s takes %zu argument%s, and the record has %zu", s->where,
                 function, s->count, s->count == 1 ? "" : "s", count);
        return true;
    }
    for (size_t i = 0; i < count && i < XL_MAX_ARGS; i++)
        if (is_other(&kernel->args[i], &s->parameters[i], narrow)) {
            say_other(s, function, &kernel->args[i], &s->parameters[i], text, size);
            return true;
        }
    if (!result || !is_other(result, &s->returns, narrow))
        return false;
    say_other(s, function, result, &s->returns, text, size);
    return true;
}
