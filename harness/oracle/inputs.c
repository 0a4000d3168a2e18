/* The inputs of a call.
 * SPDX-License-Identifier: MIT
 */
#include "oracle/inputs.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "oracle/blocks.h"
#include "oracle/planted.h"
#include "oracle/reference.h"
#include "oracle/values.h"

const char *xl_fill_name(enum xl_fill fill)
{
    static const char *const names[] = {
#define XL_FILL_DRAWN(NAME, TEXT, ...) TEXT,
#define XL_FILL(NAME, TEXT, ...) TEXT,
#include "oracle/fills.def"
#undef XL_FILL_DRAWN
#undef XL_FILL
    };
    return names[fill];
}

bool xl_fill_applies(enum xl_fill fill, const struct xl_kernel *kernel)
{
    switch (fill) {
#define XL_FILL_DRAWN(...)
#define XL_FILL(NAME, TEXT, WHEN, ...)                                                             \
    case XL_FILL_##NAME:                                                                           \
        return WHEN;
#include "oracle/fills.def"
#undef XL_FILL_DRAWN
#undef XL_FILL
    default:
        return true;
    }
}

bool xl_placement_is_alias(enum xl_placement place)
{
    return place == XL_PLACEMENT_IN_PLACE || place == XL_PLACEMENT_ADJACENT ||
           place == XL_PLACEMENT_SAME;
}

const char *xl_placement_name(enum xl_placement place)
{
    static const char *const names[XL_PLACEMENTS] = {
        "end", "start", "offset", "in place", "adjacent", "a page's end", "same", "far", "aligned"};
    return names[place];
}

uint8_t xl_poison(size_t i)
{
    /* No NaN and no small number, with different bits; and a NaN that stays one in arithmetic. */
    static const uint8_t poisons[] = {0xa5, 0x5a, 0xff};
    return poisons[i % 3];
}

uint8_t xl_next_poison(uint8_t poison)
{
    size_t i = 0;
    while (i < 2 && xl_poison(i) != poison)
        i++;
    return xl_poison(i + 1);
}

static const struct {
    const char *function;
    enum xl_type type;
    double x[XL_MAX_ARITY];
} published[] = {
#define XL_PUBLISHED(FUNCTION, TYPE, X, Y, SOURCE) {#FUNCTION, XL_##TYPE, {X, Y}},
#include "oracle/published.def"
#undef XL_PUBLISHED
};

static bool is_in_domain(const struct xl_kernel *kernel, size_t i)
{
    bool is_in = true;
    for (size_t k = 0, operand = 0; kernel->args[k].kind; k++) {
        const struct xl_arg *arg = &kernel->args[k];
        if (arg->kind != XL_ARG_IN || operand == XL_MAX_ARITY)
            continue;
        is_in &= xl_arg_allows(arg, xl_float_bits(arg->type, published[i].x[operand]));
        operand++;
    }
    return is_in;
}

/* Whether input i of the list is for the kernel. */
static bool is_published_for(const struct xl_kernel *kernel, size_t i)
{
    if (!kernel->function || kernel->args[0].type != published[i].type || !is_in_domain(kernel, i))
        return false;
    for (size_t k = 0; kernel->args[k].kind; k++) {
        const struct xl_function *f = xl_function_of(kernel, k);
        if (f && strcmp(f->name, published[i].function) == 0)
            return true;
    }
    return false;
}

size_t xl_published_count(const struct xl_kernel *kernel)
{
    size_t count = 0;
    for (size_t i = 0; i < sizeof published / sizeof published[0]; i++)
        count += is_published_for(kernel, i);
    return count;
}

uint64_t xl_published_bits(const struct xl_kernel *kernel, size_t operand, size_t i)
{
    i %= xl_published_count(kernel);
    size_t at = 0;
    while (!is_published_for(kernel, at) || i--)
        at++;
    return xl_float_bits(published[at].type, published[at].x[operand]);
}

/* -8 to 8: halves for floats, whole numbers for integers. Unsigned types begin at 0. */
static uint64_t small_bits(enum xl_type type, uint64_t random)
{
    int64_t whole = (int64_t)(random % 17) - (xl_type_is_signed(type) ? 8 : 0);
    return xl_type_is_float(type) ? xl_float_bits(type, (double)whole * 0.5) : (uint64_t)whole;
}

