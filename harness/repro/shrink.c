/* The smallest call that still fails: fewest elements, simplest values, fewest arguments that
 * matter.
 * SPDX-License-Identifier: MIT
 *
 * Each step is tried and kept only if the call still fails, so that no order of them is wrong; this
 * one makes later attempts cheap. What is simple comes first: zero, one, small numbers, powers of
 * two, few bits.
 */
#include "repro/shrink.h"

#include <stdlib.h>
#include <string.h>

#include "oracle/shape.h"

enum {
    XL_EACH_N = 640,     /* every n is tried up to this: a vector of the longest, and some */
    XL_EACH_ELEMENT = 64 /* elements of which each is made simple */
};

static bool is_input(const struct xl_arg *arg)
{
    return xl_arg_is_read(arg) || arg->kind == XL_ARG_VALUE;
}

bool xl_shrink_begin(struct xl_shrink *s, const struct xl_case *c,
                     const uint8_t *const inputs[XL_MAX_ARGS])
{
    bool all = true;
    s->c = *c;
    s->c.explicit_inputs = &s->given;
    s->c.fill = XL_FILL_BITS; /* of which nothing is assumed */
    s->c.baseline = NULL;
    for (size_t k = 0; k < XL_MAX_ARGS && s->kernel->args[k].kind; k++) {
        const struct xl_arg *arg = &s->kernel->args[k];
        size_t bytes = xl_arg_elements(arg, c) * xl_type_size(arg->type);
        if (!is_input(arg))
            continue;
        s->inputs[k] = malloc(bytes + 1);
        s->given.elements[k] = s->inputs[k];
        all &= s->inputs[k] != NULL;
        if (s->inputs[k])
            memcpy(s->inputs[k], inputs[k], bytes);
    }
    return all;
}

static bool fails(struct xl_shrink *s, const struct xl_case *c)
{
    if (s->attempts == s->most)
        return false;
    s->attempts++;
    return s->fails(s->data, c);
}

/* Keeps a simpler case that still fails. */
static bool take(struct xl_shrink *s, struct xl_case c)
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
    if (take(s, c))
        return;
    c = s->c;
    c.placement = XL_PLACEMENT_START; /* aligned as no other */
    c.offset = c.round = 0;
    take(s, c);
    c = s->c;
    c.rounding = XL_TO_NEAREST;
    take(s, c);
    c = s->c;
    c.flags_preset = c.read_only = false;
    take(s, c);
}

static size_t *size_in(struct xl_case *c, enum xl_size size)
{
    return size == XL_SIZE_rows ? &c->rows : size == XL_SIZE_depth ? &c->depth : &c->n;
}

/* Where the wrong element is, by each size that its output has. */
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

/* What is left of a call: so many of each size, and from where on. */
struct part {
    size_t count[XL_SIZES], from[XL_SIZES];
};

/* All of it. */
static struct part whole(const struct xl_shrink *s)
{
    return (struct part){{s->c.n, s->c.rows, s->c.depth}, {0}};
}

static size_t at_most(size_t x, size_t most)
{
    return x < most ? x : most;
}

/* What is left of argument k where c is the part. NULL: out of memory. */
static uint8_t *part_of(const struct xl_shrink *s, size_t k, const struct xl_case *c,
                        const struct part *part)
{
    const struct xl_arg *arg = &s->kernel->args[k];
    const size_t bytes = xl_type_size(arg->type), had = xl_row_elements(arg, &s->c),
                 has = xl_row_elements(arg, c), rows = xl_row_count(arg, c);
    const size_t column = at_most(xl_elements_before(arg, part->from[arg->across]), had - has);
    const size_t before =
        arg->down == XL_DOWN_one ? 0 : xl_rows_before(arg, part->from[arg->down - XL_DOWN_n]);
    const size_t row = at_most(before, xl_row_count(arg, &s->c) - rows);
    uint8_t *elements = malloc(rows * has * bytes + 1);
    for (size_t r = 0; elements && r < rows; r++)
        memcpy(elements + r * has * bytes, s->inputs[k] + ((r + row) * had + column) * bytes,
               has * bytes);
    return elements;
}

