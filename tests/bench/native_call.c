/* A call of any kernel on this machine's CPU, made from its record.
 * SPDX-License-Identifier: MIT
 */
#include "native_call.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS = 8, DEPTH = 8, SLACK = 256, DRAWN = 1 << 14 };

static const size_t sizes[XL_TYPES] = {4, 8, 1, 2, 4, 8, 1, 2, 4, 8};

static uint64_t result; /* of references */

static uint64_t random_bits(void)
{
    static uint64_t state = 1;
    uint64_t bits = 0;
    for (int i = 0; i < 2; i++) {
        state = state * 6364136223846793005 + 1442695040888963407;
        bits = bits << 32 | state >> 32;
    }
    return bits;
}

static double random_between(double lo, double hi)
{
    return lo + (hi - lo) * (double)(random_bits() >> 11) * 0x1p-53;
}

/* Floats of any size would be subnormal, infinite and NaN: those that are usual instead. */
static double random_float(const struct xl_arg *a)
{
    double lo = a->lo, hi = a->hi;
    if (lo == hi)
        lo = 0.1, hi = 10;
    return random_between(lo < -100 ? -100 : lo, hi > 100 ? 100 : hi);
}

static int is_float(const struct xl_arg *a)
{
    return a->type == XL_f32 || a->type == XL_f64;
}

static int64_t random_integer(const struct xl_arg *a)
{
    if (a->is_size)
        return (int64_t)((a->rare.least + a->rare.most) / 2);
    if (a->lo == a->hi)
        return (int64_t)random_bits();
    return (int64_t)random_between(a->lo, a->hi);
}

/* A byte that a kernel looks for is not among its input: the search goes to the end. */
static int is_search(const struct xl_kernel *kernel)
{
    for (const struct xl_arg *a = kernel->args; a->kind != XL_ARG_NONE; a++)
        if (a->kind == XL_ARG_VALUE && a->type == XL_u8)
            return 1;
    return 0;
}

static void fill(struct native_call *c, size_t k)
{
    const struct xl_arg *a = &c->kernel->args[k];
    const uint8_t most = is_search(c->kernel) ? 0x7f : 0xff;
    size_t i = 0;
    for (; i < c->count[k] && i < DRAWN; i++) {
        void *to = (char *)c->buffer[k] + i * sizes[a->type];
        if (a->type == XL_f32) {
            float x = (float)random_float(a);
            memcpy(to, &x, sizeof x);
        } else if (a->type == XL_f64) {
            double x = random_float(a);
            memcpy(to, &x, sizeof x);
        } else {
            int64_t x = random_integer(a);
            memcpy(to, &x, sizes[a->type]); /* little-endian */
            if (a->type == XL_u8)
                *(uint8_t *)to &= most;
        }
    }
    for (; i < c->count[k]; i += DRAWN) /* the same once more */
        memcpy((char *)c->buffer[k] + i * sizes[a->type], c->buffer[k],
               (c->count[k] - i < DRAWN ? c->count[k] - i : DRAWN) * sizes[a->type]);
    /* Odd seeds make masks of ones and zeros; even ones make text without errors. */
    if (c->kernel->prepare && a->kind != XL_ARG_OUT)
        c->kernel->prepare(k, c->buffer[k], c->count[k],
                           c->kernel->args[1].name && !strcmp(c->kernel->args[1].name, "mask") ? 5
                                                                                               : 2);
}

static size_t size_of(enum xl_size s, size_t n)
{
    return s == XL_SIZE_n ? n : s == XL_SIZE_rows ? ROWS : DEPTH;
}

/* Elements of a row: at least as many as the record says. */
static size_t across(const struct xl_arg *a, size_t n)
{
    const size_t divide = a->rare.divide > 1 ? a->rare.divide : 1;
    return (size_of(a->across, n) + divide - 1) / divide * a->per_n + a->fixed;
}

static size_t down(const struct xl_arg *a, size_t n)
{
    static const enum xl_size of[] = {
        [XL_DOWN_n] = XL_SIZE_n, [XL_DOWN_rows] = XL_SIZE_rows, [XL_DOWN_depth] = XL_SIZE_depth};
    return (a->down == XL_DOWN_one ? 1 : size_of(of[a->down], n)) + a->more_rows;
}

/* Whether a stride's list of names has the buffer's. */
static int is_named(const struct xl_arg *stride, const char *name)
{
    const size_t length = strlen(name);
    for (const char *p = stride->name; (p = strstr(p, name)); p += length)
        if ((p == stride->name || p[-1] == ' ' || p[-1] == ',') &&
            (p[length] == '\0' || p[length] == ','))
            return 1;
    return 0;
}