/* 0 to 3 for integers. SMALL has the signs. */
static uint64_t tiny_bits(enum xl_type type, bool below_one, uint64_t random)
{
    double x = (xl_unit(random) * 2 - 1) * (below_one ? 1 : 0.001);
    return xl_type_is_float(type) ? xl_float_bits(type, x) : random % 4;
}

/* Floats from 2^20 to the largest, with equally likely exponents; integers within 16 of a limit. */
static uint64_t large_bits(enum xl_type type, uint64_t random)
{
    uint64_t sign = random & 1, low = random >> 1 & 15, rest = random >> 5;
    if (type == XL_f32)
        return sign << 31 | (147 + rest % 108) << 23 | (rest >> 32 & 0x7fffff);
    if (type == XL_f64)
        return sign << 63 | (1043 + rest % 1004) << 52 | (random * 0x9e3779b97f4a7c15 >> 12);
    uint64_t limit = UINT64_C(1) << (8 * xl_type_size(type) - 1);
    if (!xl_type_is_signed(type))
        return ~low;
    return sign ? limit + low : limit - 1 - low;
}

/* Element i of n, from one end of the type or the domain to the other. */
static uint64_t sorted_bits(const struct xl_arg *arg, bool descending, size_t i, size_t n)
{
    enum xl_type type = arg->type;
    const unsigned value_bits = xl_type_bits(type) - xl_type_is_signed(type);
    double most = xl_type_is_float(type) ? 1000 : (double)(UINT64_MAX >> (64 - value_bits));
    double lo = xl_type_is_signed(type) ? -most : 0, hi = most;
    if (xl_arg_has_domain(arg)) {
        lo = arg->lo;
        hi = arg->hi;
    }
    double where = n > 1 ? (double)i / (double)(n - 1) : 0;
    double x = lo + (hi - lo) * (descending ? 1 - where : where);
    if (xl_type_is_float(type))
        return xl_float_bits(type, x);
    /* Doubles cannot represent the largest 64-bit integers. */
    if (xl_type_is_signed(type))
        return x >= 0x1p63 ? INT64_MAX : (uint64_t)(int64_t)x;
    return x >= 0x1p64 ? UINT64_MAX : (uint64_t)x;
}

/* Values that several elements share: half of them special, half from the domain. */
static uint64_t common_bits(const struct xl_arg *arg, const struct xl_case *c, size_t operand,
                            size_t group, uint64_t random)
{
    if (group % 2)
        return xl_domain_bits(arg, random);
    return xl_special_bits(arg->type, group / 2 + c->round * (2 * operand + 1) + operand * 7);
}

/* One element in lanes + 1 is odd, so each vector has its odd lane one further. One operand has it,
 * or all of them. */
static uint64_t odd_bits(const struct xl_kernel *kernel, const struct xl_arg *arg,
                         const struct xl_case *c, size_t operand, size_t i, uint64_t random)
{
    const size_t vector = (i + c->round) / (c->lanes + 1),
                 operands = xl_count_args(kernel, xl_arg_is_operand),
                 which = vector % (operands + 1);
    if ((i + c->round) % (c->lanes + 1) != c->lanes || (which != operand && which != operands))
        return tiny_bits(arg->type, c->round & 1, random);
    uint64_t special = xl_special_bits(arg->type, vector + c->round + operand * 7);
    bool is_tiny = !xl_type_is_float(arg->type) && special < 4;
    return vector & 8 || is_tiny ? large_bits(arg->type, random) : special;
}

/* CONSTANT: elements of a group. ROTATED: distance between two elements of a group. */
static size_t group_size(const struct xl_case *c)
{
    bool one = c->n < 4 * c->lanes + 4;
    if (c->fill == XL_FILL_CONSTANT)
        return one ? c->n + 1 : 4 * c->lanes;
    return one ? c->lanes + 1 : 4 * c->lanes + 1;
}

size_t xl_case_same_inputs(const struct xl_case *c, size_t i)
{
    if (c->fill == XL_FILL_CONSTANT)
        return i - i % group_size(c);
    if (c->fill == XL_FILL_KNOWN)
        return i % c->baseline->count;
    if (c->fill == XL_FILL_PUBLISHED)
        return i % c->round;
    if (c->fill == XL_FILL_EXTREME)
        return 0;
    if (c->fill == XL_FILL_MIXED)
        return xl_mixed_same_inputs(&(struct xl_mixed){c->round, c->lanes, c->n}, i);
    return c->fill == XL_FILL_ROTATED ? i % group_size(c) : i;
}

