/* How wrong values differ from expected ones: what is so in all wrong elements of an output.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "execute/wrong_values.h"

enum { XL_EVIDENCE_BITS = 16 /* of wrong elements, for a statement about their values */ };

static uint64_t mask_of(const struct xl_compared *c)
{
    return UINT64_MAX >> (64 - 8 * xl_type_size(c->type));
}

static uint64_t reverse_bytes(uint64_t bits, size_t size)
{
    return __builtin_bswap64(bits) >> (64 - 8 * size);
}

static uint64_t rotate_half(uint64_t bits, size_t size)
{
    const unsigned half = 4 * (unsigned)size;
    return (bits >> half | bits << half) & (UINT64_MAX >> (64 - 8 * size));
}

static bool is_poison(const struct xl_compared *c, struct xl_wrong w)
{
    const struct xl_arg *arg = &c->check->kernel->args[c->check->output];
    const uint64_t bytes = xl_slot_poison(arg, &c->p->c) * UINT64_C(0x0101010101010101);
    return arg->kind != XL_ARG_RESULT && c->p->buffers[c->check->output].shared < 0 &&
           w.got == (bytes & mask_of(c));
}

static bool is_reversed(const struct xl_compared *c, struct xl_wrong w)
{
    return w.got == reverse_bytes(w.expected, xl_type_size(c->type));
}

static bool has_halves_exchanged(const struct xl_compared *c, struct xl_wrong w)
{
    return w.got == rotate_half(w.expected, xl_type_size(c->type));
}

static uint64_t sign_bit(const struct xl_compared *c)
{
    return mask_of(c) ^ mask_of(c) >> 1;
}

static bool has_other_sign(const struct xl_compared *c, struct xl_wrong w)
{
    const uint64_t negative =
        xl_type_is_float(c->type) ? w.expected ^ sign_bit(c) : -w.expected & mask_of(c);
    return w.got == negative;
}

static bool is_inverted(const struct xl_compared *c, struct xl_wrong w)
{
    return w.got == (~w.expected & mask_of(c));
}

static bool is_integer(const struct xl_compared *c)
{
    return !xl_type_is_float(c->type);
}

static bool is_one_more(const struct xl_compared *c, struct xl_wrong w)
{
    return is_integer(c) && w.got == ((w.expected + 1) & mask_of(c));
}

static bool is_one_less(const struct xl_compared *c, struct xl_wrong w)
{
    return is_integer(c) && w.expected == ((w.got + 1) & mask_of(c));
}

/* The greatest and the least value of the type, and the greatest of its unsigned or signed twin. */
static bool is_limit(const struct xl_compared *c, uint64_t bits)
{
    return is_integer(c) && (bits == sign_bit(c) - 1 || bits == sign_bit(c) || bits == mask_of(c));
}

static bool is_saturated(const struct xl_compared *c, struct xl_wrong w)
{
    return is_limit(c, w.got);
}

static bool is_not_saturated(const struct xl_compared *c, struct xl_wrong w)
{
    return is_limit(c, w.expected);
}

static bool has_other_limit(const struct xl_compared *c, struct xl_wrong w)
{
    return is_limit(c, w.got) && is_limit(c, w.expected);
}

static bool is_sign_extended(const struct xl_compared *c, struct xl_wrong w)
{
    const unsigned half = 4 * (unsigned)xl_type_size(c->type);
    const uint64_t high = mask_of(c) >> half << half;
    return is_integer(c) && (w.got ^ w.expected) == high && (w.expected & high) == 0;
}

static bool is_zero_extended(const struct xl_compared *c, struct xl_wrong w)
{
    return is_sign_extended(c, (struct xl_wrong){w.at, w.expected, w.got});
}

static bool is_zero(const struct xl_compared *c, struct xl_wrong w)
{
    (void)c;
    return w.got == 0;
}

static bool is_all_ones_for_one(const struct xl_compared *c, struct xl_wrong w)
{
    return is_integer(c) && w.got == mask_of(c) && w.expected == 1;
}

static int class_of(const struct xl_compared *c, uint64_t bits)
{
    return fpclassify(xl_bits_value(c->type, bits));
}

