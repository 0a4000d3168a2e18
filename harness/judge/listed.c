/* What is wrong with the sizes of a record.
 * SPDX-License-Identifier: MIT
 */
#include "judge/listed.h"

#include "judge/sizes.h"
#include "judge/strides.h"
#include "protocol.h"

static bool has_size(const struct xl_kernel *kernel, enum xl_size size)
{
    for (size_t k = 0; k < XL_MAX_ARGS && kernel->args[k].kind; k++)
        if (kernel->args[k].kind == XL_ARG_SIZE && kernel->args[k].across == size)
            return true;
    return false;
}

static bool has_rows(const struct xl_kernel *kernel)
{
    return has_size(kernel, XL_SIZE_rows);
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

static bool has_pointers(const struct xl_kernel *kernel)
{
    for (size_t k = 0; k < XL_MAX_ARGS && kernel->args[k].kind; k++)
        if (kernel->args[k].by_pointers)
            return true;
    return false;
}

/* Whether there can be one more, with few of the other sizes. */
static bool can_be(const struct xl_kernel *kernel, size_t rows, size_t depth)
{
    const struct xl_case wanted = {.n = xl_allowed_n(kernel, 1), .rows = rows, .depth = depth};
    struct xl_case c = wanted;
    xl_fit_rows(kernel, &c);
    return c.rows == wanted.rows && c.depth == wanted.depth &&
           (!has_pointers(kernel) || rows <= XL_TABLE_ROWS);
}

/* What is wrong with the thresholds of rows and of depth, or NULL. */
static const char *wrong_thresholds(const struct xl_kernel *kernel)
{
    const struct xl_sizes *s = &kernel->sizes;
    if (s->row_thresholds[0] && !has_rows(kernel))
        return "the .row_thresholds of .sizes are for kernels with XL_ROWS";
    if (s->depth_thresholds[0] && !has_size(kernel, XL_SIZE_depth))
        return "the .depth_thresholds of .sizes are for kernels with XL_DEPTH";
    if (s->row_thresholds[0] && (s->rows[0] || s->blocks[0].n))
        return ".sizes that list rows have no .row_thresholds";
    for (size_t i = 0; i < XL_MAX_THRESHOLDS && s->row_thresholds[i]; i++)
        if (!can_be(kernel, s->row_thresholds[i] + 1, 1))
            return ".sizes has a threshold that rows cannot be";
    for (size_t i = 0; i < XL_MAX_THRESHOLDS && s->depth_thresholds[i]; i++)
        if (!can_be(kernel, 1, s->depth_thresholds[i] + 1))
            return ".sizes has a threshold that depth cannot be";
    return NULL;
}

const char *xl_sizes_wrong(const struct xl_kernel *kernel)
{
    const struct xl_sizes *s = &kernel->sizes;
    if (wrong_list(kernel))
        return wrong_list(kernel);
    if (wrong_thresholds(kernel))
        return wrong_thresholds(kernel);
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
