/* Values that depend on what a kernel computes: all inputs of narrow types, ties of conversions,
 * multiples of a divisor, roots, sizes, and arrays that are related to each other.
 * SPDX-License-Identifier: MIT
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "oracle/shape.h"
#include "oracle/values.h"

enum { XL_FEW_BITS = 16, XL_MOST_WALKED_BITS = 32 };

static bool is_array_in(const struct xl_arg *arg)
{
    return (arg->kind == XL_ARG_IN || arg->kind == XL_ARG_INOUT) && arg->per_n;
}

static unsigned bits_of(const struct xl_arg *arg)
{
    return 8 * (unsigned)xl_type_size(arg->type);
}

uint64_t xl_all_inputs(const struct xl_kernel *kernel)
{
    unsigned bits = 0;
    for (size_t i = 0; i < XL_MAX_ARGS && kernel->args[i].kind; i++) {
        const struct xl_arg *arg = &kernel->args[i];
        bool is_read = arg->kind == XL_ARG_IN || arg->kind == XL_ARG_INOUT;
        if (arg->kind == XL_ARG_VALUE || (is_read && (arg->per_n != 1 || arg->rare.divide > 1)))
            return 0;
        bits += is_read ? bits_of(arg) : 0;
    }
    const bool can = (kernel->elementwise || kernel->function) && bits;
    return can && bits <= XL_MOST_WALKED_BITS ? UINT64_C(1) << bits : 0;
}

size_t xl_every_count(const struct xl_kernel *kernel)
{
    const uint64_t all = xl_all_inputs(kernel);
    return all <= (UINT64_C(1) << XL_FEW_BITS) ? all : 0;
}

/* The bits of the operands before this one. */
static unsigned every_shift(const struct xl_kernel *kernel, size_t operand)
{
    unsigned shift = 0;
    for (size_t k = 0; k < XL_MAX_ARGS && kernel->args[k].kind; k++) {
        if (!is_array_in(&kernel->args[k]))
            continue;
        if (!operand--)
            break;
        shift += bits_of(&kernel->args[k]);
    }
    return shift;
}

uint64_t xl_every_bits(const struct xl_kernel *kernel, size_t operand, uint64_t i)
{
    return i >> every_shift(kernel, operand);
}

void xl_every_fill(const struct xl_kernel *kernel, size_t operand, enum xl_type type,
                   uint64_t first, size_t count, void *array)
{
    const unsigned shift = every_shift(kernel, operand);
    uint32_t *words = array;
    uint16_t *halves = array;
    if (xl_type_size(type) == sizeof *words)
        for (size_t i = 0; i < count; i++)
            words[i] = (uint32_t)((first + i) >> shift);
    else if (xl_type_size(type) == sizeof *halves)
        for (size_t i = 0; i < count; i++)
            halves[i] = (uint16_t)((first + i) >> shift);
    else
        for (size_t i = 0; i < count; i++)
            xl_bits_set(type, array, i, (first + i) >> shift);
}

static bool is_converted(enum xl_type from, enum xl_type to)
{
    return xl_type_is_float(from) ? from != to : xl_type_size(from) >= 4 && xl_type_is_float(to);
}

bool xl_converts(const struct xl_kernel *kernel)
{
    for (size_t i = 0; i < XL_MAX_ARGS && kernel->args[i].kind; i++)
        for (size_t o = 0; o < XL_MAX_ARGS && kernel->args[o].kind; o++)
            if (is_array_in(&kernel->args[i]) && kernel->args[o].kind == XL_ARG_OUT &&
                is_converted(kernel->args[i].type, kernel->args[o].type))
                return true;
    return false;
}

/* A binary format: the largest exponent, the smallest exponent of a normal number, and the number
 * of fraction bits. */
struct format {
    int most, least, fraction;
};
enum { HALF, BRAIN, SINGLE, FORMATS };
static const struct format formats[FORMATS] = {{15, -14, 10}, {127, -126, 7}, {127, -126, 23}};

/* Halfway between two numbers of the format with this exponent. The lower one is even or odd. */
static double tie(const struct format *f, int exponent, uint64_t fraction)
{
    int last = (exponent > f->least ? exponent : f->least) -
               f->fraction; /* the exponent of its last bit */
    uint64_t whole = fraction & ((UINT64_C(1) << f->fraction) - 1);
    if (exponent >= f->least)
        whole |= UINT64_C(1) << f->fraction;
    return ldexp((double)whole + 0.5, last);
}

/* The ends of the format: the largest number, the smallest number that rounds to infinity, the
 * smallest number and its half, and the smallest normal number. */
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