static bool is_nan_for_number(const struct xl_compared *c, struct xl_wrong w)
{
    return !is_integer(c) && class_of(c, w.got) == FP_NAN && class_of(c, w.expected) != FP_NAN;
}

static bool is_number_for_nan(const struct xl_compared *c, struct xl_wrong w)
{
    return !is_integer(c) && class_of(c, w.got) != FP_NAN && class_of(c, w.expected) == FP_NAN;
}

static bool is_infinite(const struct xl_compared *c, struct xl_wrong w)
{
    return !is_integer(c) && class_of(c, w.got) == FP_INFINITE &&
           class_of(c, w.expected) != FP_INFINITE;
}

static bool is_finite_for_infinite(const struct xl_compared *c, struct xl_wrong w)
{
    return !is_integer(c) && class_of(c, w.expected) == FP_INFINITE &&
           class_of(c, w.got) != FP_INFINITE;
}

static bool is_other_zero(const struct xl_compared *c, struct xl_wrong w)
{
    return !is_integer(c) && (w.got ^ w.expected) == sign_bit(c) && class_of(c, w.got) == FP_ZERO;
}

/* fpclassify of the type, not of the double that holds it. */
static bool is_subnormal(const struct xl_compared *c, uint64_t bits)
{
    const uint64_t magnitude = bits & ~sign_bit(c);
    return magnitude && magnitude < (c->type == XL_f32 ? UINT64_C(1) << 23 : UINT64_C(1) << 52);
}

static bool is_flushed(const struct xl_compared *c, struct xl_wrong w)
{
    return !is_integer(c) && class_of(c, w.got) == FP_ZERO && is_subnormal(c, w.expected);
}

static bool is_nearer_to_zero(const struct xl_compared *c, struct xl_wrong w)
{
    return !is_integer(c) && w.expected == w.got + 1;
}

static bool is_farther_from_zero(const struct xl_compared *c, struct xl_wrong w)
{
    return !is_integer(c) && w.got == w.expected + 1;
}

/* What all wrong elements have. The first that holds is stated. */
static const struct {
    bool (*holds)(const struct xl_compared *c, struct xl_wrong w);
    size_t least_size; /* bytes of the type */
    const char *text;
} differences[] = {
    {is_poison, 1, "got is what memory had before the call: not written, or computed from it"},
    {is_nan_for_number, 1, "got is NaN, expected is a number"},
    {is_number_for_nan, 1, "got is a number, expected is NaN"},
    {is_infinite, 1, "got is infinite, expected is not"},
    {is_finite_for_infinite, 1, "got is finite, expected is infinite"},
    {is_other_zero, 1, "got is zero of the other sign"},
    {is_flushed, 1, "got is zero, expected is subnormal"},
    {is_nearer_to_zero, 1, "got is one unit in the last place nearer to zero"},
    {is_farther_from_zero, 1, "got is one unit in the last place farther from zero"},
    {is_reversed, 2, "got is expected with its bytes reversed"},
    {has_halves_exchanged, 2, "got is expected with its halves exchanged"},
    {has_other_limit, 1, "got is another limit of the type than expected"},
    {is_one_more, 1, "got is expected + 1"},
    {is_one_less, 1, "got is expected - 1"},
    {is_all_ones_for_one, 1, "got has all bits set, expected is 1"},
    {is_zero, 1, "got is 0"},
    {is_inverted, 1, "got is expected with all bits inverted"},
    {has_other_sign, 1, "got is expected with the other sign"},
    {is_sign_extended, 2, "got is sign-extended from half its width, expected is zero-extended"},
    {is_zero_extended, 2, "got is zero-extended from half its width, expected is sign-extended"},
    {is_saturated, 1, "got is a limit of the type: it is saturated"},
    {is_not_saturated, 1, "expected is a limit of the type: got is not saturated"},
};