static size_t operand_number(const struct xl_kernel *kernel, size_t index)
{
    size_t number = 0;
    for (size_t k = 0; k < index; k++)
        number += xl_arg_is_operand(&kernel->args[k]);
    return number;
}

/* Multiples of the kernel's XL_VALUE in the same call. */
static uint64_t multiple_bits(const struct xl_kernel *kernel, const struct xl_arg *arg,
                              const struct xl_case *c, uint64_t random)
{
    const size_t divisor = (size_t)xl_divisor(kernel);
    uint64_t of = 0;
    if (arg->kind == XL_ARG_VALUE)
        return xl_divisor_bits(arg->type, c->round, random);
    if (arg->type != kernel->args[divisor].type)
        return random;
    xl_fill_input(kernel, divisor, c, &of);
    return xl_multiple_bits(arg->type, xl_bits_get(arg->type, &of, 0), random);
}

static uint64_t extreme_bits(const struct xl_kernel *kernel, const struct xl_arg *arg, size_t which)
{
    if (!xl_arg_has_domain(arg) &&
        (kernel->contract.kind == XL_EXACT || !xl_type_is_float(arg->type)))
        return xl_extreme_bits(arg->type, which);
    const double lo = xl_arg_has_domain(arg) ? arg->lo : -128,
                 hi = xl_arg_has_domain(arg) ? arg->hi : 128;
    const double of[XL_EXTREMES] = {0, hi, lo, 1};
    const double x = fmin(fmax(of[which % XL_EXTREMES], lo), hi);
    return xl_number_bits(arg->type, x);
}

/* An array without an earlier array of the same type and length is a first array. The one element
 * that differs is not among the first ones. */
static uint64_t related_bits(const struct xl_kernel *kernel, const struct xl_arg *arg,
                             const struct xl_case *c, size_t i, uint64_t random)
{
    const size_t index = (size_t)(arg - kernel->args), elements = xl_arg_elements(arg, c);
    const bool is_odd = i == elements - 1 - c->seed % (elements / 2 + 1);
    const uint64_t base = kernel->contract.kind == XL_EXACT && !xl_arg_has_domain(arg)
                              ? random
                              : xl_domain_bits(arg, random);
    return xl_related_bits(arg->type, c->round, xl_follows(kernel, index) == index, is_odd, base,
                           random);
}

/* A float where the kernel's functions are numbers: near 1/2, or, for acosh, near 3/2. */
static uint64_t function_bits(const struct xl_kernel *kernel, const struct xl_arg *arg,
                              uint64_t random)
{
    static const double half[XL_MAX_ARITY] = {0.5, 0.5, 0.5};
    double least = 0.25;
    for (size_t k = 0; kernel->args[k].kind; k++) {
        const struct xl_function *f = xl_function_of(kernel, k);
        if (f && f->f64 && !isfinite(f->f64(half)))
            least = 1.25;
    }
    return xl_float_bits(arg->type, least + xl_unit(random) / 2);
}

/* Not zero, unless the case has a zero here. */
static uint64_t zeros_bits(const struct xl_kernel *kernel, const struct xl_arg *arg,
                           const struct xl_case *c, size_t i, uint64_t random)
{
    if (xl_is_zero(kernel, (size_t)(arg - kernel->args), c, i))
        return 0;
    if (kernel->contract.kind != XL_EXACT || xl_arg_has_domain(arg))
        return xl_domain_bits(arg, random);
    return random & xl_type_mask(arg->type) ? random : 1;
}

