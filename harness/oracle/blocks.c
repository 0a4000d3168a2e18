/* Blocks with few elements that are not zero.
 * SPDX-License-Identifier: MIT
 */
#include "oracle/blocks.h"

#include "oracle/values.h"

enum { LEAST_BLOCK = 4 };

static bool is_array(const struct xl_arg *arg)
{
    return xl_arg_is_read(arg) && (arg->per_n || arg->fixed);
}

static bool is_block(const struct xl_arg *arg)
{
    return is_array(arg) &&
           (arg->per_n >= LEAST_BLOCK || arg->fixed >= LEAST_BLOCK || xl_arg_has_shape(arg));
}

bool xl_has_blocks(const struct xl_kernel *kernel)
{
    return xl_count_args(kernel, is_block) || (xl_listed_n(kernel, 0) && !kernel->elementwise);
}

static bool is_first_array(const struct xl_kernel *kernel, size_t index)
{
    for (size_t k = 0; k < index; k++)
        if (is_array(&kernel->args[k]))
            return false;
    return is_array(&kernel->args[index]);
}

/* The largest power of two whose square is at most this. */
static size_t root(size_t elements)
{
    size_t width = 1;
    while (4 * width * width <= elements)
        width *= 2;
    return width;
}

struct block {
    size_t elements, width;
};

/* A strip has blocks of 8x8 or 4x4, or is one block if its length is listed. */
static struct block block_of(const struct xl_kernel *kernel, const struct xl_arg *arg,
                             const struct xl_case *c)
{
    const size_t all = xl_arg_elements(arg, c);
    struct block b = {.elements = all};
    if (xl_arg_has_shape(arg)) {
        const size_t width = xl_row_elements(arg, c);
        b.width = width ? width : 1;
        return b;
    }
    if (arg->per_n >= LEAST_BLOCK)
        b.elements = arg->per_n;
    else if (arg->per_n && !xl_listed_n(kernel, 0))
        b.elements = c->seed & 1 ? 64 : 16;
    b.width = root(b.elements);
    return b;
}

static bool is_kept(size_t pattern, const struct block *b, size_t i, uint64_t drawn)
{
    const size_t row = i / b->width, column = i % b->width;
    const size_t rows = b->elements / b->width, height = rows ? rows : 1;
    const bool in_patterns[XL_ZEROS] = {i == 0,
                                        i == b->elements - 1,
                                        row == 0,
                                        column == 0,
                                        2 * i < b->elements,
                                        2 * i >= b->elements,
                                        2 * row < height && 2 * column < b->width,
                                        i == drawn % b->elements,
                                        row == drawn % height,
                                        column == drawn % b->width,
                                        row + column <= drawn % b->width,
                                        2 * column < b->width};
    return in_patterns[pattern];
}

bool xl_is_zero(const struct xl_kernel *kernel, size_t index, const struct xl_case *c, size_t i)
{
    const struct xl_arg *arg = &kernel->args[index];
    const bool is_turned = c->round % XL_ZEROS_ROUNDS >= XL_ZEROS;
    if (!is_array(arg) || (is_turned && !is_first_array(kernel, index)))
        return false;
    const struct block b = block_of(kernel, arg, c);
    const size_t number = i / b.elements;
    const size_t pattern = c->round + (is_turned ? number : 0);
    return !is_kept(pattern % XL_ZEROS, &b, i % b.elements, xl_mix(c->seed, number));
}
