/* Inputs that follow from what a kernel is.
 * SPDX-License-Identifier: MIT
 */
#include "judge/narrow.h"

#include <math.h>
#include <string.h>

enum { XL_FEW_BITS = 16 };

static bool is_array_in(const struct xl_arg *arg)
{
    return (arg->kind == XL_ARG_IN || arg->kind == XL_ARG_INOUT) && arg->per_n;
}

static unsigned bits_of(const struct xl_arg *arg)
{
    return 8 * (unsigned)xl_type_size(arg->type);
}

size_t xl_every_count(const struct xl_kernel *kernel)
{
    unsigned bits = 0;
    for (size_t i = 0; i < XL_MAX_ARGS && kernel->args[i].kind; i++) {
        const struct xl_arg *arg = &kernel->args[i];
        bool is_read = arg->kind == XL_ARG_IN || arg->kind == XL_ARG_INOUT;
        if (arg->kind == XL_ARG_VALUE || (is_read && arg->per_n != 1))
            return 0;
        bits += is_read ? bits_of(arg) : 0;
    }
    return kernel->elementwise && bits && bits <= XL_FEW_BITS ? (size_t)1 << bits : 0;
}

uint64_t xl_every_bits(const struct xl_kernel *kernel, size_t operand, size_t i)
{
    for (size_t k = 0; k < XL_MAX_ARGS && kernel->args[k].kind; k++) {
        if (!is_array_in(&kernel->args[k]))
            continue;
        if (!operand--)
            break;
        i >>= bits_of(&kernel->args[k]);
    }
    return i;
}

bool xl_converts(const struct xl_kernel *kernel)
{
    for (size_t i = 0; i < XL_MAX_ARGS && kernel->args[i].kind; i++)
        for (size_t o = 0; o < XL_MAX_ARGS && kernel->args[o].kind; o++)
            if (is_array_in(&kernel->args[i]) && xl_type_is_float(kernel->args[i].type) &&
                kernel->args[o].kind == XL_ARG_OUT && kernel->args[o].type != kernel->args[i].type)
                return true;
    return false;
}

/* A binary format: its largest exponent, its smallest of a normal number, and the bits of its
 * fraction. */
struct format {
    int most, least, fraction;
};
enum { HALF, BRAIN, SINGLE, FORMATS };
static const struct format formats[FORMATS] = {{15, -14, 10}, {127, -126, 7}, {127, -126, 23}};

/* Half way between two numbers of the format at this exponent, the lower one even or odd. */
static double tie(const struct format *f, int exponent, uint64_t fraction)
{
    int last = (exponent > f->least ? exponent : f->least) - f->fraction; /* of its last bit */
    uint64_t whole = fraction & ((UINT64_C(1) << f->fraction) - 1);
    if (exponent >= f->least)
        whole |= UINT64_C(1) << f->fraction;
    return ldexp((double)whole + 0.5, last);
}

/* The format's ends: the largest number and what is taken for infinity, the smallest number and its
 * half, the smallest normal one. */
static double end_of_range(const struct format *f, size_t i)
{
    double last = ldexp(1, f->most - f->fraction), smallest = ldexp(1, f->least - f->fraction);
    double largest = ldexp(2, f->most) - last;
    const double ends[] = {largest,
                           largest + last / 2,
                           largest + last,
                           smallest,
                           smallest / 2,
                           smallest * 3 / 2,
                           ldexp(1, f->least),
                           smallest / 4,
                           ldexp(1, f->least) - smallest / 2,
                           largest - last / 2};
    return ends[i % (sizeof ends / sizeof ends[0])];
}

/* Where the range of an integer of 8 to 64 bits ends, and halves between whole numbers. */
static double whole_tie(uint64_t random)
{
    int bits = 7 + (int)(random % 58);
    double limit = ldexp(1, bits);
    switch (random >> 8 & 3) {
    case 0:
        return limit - 0.5;
    case 1:
        return limit + 0.5;
    case 2:
        return limit;
    default:
        return (double)(random >> 16 & ((UINT64_C(1) << (bits < 40 ? bits : 40)) - 1)) + 0.5;
    }
}

static double between(enum xl_type type, size_t i, uint64_t random)
{
    const struct format *f = &formats[i / 4 % (type == XL_f64 ? FORMATS : SINGLE)];
    switch (i % 4) {
    case 0:
        return end_of_range(f, i / 16);
    case 1:
        return whole_tie(random);
    default: /* subnormal ones too */
        return tie(f,
                   f->least - f->fraction +
                       (int)(random % (uint64_t)(f->most - f->least + f->fraction + 1)),
                   random >> 16);
    }
}

uint64_t xl_ties_bits(enum xl_type type, size_t i, uint64_t random)
{
    double x = between(type, i, random);
    uint64_t bits = 0, step = random >> 60 & 3; /* as it is twice as often as next to it */
    float single = (float)x;
    if (type == XL_f32)
        memcpy(&bits, &single, sizeof single);
    else
        memcpy(&bits, &x, sizeof x);
    bits += step == 1 ? 1 : 0;
    bits -= step == 2 && bits ? 1 : 0;
    return bits | (random >> 62 & 1) << (type == XL_f32 ? 31 : 63);
}

long xl_divisor(const struct xl_kernel *kernel)
{
    for (size_t v = 0; v < XL_MAX_ARGS && kernel->args[v].kind; v++)
        for (size_t i = 0; i < XL_MAX_ARGS && kernel->args[i].kind; i++)
            if (kernel->args[v].kind == XL_ARG_VALUE && !xl_type_is_float(kernel->args[v].type) &&
                is_array_in(&kernel->args[i]) && kernel->args[i].type == kernel->args[v].type)
                return (long)v;
    return -1;
}

uint64_t xl_multiple_bits(enum xl_type type, uint64_t of, uint64_t random)
{
    /* As many of them as the type holds; of a negative number as of its amount. */
    const unsigned bits = 8 * (unsigned)xl_type_size(type);
    const uint64_t mask = UINT64_MAX >> (64 - bits);
    bool is_negative = xl_type_is_signed(type) && of >> (bits - 1) & 1;
    uint64_t amount = (is_negative ? -of : of) & mask, most = amount ? mask / amount : 0;
    uint64_t times = most ? (random >> 8) % (most + 1) : 0;
    return times * of + random % 3 - 1;
}
