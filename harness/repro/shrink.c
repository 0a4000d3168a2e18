/* Reduces a failing call: fewer elements, simpler values.
 * SPDX-License-Identifier: MIT
 *
 * A step is kept only if the call still fails, so any order of steps is correct. This order
 * makes later attempts cheap. Simple values come first: zero, one, small numbers, powers of two,
 * few bits.
 */
#include "repro/reproduction.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "oracle/shape.h"

enum {
    /* Every n is tried up to this: more than the longest vector. */
    XL_EACH_N = 640,
    /* Elements that are simplified one by one. */
    XL_EACH_ELEMENT = 64
};

void xl_shrink_begin(struct xl_shrink *s, const struct xl_case *c,
                     const uint8_t *const inputs[XL_MAX_ARGS])
{
    s->c = *c;
    s->c.explicit_inputs = &s->explicit_inputs;
    s->c.fill = XL_FILL_BITS; /* the fill without promises */
    s->c.baseline = NULL;
    for (size_t k = 0; s->kernel->args[k].kind; k++) {
        const struct xl_arg *arg = &s->kernel->args[k];
        size_t bytes = xl_arg_elements(arg, c) * xl_type_size(arg->type);
        if (!xl_arg_is_operand(arg))
            continue;
        s->inputs[k] = xl_alloc(bytes, 1);
        s->explicit_inputs.elements[k] = s->inputs[k];
        memcpy(s->inputs[k], inputs[k], bytes);
    }
}

static bool fails(struct xl_shrink *s, const struct xl_case *c)
{
    if (s->attempts == s->max_attempts)
        return false;
    s->attempts++;
    return s->fails(s->data, c);
}

/* Keeps a simpler case if it still fails. */
static bool try_case(struct xl_shrink *s, struct xl_case c)
{
    if (!fails(s, &c))
        return false;
    s->c = c;
    return true;
}

static void simplify_case(struct xl_shrink *s)
{
    struct xl_case c = s->c;
    c.rounding = XL_TO_NEAREST;
    c.flags_preset = c.read_only = false;
    c.placement = XL_PLACEMENT_END;
    c.offset = c.round = 0;
    if (try_case(s, c))
        return;
    c = s->c;
    c.placement = XL_PLACEMENT_START; /* the best alignment */
    c.offset = c.round = 0;
    try_case(s, c);
    c = s->c;
    c.rounding = XL_TO_NEAREST;
    try_case(s, c);
    c = s->c;
    c.flags_preset = c.read_only = false;
    try_case(s, c);
}

static size_t *size_in(struct xl_case *c, enum xl_size size)
{
    return size == XL_SIZE_rows ? &c->rows : size == XL_SIZE_depth ? &c->depth : &c->n;
}

/* Finds the position of the wrong element, for each size of its output. */
static void find_element(struct xl_shrink *s)
{
    const struct xl_arg *output = s->output;
    const size_t row = output ? xl_row_elements(output, &s->c) : 0;
    if (output && output->per_n)
        s->at[output->across] = (row ? s->element % row : s->element) / output->per_n *
                                (output->rare.divide > 1 ? output->rare.divide : 1);
    if (output && row && output->down != XL_DOWN_one)
        s->at[output->down - XL_DOWN_n] =
            s->element / row * (output->rare.rows_divide > 1 ? output->rare.rows_divide : 1);
}

/* A part of a call: so many of each size, from these positions on. */
struct part {
    size_t count[XL_SIZES], from[XL_SIZES];
};

static struct part whole(const struct xl_shrink *s)
{
    return (struct part){{s->c.n, s->c.rows, s->c.depth}, {0}};
}

static size_t min(size_t x, size_t most)
{
    return x < most ? x : most;
}

/* Copies the part of argument k. c: the case of the part. */
static uint8_t *copy_part(const struct xl_shrink *s, size_t k, const struct xl_case *c,
                          const struct part *part)
{
    const struct xl_arg *arg = &s->kernel->args[k];
    const size_t bytes = xl_type_size(arg->type), had = xl_row_elements(arg, &s->c),
                 has = xl_row_elements(arg, c), rows = xl_row_count(arg, c);
    const size_t column = min(xl_elements_before(arg, part->from[arg->across]), had - has);
    const size_t before =
        arg->down == XL_DOWN_one ? 0 : xl_rows_before(arg, part->from[arg->down - XL_DOWN_n]);
    const size_t row = min(before, xl_row_count(arg, &s->c) - rows);
    uint8_t *elements = xl_alloc(rows * has, bytes);
    for (size_t r = 0; r < rows; r++)
        memcpy(elements + r * has * bytes, s->inputs[k] + ((r + row) * had + column) * bytes,
               has * bytes);
    return elements;
}

