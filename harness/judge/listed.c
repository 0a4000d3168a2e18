/* What is wrong with the sizes of a record.
 * SPDX-License-Identifier: MIT
 */
#include "judge/listed.h"

#include "judge/sizes.h"
#include "judge/strides.h"

static bool has_rows(const struct xl_kernel *kernel)
{
    for (size_t k = 0; k < XL_MAX_ARGS && kernel->args[k].kind; k++)
        if (kernel->args[k].kind == XL_ARG_SIZE && kernel->args[k].across == XL_SIZE_rows)
            return true;
    return false;
}

/* What is wrong with what a record lists, or NULL. */
static const char *wrong_list(const struct xl_kernel *kernel)
{
    const struct xl_sizes *s = &kernel->sizes;
    if (s->blocks[0].n && (s->n[0] || s->rows[0]))
        return "the .blocks of .sizes are in place of its .n and .rows";
    if ((s->n[0] || s->blocks[0].n) && (s->least || s->multiple_of || s->thresholds[0]))
        return ".sizes that list n have no .least, .multiple_of and .thresholds";
    if ((s->rows[0] || s->blocks[0].n || s->blocks[0].rows) && !has_rows(kernel))
        return "the .rows and .blocks of .sizes are for kernels with XL_ROWS";
    for (size_t b = 0; b < XL_MAX_BLOCKS; b++)
        if (!s->blocks[b].n != !s->blocks[b].rows)
            return "each of the .blocks of .sizes has an n and rows";
    if (xl_listed_n(kernel, 0) && (kernel->vector_steps || kernel->function))
        return ".vector_steps and .function are for kernels of any n";
    if (xl_listed_extent(kernel) > XL_MOST_BUFFER_BYTES)
        return ".sizes lists rows that need, with gaps between them, more than the 16777216 bytes "
               "that a buffer can have";
    return NULL;
}

const char *xl_sizes_wrong(const struct xl_kernel *kernel)
{
    const struct xl_sizes *s = &kernel->sizes;
    if (wrong_list(kernel))
        return wrong_list(kernel);
    if (s->multiple_of > 1 && s->least % s->multiple_of)
        return "the least n of .sizes is a multiple of its .multiple_of";
    if (s->multiple_of > xl_fitting_n(kernel, XL_LARGE_N))
        return "the .multiple_of of .sizes is more than the largest n that most calls have, 10007 "
               "or "
               "what fits a slot";
    for (size_t i = 0; i < XL_MAX_THRESHOLDS && s->thresholds[i]; i++)
        if (s->thresholds[i] < s->least || (s->multiple_of && s->thresholds[i] % s->multiple_of) ||
            xl_fitting_n(kernel, s->thresholds[i]) < s->thresholds[i])
            return ".sizes has a threshold that n cannot be";
    if ((s->least || s->multiple_of > 1) && (kernel->vector_steps || kernel->function))
        return ".vector_steps and .function are for kernels of any n";
    return NULL;
}