/* Whether it is a call that the kernel can be given, and less than there is. */
static bool is_part(const struct xl_shrink *s, const struct part *part, const struct xl_case *c)
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
    struct xl_explicit_inputs given = s->given;
    struct xl_case c = s->c;
    uint8_t *parts[XL_MAX_ARGS] = {NULL};
    for (size_t i = 0; i < XL_SIZES; i++)
        *size_in(&c, (enum xl_size)i) = part->count[i];
    bool kept = is_part(s, part, &c);
    c.explicit_inputs = &given;
    for (size_t k = 0; k < XL_MAX_ARGS && kept; k++) {
        if (!s->inputs[k])
            continue;
        given.elements[k] = parts[k] = part_of(s, k, &c, part);
        kept = parts[k] != NULL;
    }
    kept = kept && fails(s, &c);
    for (size_t k = 0; k < XL_MAX_ARGS; k++) {
        if (kept && parts[k])
            memcpy(s->inputs[k], parts[k],
                   xl_arg_elements(&s->kernel->args[k], &c) *
                       xl_type_size(s->kernel->args[k].type));
        free(parts[k]);
    }
    for (size_t i = 0; kept && i < XL_SIZES; i++) {
        *size_in(&s->c, (enum xl_size)i) = part->count[i];
        s->at[i] -= at_most(s->at[i], part->from[i]);
    }
    return kept;
}

/* So many of a size, from `from` on. */
static bool try_size(struct xl_shrink *s, enum xl_size size, size_t count, size_t from)
{
    struct part part = whole(s);
    part.count[size] = count;
    part.from[size] = from;
    return try_part(s, &part);
}

/* Fewer of both sizes that are listed: not every pair may be there. */
static void smaller_pairs(struct xl_shrink *s)
{
    for (size_t i = 0, n; (n = xl_listed_n(s->kernel, i)); i++)
        for (size_t r = 0, rows; (rows = xl_listed_rows(s->kernel, n, r)); r++) {
            struct part part = whole(s);
            if (n >= s->c.n || rows >= s->c.rows)
                continue;
            part.from[XL_SIZE_n] = at_most(s->at[XL_SIZE_n], s->c.n - n);
            part.from[XL_SIZE_rows] = at_most(s->at[XL_SIZE_rows], s->c.rows - rows);
            part.count[XL_SIZE_n] = n;
            part.count[XL_SIZE_rows] = rows;
            if (try_part(s, &part))
                continue;
            part.from[XL_SIZE_n] = part.from[XL_SIZE_rows] = 0;
            try_part(s, &part);
        }
}

/* The least of a size, counted from its beginning, from the vector of the wrong element, or from
 * that itself. */
static void fewest(struct xl_shrink *s, enum xl_size size)
{
    const size_t lanes = size == XL_SIZE_n && s->c.lanes ? s->c.lanes : 1,
                 had = *size_in(&s->c, size);
    const size_t at = s->at[size], from[] = {0, at - at % lanes, at};
    for (size_t i = 0; size != XL_SIZE_n && i < had; i++)
        if (try_size(s, size, 1, i)) /* whichever row it is */
            return;
    for (size_t n = size == XL_SIZE_n ? 0 : 1; n < had; n = n < XL_EACH_N ? n + 1 : n + n / 4)
        for (size_t i = 0; i < sizeof from / sizeof from[0]; i++)
            if ((i == 0 || from[i] != from[i - 1]) && try_size(s, size, n, from[i]))
                return;
}

/* The fewest rows first: they make an n cheap. */
static void smallest_sizes(struct xl_shrink *s)
{
    struct xl_case c = s->c;
    c.gaps = 0;
    if (c.gaps != s->c.gaps)
        take(s, c);
    find_element(s);
    smaller_pairs(s);
    fewest(s, XL_SIZE_rows);
    fewest(s, XL_SIZE_depth);
    fewest(s, XL_SIZE_n);
}