static uint64_t element(const struct xl_kernel *kernel, const struct xl_arg *arg, size_t operand,
                        const struct xl_case *c, size_t i, uint64_t random)
{
    switch (c->fill) {
    case XL_FILL_BITS:
    case XL_FILL_PLANTED: /* fills all elements at once */
    case XL_FILL_TEXT:
    case XL_FILL_MIXED:
    case XL_FILLS:
        break;
    case XL_FILL_DOMAIN:
        return xl_domain_bits(arg, random);
    case XL_FILL_SPECIAL:
        /* Operands advance at different speeds, so that pairs differ. */
        return xl_special_bits(arg->type, i + c->round * (2 * operand + 1) + operand * 7);
    case XL_FILL_PAIRS:
        return xl_special_bits(arg->type, operand == 0   ? i
                                          : operand == 1 ? i / XL_SPECIALS
                                                         : i / XL_SPECIALS + i * 3);
    case XL_FILL_ALONE:
        return operand == c->round ? xl_special_bits(arg->type, i) : small_bits(arg->type, random);
    case XL_FILL_SMALL:
        if (c->in_domain && xl_type_is_float(arg->type))
            return function_bits(kernel, arg, random);
        return c->any_value && arg->kind == XL_ARG_VALUE ? xl_domain_bits(arg, random)
                                                         : small_bits(arg->type, random);
    case XL_FILL_TINY:
        return tiny_bits(arg->type, c->round & 1, random);
    case XL_FILL_LARGE:
        return large_bits(arg->type, random);
    case XL_FILL_ODD:
        return odd_bits(kernel, arg, c, operand, i, random);
    case XL_FILL_SORTED:
        return sorted_bits(arg, c->round & 1, i, xl_arg_elements(arg, c));
    case XL_FILL_CONSTANT:
        return common_bits(arg, c, operand, i / group_size(c), random);
    case XL_FILL_ROTATED:
        return common_bits(arg, c, operand, i % group_size(c), random);
    case XL_FILL_DENSE:
        return xl_dense_bits(kernel, arg->type, random);
    case XL_FILL_NEAR:
        return xl_near_bits(kernel, arg->type, random);
    case XL_FILL_KNOWN:
        return c->baseline->inputs[i % c->baseline->count][operand];
    case XL_FILL_WALK:
        return xl_walk_bits(arg->type, operand, c->walk + i);
    case XL_FILL_PUBLISHED:
        return xl_published_bits(kernel, operand, i % c->round);
    case XL_FILL_EVERY:
        return xl_every_bits(kernel, operand, c->walk + i);
    case XL_FILL_TIES:
        return xl_ties_bits(kernel, arg->type, i, random);
    case XL_FILL_SPARSE:
        return i % XL_SPARSE != c->round % XL_SPARSE ? 0
               : xl_type_is_float(arg->type)         ? xl_float_bits(arg->type, 1)
                                                     : 1;
    case XL_FILL_MULTIPLES:
        return multiple_bits(kernel, arg, c, random);
    case XL_FILL_EXTREME:
        return extreme_bits(kernel, arg, operand % 2 ? c->round / XL_EXTREMES : c->round);
    case XL_FILL_RELATED:
        return related_bits(kernel, arg, c, i, random);
    case XL_FILL_ROOTS:
        return xl_root_bits(arg->type, random);
    case XL_FILL_ZEROS:
        return zeros_bits(kernel, arg, c, i, random);
    }
    return random;
}

/* A size_t of any magnitude. */
static uint64_t size_bits(const struct xl_arg *arg, size_t operand, const struct xl_case *c,
                          uint64_t random)
{
    if (c->fill == XL_FILL_EXTREME)
        return xl_size_end(arg, operand % 2 ? c->round / XL_EXTREMES : c->round);
    return c->fill == XL_FILL_SPECIAL ? xl_size_special(arg, c->round)
                                      : xl_size_drawn(arg, c->n, random);
}

/* Each element draws a value, or all elements of a group share one. */
static uint64_t draw(const struct xl_case *c, size_t i, uint64_t *state)
{
    if (c->fill == XL_FILL_CONSTANT)
        return xl_mix(*state, i / group_size(c));
    if (c->fill == XL_FILL_ROTATED)
        return xl_mix(*state, i % group_size(c));
    if (c->fill == XL_FILL_EXTREME) /* the end of a domain, as a float, may be outside it */
        return xl_mix(*state, 0);
    return xl_next_random(state);
}

/* Extremes of several kinds. Each has one bit pattern, even if the end of the domain, as a float,
 * is outside it. */
static void fill_mixed(const struct xl_kernel *kernel, size_t index, const struct xl_case *c,
                       uint64_t state, void *array)
{
    const struct xl_arg *arg = &kernel->args[index];
    const struct xl_mixed mixed = {c->round, c->lanes, c->n};
    const size_t elements = xl_arg_elements(arg, c), operand = operand_number(kernel, index);
    uint64_t of[XL_EXTREMES];
    for (size_t e = 0; e < XL_EXTREMES; e++) {
        of[e] = xl_arg_is_wide_size(arg) ? xl_size_end(arg, e)
                                         : extreme_bits(kernel, arg, e) & xl_type_mask(arg->type);
        if (xl_arg_has_domain(arg) && !xl_arg_allows(arg, of[e]))
            of[e] = xl_domain_bits(arg, xl_mix(state, e));
    }
    for (size_t i = 0; i < elements; i++)
        xl_bits_set(arg->type, array, i,
                    of[xl_mixed_extreme(&mixed, operand, i, xl_next_random(&state))]);
}