/* Whether the part is smaller than the call, and a size that the kernel allows. */
static bool is_valid_part(const struct xl_shrink *s, const struct part *part,
                          const struct xl_case *c)
{
    const struct part all = whole(s);
    bool is_less = false;
    for (size_t i = 0; i < XL_SIZES; i++) {
        if (part->count[i] > all.count[i] || part->from[i] > all.count[i] - part->count[i])
            return false;
        is_less |= part->count[i] < all.count[i];
    }
    return is_less && xl_sizes_allow(s->kernel, c);
}

static bool try_part(struct xl_shrink *s, const struct part *part)
{
    struct xl_explicit_inputs explicit_inputs = s->explicit_inputs;
    struct xl_case c = s->c;
    uint8_t *parts[XL_MAX_ARGS] = {NULL};
    for (size_t i = 0; i < XL_SIZES; i++)
        *size_in(&c, (enum xl_size)i) = part->count[i];
    bool is_kept = is_valid_part(s, part, &c);
    c.explicit_inputs = &explicit_inputs;
    for (size_t k = 0; k < XL_MAX_ARGS && is_kept; k++) {
        if (!s->inputs[k])
            continue;
        explicit_inputs.elements[k] = parts[k] = copy_part(s, k, &c, part);
    }
    is_kept = is_kept && fails(s, &c);
    for (size_t k = 0; k < XL_MAX_ARGS; k++) {
        if (is_kept && parts[k])
            memcpy(s->inputs[k], parts[k],
                   xl_arg_elements(&s->kernel->args[k], &c) *
                       xl_type_size(s->kernel->args[k].type));
        free(parts[k]);
    }
    for (size_t i = 0; is_kept && i < XL_SIZES; i++) {
        *size_in(&s->c, (enum xl_size)i) = part->count[i];
        s->at[i] -= min(s->at[i], part->from[i]);
    }
    return is_kept;
}

/* `count` of a size, from `from` on. */
static bool try_size(struct xl_shrink *s, enum xl_size size, size_t count, size_t from)
{
    struct part part = whole(s);
    part.count[size] = count;
    part.from[size] = from;
    return try_part(s, &part);
}

/* Reduces two listed sizes together, because not every pair is allowed. */
static void reduce_size_pairs(struct xl_shrink *s)
{
    for (size_t i = 0, n; (n = xl_listed_n(s->kernel, i)); i++)
        for (size_t r = 0, rows; (rows = xl_listed_rows(s->kernel, n, r)); r++) {
            struct part part = whole(s);
            if (n >= s->c.n || rows >= s->c.rows)
                continue;
            part.from[XL_SIZE_n] = min(s->at[XL_SIZE_n], s->c.n - n);
            part.from[XL_SIZE_rows] = min(s->at[XL_SIZE_rows], s->c.rows - rows);
            part.count[XL_SIZE_n] = n;
            part.count[XL_SIZE_rows] = rows;
            if (try_part(s, &part))
                continue;
            part.from[XL_SIZE_n] = part.from[XL_SIZE_rows] = 0;
            try_part(s, &part);
        }
}

/* The smallest part of a size that fails: from the beginning, from the vector of the wrong element,
 * or from that element. */
static void reduce_size(struct xl_shrink *s, enum xl_size size)
{
    const size_t lanes = size == XL_SIZE_n && s->c.lanes ? s->c.lanes : 1,
                 had = *size_in(&s->c, size);
    const size_t at = s->at[size], from[] = {0, at - at % lanes, at};
    for (size_t i = 0; size != XL_SIZE_n && i < had; i++)
        if (try_size(s, size, 1, i)) /* a single row */
            return;
    for (size_t n = size == XL_SIZE_n ? 0 : 1; n < had; n = n < XL_EACH_N ? n + 1 : n + n / 4)
        for (size_t i = 0; i < sizeof from / sizeof from[0]; i++)
            if ((i == 0 || from[i] != from[i - 1]) && try_size(s, size, n, from[i]))
                return;
}