/* Sets the elements from `from` to `to` to these bits, and keeps that if the call still fails. */
static bool try_bits(struct xl_shrink *s, size_t k, size_t from, size_t to, uint64_t bits)
{
    const struct xl_arg *arg = &s->kernel->args[k];
    const size_t size = xl_type_size(arg->type), bytes = (to - from) * size;
    uint8_t *at = s->inputs[k] + from * size, *was;
    if (from == to || !xl_arg_allows(arg, bits) || !(was = malloc(bytes)))
        return false;
    memcpy(was, at, bytes);
    for (size_t i = from; i < to; i++)
        xl_bits_set(arg->type, s->inputs[k], i, bits);
    const bool is_new = memcmp(was, at, bytes) != 0, kept = !is_new || fails(s, &s->c);
    if (!kept)
        memcpy(at, was, bytes);
    free(was);
    return kept;
}

static uint64_t bits_of(enum xl_type type, double value)
{
    uint8_t one[8] = {0};
    const float narrow = (float)value;
    if (type == XL_f32)
        memcpy(one, &narrow, sizeof narrow);
    else if (type == XL_f64)
        memcpy(one, &value, sizeof value);
    else
        return (uint64_t)(int64_t)value & (UINT64_MAX >> (64 - 8 * xl_type_size(type)));
    return xl_bits_get(type, one, 0);
}

/* An argument that does not matter is zero, or one, throughout. */
static bool is_idle(struct xl_shrink *s, size_t k)
{
    const enum xl_type type = s->kernel->args[k].type;
    const size_t elements = xl_arg_elements(&s->kernel->args[k], &s->c);
    return !elements || try_bits(s, k, 0, elements, 0) ||
           try_bits(s, k, 0, elements, bits_of(type, 1));
}

/* Zero in as many elements as may be: in halves, and in halves of what a half must keep. */
static void clear_elements(struct xl_shrink *s, size_t k, size_t from, size_t to)
{
    if (from == to || try_bits(s, k, from, to, 0) || to - from == 1)
        return;
    const size_t middle = from + (to - from) / 2;
    clear_elements(s, k, from, middle);
    clear_elements(s, k, middle, to);
}

/* The simplest number that will do; or else the fewest low bits. */
static void simplify_element(struct xl_shrink *s, size_t k, size_t i)
{
    static const double simple[] = {0, 1, 2, 3, 4, 8, 16, 64, 128, 255, 256, -1, 1000, 65535, 0.5};
    const struct xl_arg *arg = &s->kernel->args[k];
    const unsigned width = 8 * (unsigned)xl_type_size(arg->type);
    const size_t count = sizeof simple / sizeof simple[0] - !xl_type_is_float(arg->type);
    const uint64_t bits = xl_bits_get(arg->type, s->inputs[k], i);
    for (size_t v = 0; v < count; v++) {
        const uint64_t wanted = bits_of(arg->type, simple[v]);
        if (wanted == bits || try_bits(s, k, i, i + 1, wanted))
            return;
    }
    for (unsigned cleared = width - 1; cleared > 0; cleared--)
        if (try_bits(s, k, i, i + 1, bits >> cleared << cleared))
            return;
}

static void simplest_values(struct xl_shrink *s)
{
    bool idle[XL_MAX_ARGS] = {false};
    for (size_t k = 0; k < XL_MAX_ARGS && s->kernel->args[k].kind; k++)
        idle[k] = !s->inputs[k] || is_idle(s, k);
    for (size_t k = 0; k < XL_MAX_ARGS && s->kernel->args[k].kind; k++) {
        const size_t elements = idle[k] ? 0 : xl_arg_elements(&s->kernel->args[k], &s->c);
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
    smallest_sizes(s);
    simplest_values(s);
}

void xl_shrink_free(struct xl_shrink *s)
{
    for (size_t k = 0; k < XL_MAX_ARGS; k++)
        free(s->inputs[k]);
}