static bool is_input(const struct xl_compared *c, const struct xl_arg *arg, size_t k, size_t i,
                     uint64_t bits)
{
    const struct xl_buffer *b = &c->p->buffers[k];
    if (!xl_arg_is_operand(arg) || xl_arg_is_written(arg) ||
        xl_type_size(arg->type) != xl_type_size(c->type))
        return false;
    if (arg->kind == XL_ARG_VALUE)
        return bits == b->value;
    return xl_arg_is_strip(arg) && i < b->elements && bits == xl_bits_get(arg->type, b->data, i);
}

void xl_share_wrong_value(const struct xl_compared *c, size_t i, uint64_t got, uint64_t expected,
                          struct xl_shared *s)
{
    const struct xl_wrong w = {i, got, expected};
    const struct xl_kernel *kernel = c->check->kernel;
    const uint64_t by = (got - expected) & mask_of(c);
    if (!s->wrong)
        *s = (struct xl_shared){.differences = UINT32_MAX,
                                .got_operands = UINT32_MAX,
                                .expected_operands = UINT32_MAX,
                                .by = by,
                                .has_one_by = is_integer(c)};
    s->wrong++;
    s->has_one_by = s->has_one_by && s->by == by;
    for (size_t d = 0; d < sizeof differences / sizeof differences[0]; d++)
        if ((s->differences >> d & 1) &&
            (xl_type_size(c->type) < differences[d].least_size || !differences[d].holds(c, w)))
            s->differences &= ~(UINT32_C(1) << d);
    for (size_t k = 0; k < XL_MAX_ARGS && s->got_operands | s->expected_operands; k++) {
        const bool is_arg = kernel->args[k].kind != 0;
        if (!is_arg || !is_input(c, &kernel->args[k], k, i, got))
            s->got_operands &= ~(UINT32_C(1) << k);
        if (!is_arg || !is_input(c, &kernel->args[k], k, i, expected))
            s->expected_operands &= ~(UINT32_C(1) << k);
    }
}

static const char *operand(const struct xl_kernel *kernel, uint32_t operands)
{
    return operands ? kernel->args[__builtin_ctz(operands)].name : NULL;
}

/* What all wrong elements of an output share, in all calls. Returns whether it is one of the
 * differences: moved elements explain no such thing. */
static bool describe_shared(const struct xl_kernel *kernel, size_t k, const struct xl_shared *s,
                            char *text, size_t size)
{
    static const size_t count = sizeof differences / sizeof differences[0];
    const uint32_t held = s->differences & ((UINT32_C(1) << count) - 1);
    const uint64_t mask = UINT64_MAX >> (64 - 8 * xl_type_size(kernel->args[k].type));
    const char *got = operand(kernel, s->got_operands),
               *expected = operand(kernel, s->expected_operands);
    const bool is_less = s->by > mask / 2;
    if (8 * xl_type_size(kernel->args[k].type) * s->wrong < XL_EVIDENCE_BITS)
        return false;
    if (held)
        snprintf(text, size, "%s", differences[__builtin_ctz(held)].text);
    if (got && s->wrong > 1)
        xl_append(text, size, "%sgot is the operand %s%s%s", *text ? "; " : "", got,
                  expected ? ", expected is " : "", expected ? expected : "");
    if (!*text && s->has_one_by && s->wrong > 1)
        snprintf(text, size, "got is expected %c %llu", is_less ? '-' : '+',
                 (unsigned long long)(is_less ? -s->by & mask : s->by));
    if (*text)
        xl_append(text, size, ", in all %zu wrong elements", s->wrong);
    return held != 0;
}

void xl_finish_wrong_values(const struct xl_kernel *kernel, struct xl_kernel_result *result)
{
    for (unsigned i = 0; i < result->finding_count; i++) {
        struct xl_finding *f = &result->findings[i];
        for (size_t k = 0; f->wrong_elements && k < XL_MAX_ARGS && kernel->args[k].kind; k++)
            if (strcmp(f->arg, kernel->args[k].name) == 0) {
                char text[sizeof f->differs] = "";
                if (describe_shared(kernel, k, &result->shared[k], text, sizeof text) ||
                    !*f->differs)
                    snprintf(f->differs, sizeof f->differs, "%s", text);
            }
    }
}