/* Rows come first: with fewer rows, each n is cheap. */
static void reduce_sizes(struct xl_shrink *s)
{
    struct xl_case c = s->c;
    c.gaps = 0;
    if (c.gaps != s->c.gaps)
        try_case(s, c);
    find_element(s);
    reduce_size_pairs(s);
    reduce_size(s, XL_SIZE_rows);
    reduce_size(s, XL_SIZE_depth);
    reduce_size(s, XL_SIZE_n);
}

/* Sets the elements from `from` to `to` to these bits, and keeps that if the call still fails. */
static bool try_bits(struct xl_shrink *s, size_t k, size_t from, size_t to, uint64_t bits)
{
    const struct xl_arg *arg = &s->kernel->args[k];
    const size_t size = xl_type_size(arg->type), bytes = (to - from) * size;
    uint8_t *at = s->inputs[k] + from * size, *old;
    if (from == to || !xl_arg_allows(arg, bits))
        return false;
    old = xl_alloc(bytes, 1);
    memcpy(old, at, bytes);
    for (size_t i = from; i < to; i++)
        xl_bits_set(arg->type, s->inputs[k], i, bits);
    const bool is_new = memcmp(old, at, bytes) != 0, is_kept = !is_new || fails(s, &s->c);
    if (!is_kept)
        memcpy(at, old, bytes);
    free(old);
    return is_kept;
}

/* Whether the argument does not matter: it can be zero, or one, throughout. */
static bool clear_argument(struct xl_shrink *s, size_t k)
{
    const enum xl_type type = s->kernel->args[k].type;
    const size_t elements = xl_arg_elements(&s->kernel->args[k], &s->c);
    return !elements || try_bits(s, k, 0, elements, 0) ||
           try_bits(s, k, 0, elements, xl_number_bits(type, 1));
}

/* Clears as many elements as possible, by halving. */
static void clear_elements(struct xl_shrink *s, size_t k, size_t from, size_t to)
{
    if (from == to || try_bits(s, k, from, to, 0) || to - from == 1)
        return;
    const size_t middle = from + (to - from) / 2;
    clear_elements(s, k, from, middle);
    clear_elements(s, k, middle, to);
}

/* Sets the simplest number that still fails, or else clears low bits. */
static void simplify_element(struct xl_shrink *s, size_t k, size_t i)
{
    static const double simple[] = {0, 1, 2, 3, 4, 8, 16, 64, 128, 255, 256, -1, 1000, 65535, 0.5};
    const struct xl_arg *arg = &s->kernel->args[k];
    const unsigned width = xl_type_bits(arg->type);
    const size_t count = sizeof simple / sizeof simple[0] - !xl_type_is_float(arg->type);
    const uint64_t bits = xl_bits_get(arg->type, s->inputs[k], i);
    for (size_t v = 0; v < count; v++) {
        const uint64_t simpler = xl_number_bits(arg->type, simple[v]);
        if (simpler == bits || try_bits(s, k, i, i + 1, simpler))
            return;
    }
    for (unsigned cleared = width - 1; cleared > 0; cleared--)
        if (try_bits(s, k, i, i + 1, bits >> cleared << cleared))
            return;
}

static void simplify_values(struct xl_shrink *s)
{
    bool is_cleared[XL_MAX_ARGS] = {false};
    for (size_t k = 0; s->kernel->args[k].kind; k++)
        is_cleared[k] = !s->inputs[k] || clear_argument(s, k);
    for (size_t k = 0; s->kernel->args[k].kind; k++) {
        const size_t elements = is_cleared[k] ? 0 : xl_arg_elements(&s->kernel->args[k], &s->c);
        clear_elements(s, k, 0, elements);
        for (size_t i = 0, made = 0; i < elements && made < XL_EACH_ELEMENT; i++)
            if (xl_bits_get(s->kernel->args[k].type, s->inputs[k], i)) {
                simplify_element(s, k, i);
                made++;
            }
    }
}

void xl_shrink_run(struct xl_shrink *s)
{
    simplify_case(s);
    reduce_sizes(s);
    simplify_values(s);
}

void xl_shrink_free(struct xl_shrink *s)
{
    for (size_t k = 0; k < XL_MAX_ARGS; k++)
        free(s->inputs[k]);
}