/* For fills that compute each element separately. */
static void fill_elements(const struct xl_kernel *kernel, size_t index, const struct xl_case *c,
                          void *array)
{
    const struct xl_arg *arg = &kernel->args[index];
    uint64_t state =
        xl_mix(c->seed, c->fill == XL_FILL_RELATED ? xl_follows(kernel, index) : index);
    uint64_t mask = xl_type_mask(arg->type);
    size_t elements = xl_arg_elements(arg, c), operand = operand_number(kernel, index);
    if (c->fill == XL_FILL_MIXED) {
        fill_mixed(kernel, index, c, state, array);
        return;
    }
    const bool is_bounded = xl_arg_has_domain(arg);
    if (c->fill == XL_FILL_BITS && !is_bounded) { /* the most common case */
        for (size_t i = 0; i < elements; i++)
            xl_bits_set(arg->type, array, i, xl_next_random(&state));
        return;
    }
    if (c->fill == XL_FILL_EVERY && !is_bounded) {
        xl_every_fill(kernel, operand, arg->type, c->walk, elements, array);
        return;
    }
    for (size_t i = 0; i < elements; i++) {
        uint64_t random = draw(c, i, &state);
        uint64_t bits = xl_arg_is_wide_size(arg)
                            ? size_bits(arg, operand, c, random)
                            : element(kernel, arg, operand, c, i, random) & mask;
        if (is_bounded && !xl_arg_allows(arg, bits))
            bits = xl_domain_bits(arg, random) & mask;
        xl_bits_set(arg->type, array, i, bits);
    }
}

/* The first input of the type and length of another, if possible one that is not secret. */
static size_t first_like(const struct xl_kernel *kernel, size_t index, const struct xl_case *c)
{
    const struct xl_arg *arg = &kernel->args[index];
    size_t found = index;
    for (size_t i = 0; kernel->args[i].kind; i++) {
        const struct xl_arg *other = &kernel->args[i];
        if (!xl_arg_is_operand(other) || other->type != arg->type ||
            xl_arg_elements(other, c) != xl_arg_elements(arg, c))
            continue;
        if (!xl_arg_is_secret(kernel, other))
            return i;
        found = i < found ? i : found;
    }
    return found;
}

/* Fills an input of `.secret`. */
static void fill_secret(const struct xl_kernel *kernel, size_t index, const struct xl_case *c,
                        void *array)
{
    const struct xl_arg *arg = &kernel->args[index];
    const size_t elements = xl_arg_elements(arg, c);
    struct xl_case other = *c;
    const size_t like = c->secret == XL_SECRET_EQUAL ? first_like(kernel, index, c) : index;
    if (c->secret != XL_SECRET_EQUAL) {
        other.seed = xl_mix(c->seed, c->secret);
        other.fill = XL_FILL_DOMAIN;
    }
    if (c->secret == XL_SECRET_ZEROS && xl_arg_allows(arg, 0))
        memset(array, 0, elements * xl_type_size(arg->type));
    else
        fill_elements(kernel, like, &other, array);
}

void xl_fill_input(const struct xl_kernel *kernel, size_t index, const struct xl_case *c,
                   void *array)
{
    const struct xl_arg *arg = &kernel->args[index];
    const size_t elements = xl_arg_elements(arg, c);
    if (c->secret && xl_arg_is_secret(kernel, arg))
        fill_secret(kernel, index, c, array);
    else if (c->explicit_inputs)
        memcpy(array, c->explicit_inputs->elements[index], elements * xl_type_size(arg->type));
    else if (c->fill == XL_FILL_PLANTED && !xl_arg_is_wide_size(arg))
        xl_fill_planted(kernel, index, c, array);
    else if (c->fill == XL_FILL_TEXT && xl_is_text(arg))
        xl_fill_text(arg->type, c, elements, array);
    else
        fill_elements(kernel, index, c, array);
}

void xl_prepare_input(const struct xl_kernel *kernel, size_t index, const struct xl_case *c,
                      void *array)
{
    if (kernel->prepare && !c->explicit_inputs && xl_arg_is_read(&kernel->args[index]))
        kernel->prepare(index, array, xl_arg_elements(&kernel->args[index], c), c->seed);
}
