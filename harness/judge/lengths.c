/* Outputs of which only so many elements are defined as another output says.
 * SPDX-License-Identifier: MIT
 */
#include "judge/lengths.h"

#include <string.h>

#include "judge/strides.h"

static long find(const struct xl_kernel *kernel, const char *name)
{
    for (size_t k = 0; k < XL_MAX_ARGS && kernel->args[k].kind; k++)
        if (strcmp(kernel->args[k].name, name) == 0)
            return (long)k;
    return -1;
}

long xl_length_of(const struct xl_kernel *kernel, size_t k)
{
    for (size_t i = 0; i < XL_MAX_LENGTHS && kernel->lengths[i].of; i++)
        if (strcmp(kernel->lengths[i].of, kernel->args[k].name) == 0)
            return find(kernel, kernel->lengths[i].is);
    return -1;
}

uint64_t xl_length_in(const struct xl_arg *arg, uint64_t bits)
{
    const unsigned last = 8 * (unsigned)xl_type_size(arg->type) - 1;
    const bool has_negative = xl_type_is_signed(arg->type) || arg->is_size;
    return has_negative && bits >> last & 1 ? 0 : bits;
}

/* One integer that a call says. */
static bool is_one_integer(const struct xl_arg *arg)
{
    const bool is_one =
        xl_arg_is_written(arg) && !arg->per_n && arg->fixed == 1 && !xl_arg_has_shape(arg);
    return (is_one || arg->kind == XL_ARG_RESULT) && !xl_type_is_float(arg->type);
}

const char *xl_lengths_wrong(const struct xl_kernel *kernel)
{
    for (size_t i = 0; i < XL_MAX_LENGTHS && kernel->lengths[i].of; i++) {
        const long of = find(kernel, kernel->lengths[i].of),
                   is = kernel->lengths[i].is ? find(kernel, kernel->lengths[i].is) : -1;
        if (of < 0 || !xl_arg_is_written(&kernel->args[of]) || xl_arg_has_shape(&kernel->args[of]))
            return ".lengths is of outputs without rows";
        if (is < 0 || is == of || !is_one_integer(&kernel->args[is]))
            return ".lengths are said by an XL_RETURNS of an integer, as \"result\", or by an "
                   "output of one";
        if (kernel->contract.kind == XL_BOUND || kernel->contract.off_by)
            return ".lengths are exact: they are not for XL_BOUND and .off_by";
        if (kernel->elementwise || kernel->function)
            return ".lengths are not for .elementwise and .function";
    }
    return NULL;
}