/* Ends of the ranges of integers of 8 to 64 bits, and halves between whole numbers. */
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
    default: /* also subnormal ones */
        return tie(f,
                   f->least - f->fraction +
                       (int)(random % (uint64_t)(f->most - f->least + f->fraction + 1)),
                   random >> 16);
    }
}

/* An integer halfway between two floats, or next to one. */
static uint64_t whole_between(unsigned bits, bool is_signed, size_t i, uint64_t random)
{
    const unsigned kept = i % 2 || bits < 64 ? FLT_MANT_DIG : DBL_MANT_DIG;
    const unsigned most = bits - is_signed, width = kept + 1 + (unsigned)(random % (most - kept));
    const uint64_t half = UINT64_C(1) << (width - kept - 1), top = UINT64_C(1) << (width - 1);
    const uint64_t x = (top | (random >> 6 & (top - 1) & ~(2 * half - 1)) | half) + i / 2 % 3 - 1;
    return is_signed && random >> 63 ? -x : x;
}

uint64_t xl_ties_bits(enum xl_type type, size_t i, uint64_t random)
{
    if (!xl_type_is_float(type))
        return xl_type_size(type) < 4 ? random
                                      : whole_between(8 * (unsigned)xl_type_size(type),
                                                      xl_type_is_signed(type), i, random);
    double x = between(type, i, random);
    uint64_t bits = 0, step = random >> 60 & 3; /* 0 and 3: the tie itself */
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
    /* Factors up to the largest whose product fits. For a negative number, of its absolute value.
     */
    const unsigned bits = 8 * (unsigned)xl_type_size(type);
    const uint64_t mask = UINT64_MAX >> (64 - bits);
    bool is_negative = xl_type_is_signed(type) && of >> (bits - 1) & 1;
    uint64_t amount = (is_negative ? -of : of) & mask, most = amount ? mask / amount : 0;
    const uint64_t any = random >> 8;
    const uint64_t drawn = random >> 62 == 1   ? most - any % 4
                           : random >> 62 == 2 ? any >> random % 48
                                               : any;
    const uint64_t times = most == UINT64_MAX ? drawn : most ? drawn % (most + 1) : 0;
    return times * of + random % 3 - 1;
}

bool xl_has_roots(const struct xl_kernel *kernel)
{
    const struct xl_arg *only = NULL;
    for (size_t k = 0; k < XL_MAX_ARGS && kernel->args[k].kind; k++) {
        if (kernel->args[k].kind == XL_ARG_VALUE || (is_array_in(&kernel->args[k]) && only))
            return false;
        only = is_array_in(&kernel->args[k]) ? &kernel->args[k] : only;
    }
    return only && kernel->contract.kind == XL_EXACT &&
           (xl_type_size(only->type) > 2 || (xl_type_size(only->type) > 1 && !kernel->elementwise));
}

/* x^power, but at most `most`. */
static uint64_t power_of(uint64_t x, unsigned power, uint64_t most)
{
    uint64_t product = 1;
    for (unsigned k = 0; k < power; k++)
        product = x && product > most / x ? most : product * x;
    return product;
}

uint64_t xl_root_bits(enum xl_type type, uint64_t random)
{
    static const unsigned char exponents[] = {8, 16, 23, 24, 25, 31, 32, 52, 53, 54, 63, 64};
    const bool is_float = xl_type_is_float(type);
    const unsigned bits = is_float ? (type == XL_f32 ? 24 : 53)
                                   : 8 * (unsigned)xl_type_size(type) - xl_type_is_signed(type);
    const uint64_t most = UINT64_MAX >> (64 - bits), any = random >> 16;
    const unsigned power = random >> 4 & 1 ? 2 : 3, width = bits / power;
    const uint64_t roots = UINT64_C(1) << width;
    uint64_t x = 0;
    switch (random & 7) {
    case 0: /* 10^k */
        x = power_of(10, (unsigned)(any % 20), most);
        break;
    case 1: /* 2^k */
        x = UINT64_C(1) << exponents[any % sizeof exponents] % bits;
        break;
    case 2: /* the largest */
        x = power_of(roots - 1 - any % 4, power, most);
        break;
    case 3:
    case 4:
    case 5: /* of any length */
        x = power_of((any % roots) >> (any >> 40) % width, power, most);
        break;
    default:
        x = power_of(any % roots, power, most);
    }
    x += (random >> 8 & 3) == 1 ? 1 : (random >> 8 & 3) == 2 ? UINT64_MAX : 0;
    if (!is_float)
        return xl_type_is_signed(type) && random >> 10 & 1 ? -x : x;
    const double value = (double)(int64_t)(x & most);
    return xl_float_bits(type, random >> 10 & 1 ? value : -value);
}

