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

#include "judge/strides.h"

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
    s->c.given = &s->given;
    s->c.fill = XL_FILL_BITS; /* of which nothing is assumed */
    s->c.known = NULL;
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
    c.sticky = c.read_only = false;
    c.place = XL_PLACE_END;
    c.offset = c.round = 0;
    if (take(s, c))
        return;
    c = s->c;
    c.place = XL_PLACE_START; /* aligned as no other */
    c.offset = c.round = 0;
    take(s, c);
    c = s->c;
    c.rounding = XL_TO_NEAREST;
    take(s, c);
    c = s->c;
    c.sticky = c.read_only = false;
    take(s, c);
}

/* One row in place of several: the first of each buffer. */
static void fewest_rows(struct xl_shrink *s)
{
    struct xl_case c = s->c;
    c.rows = c.depth = 1;
    c.gaps = 0;
    take(s, c);
    c = s->c;
    c.rows = 1;
    take(s, c);
}

/* Whether a buffer is more than a row of n elements, so that a part of each is no smaller call. */
static bool has_shape(const struct xl_kernel *kernel)
{
    for (size_t k = 0; k < XL_MAX_ARGS && kernel->args[k].kind; k++)
        if (xl_arg_is_buffer(&kernel->args[k]) && xl_arg_has_shape(&kernel->args[k]))
            return true;
    return false;
}

/* n elements, from element `from` on. */
static bool try_n(struct xl_shrink *s, size_t n, size_t from)
{
    struct xl_given given = s->given;
    struct xl_case c = s->c;
    c.n = n;
    c.given = &given;
    for (size_t k = 0; k < XL_MAX_ARGS && s->kernel->args[k].kind; k++)
        if (s->inputs[k])
            given.elements[k] +=
                from * s->kernel->args[k].per_n * xl_type_size(s->kernel->args[k].type);
    if (from + n > s->c.n || xl_allowed_n(s->kernel, n) != n || !fails(s, &c))
        return false;
    for (size_t k = 0; k < XL_MAX_ARGS && s->kernel->args[k].kind; k++)
        if (s->inputs[k])
            memmove(s->inputs[k], given.elements[k],
                    xl_arg_elements(&s->kernel->args[k], &c) *
                        xl_type_size(s->kernel->args[k].type));
    s->c.n = n;
    return true;
}

/* The least n, counted from the first element, from the vector of the wrong one, or from itself. */
static void fewest_elements(struct xl_shrink *s)
{
    const size_t lanes = s->c.lanes ? s->c.lanes : 1, had = s->c.n;
    const size_t from[] = {0, s->element - s->element % lanes, s->element};
    for (size_t n = 0; n < had; n = n < XL_EACH_N ? n + 1 : n + n / 4)
        for (size_t i = 0; i < sizeof from / sizeof from[0]; i++)
            if ((i == 0 || from[i] != from[i - 1]) && try_n(s, n, from[i]))
                return;
}

static bool is_allowed(const struct xl_arg *arg, uint64_t bits)
{
    const double value = xl_bits_value(arg->type, bits);
    return arg->lo == arg->hi || (value >= arg->lo && value <= arg->hi);
}

/* Sets the elements from `from` to `to` to these bits, and keeps that if the call still fails. */
static bool try_bits(struct xl_shrink *s, size_t k, size_t from, size_t to, uint64_t bits)
{
    const struct xl_arg *arg = &s->kernel->args[k];
    const size_t size = xl_type_size(arg->type), bytes = (to - from) * size;
    uint8_t *at = s->inputs[k] + from * size, *was;
    if (from == to || !is_allowed(arg, bits) || !(was = malloc(bytes)))
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
    if (has_shape(s->kernel))
        fewest_rows(s);
    else
        fewest_elements(s);
    simplest_values(s);
}

void xl_shrink_free(struct xl_shrink *s)
{
    for (size_t k = 0; k < XL_MAX_ARGS; k++)
        free(s->inputs[k]);
}
