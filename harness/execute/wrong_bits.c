/* How wrong values differ from expected ones: what is so in all wrong elements of an output.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "execute/wrong_values.h"

enum { XL_EVIDENCE_BITS = 16 /* of wrong elements, for a statement about their values */ };

/* What all wrong elements may have. The first that holds is stated. */
enum difference {
    POISON,
    NAN_FOR_NUMBER,
    NUMBER_FOR_NAN,
    INFINITE,
    FINITE,
    OTHER_ZERO,
    FLUSHED,
    NEARER_TO_ZERO,
    FARTHER_FROM_ZERO,
    BYTES_REVERSED,
    HALVES_EXCHANGED,
    OTHER_LIMIT,
    ONE_MORE,
    ONE_LESS,
    ALL_ONES_FOR_ONE,
    ZERO,
    INVERTED,
    OTHER_SIGN,
    SIGN_EXTENDED,
    ZERO_EXTENDED,
    SATURATED,
    NOT_SATURATED,
    DIFFERENCES
};

static const char *const texts[DIFFERENCES] = {
    [POISON] = "got is what memory had before the call: not written, or computed from it",
    [NAN_FOR_NUMBER] = "got is NaN, expected is a number",
    [NUMBER_FOR_NAN] = "got is a number, expected is NaN",
    [INFINITE] = "got is infinite, expected is not",
    [FINITE] = "got is finite, expected is infinite",
    [OTHER_ZERO] = "got is zero of the other sign",
    [FLUSHED] = "got is zero, expected is subnormal",
    [NEARER_TO_ZERO] = "got is one unit in the last place nearer to zero",
    [FARTHER_FROM_ZERO] = "got is one unit in the last place farther from zero",
    [BYTES_REVERSED] = "got is expected with its bytes reversed",
    [HALVES_EXCHANGED] = "got is expected with its halves exchanged",
    [OTHER_LIMIT] = "got is another limit of the type than expected",
    [ONE_MORE] = "got is expected + 1",
    [ONE_LESS] = "got is expected - 1",
    [ALL_ONES_FOR_ONE] = "got has all bits set, expected is 1",
    [ZERO] = "got is 0",
    [INVERTED] = "got is expected with all bits inverted",
    [OTHER_SIGN] = "got is expected with the other sign",
    [SIGN_EXTENDED] = "got is sign-extended from half its width, expected is zero-extended",
    [ZERO_EXTENDED] = "got is zero-extended from half its width, expected is sign-extended",
    [SATURATED] = "got is a limit of the type: it is saturated",
    [NOT_SATURATED] = "expected is a limit of the type: got is not saturated",
};

static bool is_poison(const struct xl_compared *c, uint64_t bits)
{
    const struct xl_arg *arg = &c->check->kernel->args[c->check->output];
    const uint64_t bytes = xl_slot_poison(arg, &c->p->c) * UINT64_C(0x0101010101010101);
    return arg->kind != XL_ARG_RESULT && c->p->buffers[c->check->output].shared < 0 &&
           bits == (bytes & xl_type_mask(c->type));
}

/* A bit for each enum difference that holds. */
static uint32_t find_differences(const struct xl_compared *c, uint64_t got, uint64_t expected)
{
    const bool is_float = xl_type_is_float(c->type), is_wide = xl_type_size(c->type) > 1;
    const unsigned width = 8 * (unsigned)xl_type_size(c->type), half = width / 2;
    const uint64_t mask = xl_type_mask(c->type), sign = mask ^ mask >> 1,
                   high = mask >> half << half,
                   least_normal = UINT64_C(1) << (c->type == XL_f32 ? 23 : 52),
                   changed = got ^ expected;
    /* The greatest and the least value of the type, and of its unsigned or signed twin. */
    const bool is_limit = got == sign - 1 || got == sign || got == mask,
               should_be_limit = expected == sign - 1 || expected == sign || expected == mask;
    const int is = is_float ? fpclassify(xl_bits_value(c->type, got)) : FP_NORMAL,
              should_be = is_float ? fpclassify(xl_bits_value(c->type, expected)) : FP_NORMAL;
    const bool holds[DIFFERENCES] = {
        [POISON] = is_poison(c, got),
        [NAN_FOR_NUMBER] = is == FP_NAN && should_be != FP_NAN,
        [NUMBER_FOR_NAN] = is != FP_NAN && should_be == FP_NAN,
        [INFINITE] = is == FP_INFINITE && should_be != FP_INFINITE,
        [FINITE] = is != FP_INFINITE && should_be == FP_INFINITE,
        [OTHER_ZERO] = is == FP_ZERO && changed == sign,
        [FLUSHED] = is == FP_ZERO && (expected & ~sign) && (expected & ~sign) < least_normal,
        [NEARER_TO_ZERO] = is_float && expected == got + 1,
        [FARTHER_FROM_ZERO] = is_float && got == expected + 1,
        [BYTES_REVERSED] = is_wide && got == __builtin_bswap64(expected) >> (64 - width),
        [HALVES_EXCHANGED] = is_wide && got == ((expected >> half | expected << half) & mask),
        [OTHER_LIMIT] = !is_float && is_limit && should_be_limit,
        [ONE_MORE] = !is_float && got == ((expected + 1) & mask),
        [ONE_LESS] = !is_float && expected == ((got + 1) & mask),
        [ALL_ONES_FOR_ONE] = !is_float && got == mask && expected == 1,
        [ZERO] = got == 0,
        [INVERTED] = got == (~expected & mask),
        [OTHER_SIGN] = got == (is_float ? expected ^ sign : -expected & mask),
        [SIGN_EXTENDED] = !is_float && is_wide && changed == high && !(expected & high),
        [ZERO_EXTENDED] = !is_float && is_wide && changed == high && !(got & high),
        [SATURATED] = !is_float && is_limit,
        [NOT_SATURATED] = !is_float && should_be_limit,
    };
    uint32_t found = 0;
    for (unsigned d = 0; d < DIFFERENCES; d++)
        found |= (uint32_t)holds[d] << d;
    return found;
}

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
    const struct xl_kernel *kernel = c->check->kernel;
    const uint64_t by = (got - expected) & xl_type_mask(c->type);
    if (!s->wrong)
        *s = (struct xl_shared){.differences = UINT32_MAX,
                                .got_operands = UINT32_MAX,
                                .expected_operands = UINT32_MAX,
                                .by = by,
                                .has_one_by = !xl_type_is_float(c->type)};
    s->wrong++;
    s->has_one_by = s->has_one_by && s->by == by;
    if (s->differences)
        s->differences &= find_differences(c, got, expected);
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
    const uint32_t held = s->differences;
    const uint64_t mask = xl_type_mask(kernel->args[k].type);
    const char *got = operand(kernel, s->got_operands),
               *expected = operand(kernel, s->expected_operands);
    const bool is_less = s->by > mask / 2;
    if (8 * xl_type_size(kernel->args[k].type) * s->wrong < XL_EVIDENCE_BITS)
        return false;
    if (held)
        snprintf(text, size, "%s", texts[__builtin_ctz(held)]);
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
        const long k = f->wrong_elements ? xl_arg_find(kernel, f->arg) : -1;
        char text[sizeof f->differs] = "";
        if (k >= 0 && (describe_shared(kernel, (size_t)k, &result->shared[k], text, sizeof text) ||
                       !*f->differs))
            snprintf(f->differs, sizeof f->differs, "%s", text);
    }
}