uint64_t xl_divisor_bits(enum xl_type type, size_t which, uint64_t random)
{
    enum { DIVISORS = 12 };
    static const unsigned char small[] = {3, 5, 6, 7, 9, 10, 11, 12, 14, 25, 60, 100};
    const unsigned bits = 8 * (unsigned)xl_type_size(type);
    const uint64_t mask = UINT64_MAX >> (64 - bits), top = mask - mask / 2, any = random >> 8;
    const unsigned shift = (unsigned)(random & 0xff) % bits;
    switch (which % DIVISORS) {
    case 0:
        return small[any % sizeof small];
    case 1:
        return 1;
    case 2:
        return UINT64_C(1) << shift;
    case 3:
        return (UINT64_C(1) << shift) + 1;
    case 4:
        return (top >> shift) - 1;
    case 5: /* the top bit */
        return top | random;
    case 6: /* the top bit, and even */
        return (top | random) & ~UINT64_C(1);
    case 7: /* odd, and shifted */
        return ((random & mask) >> shift | 1) << (shift ? any % shift : 0);
    case 8:
        return mask - any % 3;
    case 9:
        return top - 1 - any % 3;
    default: /* of every size */
        return (random & mask) >> (random >> 56) % bits;
    }
}

uint64_t xl_size_end(const struct xl_arg *arg, size_t which)
{
    const uint64_t least = arg->rare.least, most = arg->rare.most;
    const uint64_t ends[] = {least, most, least + 1, most - 1};
    return ends[which % 4];
}

static bool is_within(const struct xl_arg *arg, uint64_t bits)
{
    return bits >= arg->rare.least && bits <= arg->rare.most;
}

uint64_t xl_size_special(const struct xl_arg *arg, size_t which)
{
    const uint64_t bits = xl_special_bits(XL_u64, which % XL_SPECIALS);
    return is_within(arg, bits) ? bits : xl_size_end(arg, which);
}

uint64_t xl_size_drawn(const struct xl_arg *arg, size_t n, uint64_t random)
{
    const uint64_t product = random * 0x9e3779b97f4a7c15, word = product ^ product >> 32;
    const uint64_t few = word >> 40 & 1 ? n + word % 3 - 1 : word % (2 * n + 2);
    const uint64_t span = arg->rare.most - arg->rare.least + 1; /* 0: every value */
    const uint64_t kinds[] = {xl_special_bits(XL_u64, word % XL_SPECIALS), arg->rare.most - few,
                              arg->rare.least + few, word >> random % 64};
    const uint64_t bits = kinds[random >> 62];
    return is_within(arg, bits) ? bits : arg->rare.least + (span ? bits % span : bits);
}

size_t xl_follows(const struct xl_kernel *kernel, size_t index)
{
    const struct xl_arg *arg = &kernel->args[index];
    for (size_t k = 0; k < index && is_array_in(arg); k++) {
        const struct xl_arg *first = &kernel->args[k];
        if (is_array_in(first) && first->type == arg->type && xl_arg_has_same_shape(first, arg))
            return k;
    }
    return index;
}

bool xl_follows_any(const struct xl_kernel *kernel)
{
    for (size_t k = 0; k < XL_MAX_ARGS && kernel->args[k].kind; k++)
        if (xl_follows(kernel, k) != k)
            return true;
    return false;
}

enum relation { SAME, SAME_BUT_ONE, OPPOSITE, OPPOSITE_BUT_SOME, NEXT, FACTOR, RELATIONS };

/* For integers: a factor from the low half of the random word, or a product of both halves, perhaps
 * plus or minus 1. */
static uint64_t factor_bits(enum xl_type type, bool is_product, uint64_t random)
{
    const unsigned half = 4 * (unsigned)xl_type_size(type);
    const uint64_t mask = (UINT64_C(1) << half) - 1, factor = (random & mask) + 1;
    return is_product ? factor * (random >> 32 & mask) + random % 3 - 1 : factor;
}

uint64_t xl_related_bits(enum xl_type type, unsigned round, bool is_first, bool is_odd,
                         uint64_t base, uint64_t random)
{
    const uint64_t top = UINT64_C(1) << (8 * xl_type_size(type) - 1);
    const uint64_t opposite = xl_type_is_float(type) ? base ^ top : ~base;
    const enum relation relation = round % RELATIONS;
    if (relation == FACTOR && !xl_type_is_float(type))
        return factor_bits(type, is_first, random);
    if (is_first)
        return base;
    switch (relation) {
    case SAME_BUT_ONE:
        return is_odd ? base ^ 1 : base;
    case OPPOSITE:
        return opposite;
    case OPPOSITE_BUT_SOME:
        return random >> 61 ? opposite : base;
    case NEXT:
        return base + 1;
    default:
        return base;
    }
}