/* In elements; buffers with one stride have elements of one size. */
static size_t stride_of(const struct xl_kernel *kernel, const struct xl_arg *stride, size_t n)
{
    size_t most = 0;
    for (const struct xl_arg *a = kernel->args; a->kind != XL_ARG_NONE; a++)
        if (a->kind <= XL_ARG_INOUT && is_named(stride, a->name) && across(a, n) > most)
            most = across(a, n);
    return most;
}

static size_t width_of(const struct xl_kernel *kernel, const struct xl_arg *stride)
{
    size_t most = 1;
    for (const struct xl_arg *a = kernel->args; a->kind != XL_ARG_NONE; a++)
        if (a->kind <= XL_ARG_INOUT && is_named(stride, a->name) && sizes[a->type] > most)
            most = sizes[a->type];
    return most;
}

static size_t elements_of(const struct xl_kernel *kernel, const struct xl_arg *a, size_t n)
{
    size_t row = across(a, n);
    for (const struct xl_arg *s = kernel->args; s->kind != XL_ARG_NONE; s++)
        if (s->kind == XL_ARG_STRIDE && is_named(s, a->name))
            row = stride_of(kernel, s, n) * width_of(kernel, s) / sizes[a->type];
    return row * down(a, n);
}

static int is_made(const struct xl_kernel *kernel)
{
    const struct xl_sizes *s = &kernel->sizes;
    for (const struct xl_arg *a = kernel->args; a->kind != XL_ARG_NONE; a++)
        if (a->by_pointers)
            return 0;
    return !s->n[0] && !s->rows[0] && !s->blocks[0].n;
}

static void add_value(struct native_call *c, const struct xl_arg *a, size_t *reals)
{
    if (a->type == XL_f32) {
        const float x = (float)random_float(a);
        memcpy(&c->real[(*reals)++], &x, sizeof x);
    } else if (a->type == XL_f64) {
        c->real[(*reals)++] = random_float(a);
    } else {
        c->word[c->words++] = is_search(c->kernel) && a->type == XL_u8 ? 0xc8 : random_integer(a);
    }
}

int native_call_make(struct native_call *c, const struct xl_kernel *kernel, size_t n)
{
    size_t reals = 0;
    *c = (struct native_call){.kernel = kernel, .n = n, .elements = n};
    if (!is_made(kernel))
        return -1;
    for (size_t k = 0; kernel->args[k].kind != XL_ARG_NONE; k++) {
        const struct xl_arg *a = &kernel->args[k];
        switch (a->kind) {
        case XL_ARG_IN:
        case XL_ARG_OUT:
        case XL_ARG_INOUT:
            c->count[k] = elements_of(kernel, a, n);
            c->bytes += c->count[k] * sizes[a->type];
            /* References of other contracts write wider elements. */
            c->buffer[k] =
                aligned_alloc(64, (4 * c->count[k] * sizes[a->type] + SLACK) / 64 * 64 + 64);
            c->word[c->words++] = (int64_t)(intptr_t)c->buffer[k];
            break;
        case XL_ARG_COUNT:
            c->word[c->words++] = (int64_t)n;
            break;
        case XL_ARG_SIZE:
            c->word[c->words] = a->across == XL_SIZE_rows ? ROWS : DEPTH;
            c->elements *= (size_t)c->word[c->words++];
            break;
        case XL_ARG_STRIDE:
            c->word[c->words++] =
                (int64_t)(stride_of(kernel, a, n) * (a->in_elements ? 1 : width_of(kernel, a)));
            break;
        case XL_ARG_VALUE:
            add_value(c, a, &reals);
            break;
        default:
            c->word[c->words] = (int64_t)(intptr_t)&result;
            break;
        }
    }
    native_call_fill(c);
    return 0;
}

void native_call_fill(struct native_call *c)
{
    for (size_t k = 0; k < XL_MAX_ARGS; k++)
        if (c->buffer[k])
            fill(c, k);
}

void native_call_free(struct native_call *c)
{
    for (size_t k = 0; k < XL_MAX_ARGS; k++)
        free(c->buffer[k]);
}

void native_call_run(const struct native_call *c, void (*function)(void))
{
    const int64_t *w = c->word;
    ((native_function *)function)(w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7], w[8], w[9], w[10],
                                  w[11], w[12], w[13], w[14], w[15], w[16], w[17], c->real[0],
                                  c->real[1], c->real[2], c->real[3]);
}
