/* What the wrong elements of an output share.
 * SPDX-License-Identifier: MIT
 */
#include "execute/wrong_values.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

enum {
    XL_KEPT = 256,        /* wrong elements of a call that are looked at */
    XL_ENOUGH = 64,       /* elements: a call with more would show no more */
    XL_SHOWN_LANES = 16,  /* of a vector */
    XL_BLOCK_BYTES = 16,  /* of AVX2 and LASX, which shuffle within 128 bits */
    XL_NAMED_LANES = 4,   /* in a list */
    XL_NO_SOURCE = -1,    /* an element that the vector of its source does not have */
    XL_TRIALS = 4,        /* other elements that each wrong one is compared with */
    XL_EVIDENCE_BITS = 16 /* of wrong elements, for a statement about their values */
};

struct wrong {
    size_t at;
    uint64_t got, expected;
};

struct evidence {
    const struct xl_compared *c;
    struct wrong wrong[XL_KEPT];
    size_t kept, count; /* of all wrong elements */
    size_t first, last; /* of them */
    double chance;      /* that an element would be right for another one, too */
};

bool xl_compared_is_right(const struct xl_compared *c, size_t i)
{
    return xl_compare_element(c->check, i, xl_bits_get(c->type, c->got, i), HUGE_VAL).right;
}

static uint64_t mask_of(const struct xl_compared *c)
{
    return UINT64_MAX >> (64 - 8 * xl_type_size(c->type));
}

/* Whether the result at `at` would be right for element `source`. */
static bool fits(const struct evidence *v, size_t at, long source)
{
    return source >= 0 && (size_t)source < v->c->elements &&
           xl_compare_element(v->c->check, (size_t)source, xl_bits_get(v->c->type, v->c->got, at),
                              HUGE_VAL)
               .right;
}

static void collect(const struct xl_compared *c, struct evidence *v)
{
    size_t hits = 1, trials = 2;
    *v = (struct evidence){.c = c};
    for (size_t i = 0; i < c->elements; i++) {
        const uint64_t got = xl_bits_get(c->type, c->got, i);
        const struct xl_verdict verdict = xl_compare_element(c->check, i, got, HUGE_VAL);
        if (verdict.right)
            continue;
        v->first = v->count ? v->first : i;
        v->last = i;
        v->count++;
        if (v->kept < XL_KEPT)
            v->wrong[v->kept++] = (struct wrong){i, got, verdict.expected};
    }
    for (size_t w = 0; w < v->kept && c->elements > 1; w++)
        for (size_t t = 1; t <= XL_TRIALS; t++) {
            const size_t at = v->wrong[w].at, other = (at + t * 7919) % c->elements;
            hits += other != at && fits(v, at, (long)other);
            trials += other != at;
        }
    v->chance = (double)hits / (double)trials;
}

/* ---- Which elements ---- */

/* Elements of a row, after its last whole vector. */
static bool is_in_tail(const struct xl_compared *c, size_t i)
{
    return i % c->row >= c->row - c->row % c->lanes;
}

/* Whether in whole vectors, each lane is always wrong or always right. If so, marks the wrong ones,
 * and returns their number; else 0. */
static size_t constant_lanes(const struct evidence *v, bool *is_wrong)
{
    const struct xl_compared *c = v->c;
    size_t vectors = 0, lanes = 0, wrong[XL_MAX_LANES] = {0};
    for (size_t i = 0; i < c->elements; i++) {
        if (is_in_tail(c, i))
            continue;
        const size_t lane = i % c->row % c->lanes;
        vectors += lane == 0;
        wrong[lane] += !xl_compared_is_right(c, i);
    }
    for (size_t lane = 0; lane < c->lanes; lane++) {
        is_wrong[lane] = wrong[lane] != 0;
        lanes += is_wrong[lane];
        if (wrong[lane] && wrong[lane] != vectors)
            return 0;
    }
    return vectors > 1 ? lanes : 0;
}

/* "odd lanes", "lanes 4 to 7", "lanes 1, 5" of each vector. */
static void describe_lanes(const struct evidence *v, char *text, size_t size)
{
    bool is_wrong[XL_MAX_LANES];
    const size_t all = v->c->lanes,
                 count = all > 1 && all <= XL_MAX_LANES ? constant_lanes(v, is_wrong) : 0;
    size_t first = 0, by_parity[2] = {0, 0};
    if (!count || count == all)
        return;
    while (!is_wrong[first])
        first++;
    size_t run = 0;
    while (first + run < all && is_wrong[first + run])
        run++;
    for (size_t lane = 0; lane < all; lane++)
        by_parity[lane % 2] += is_wrong[lane];
    if (count == all / 2 && count > 1 && (by_parity[0] == 0 || by_parity[1] == 0))
        snprintf(text, size, "the %s lanes", by_parity[0] ? "even" : "odd");
    else if (run == count && count > 1)
        snprintf(text, size, "lanes %zu to %zu", first, first + count - 1);
    else if (count > XL_NAMED_LANES)
        return;
    for (size_t lane = first, named = 0; lane < all && named < count && (named || !*text); lane++)
        if (is_wrong[lane]) {
            xl_append(text, size, "%s%zu", named ? ", " : count > 1 ? "lanes " : "lane ", lane);
            named++;
        }
    xl_append(text, size, " of each vector of %zu", all);
}

static bool all_in_tail(const struct evidence *v)
{
    for (size_t w = 0; w < v->kept; w++)
        if (!is_in_tail(v->c, v->wrong[w].at))
            return false;
    return v->kept == v->count;
}

static void describe_which(const struct evidence *v, char *text, size_t size)
{
    const struct xl_compared *c = v->c;
    char lanes[160] = "";
    snprintf(text, size, "%zu of %zu elements", v->count, c->elements);
    if (c->elements < 2)
        *text = '\0';
    else if (v->count == c->elements)
        snprintf(text, size, "all %zu elements", c->elements);
    else if (c->row % c->lanes && c->row > c->lanes && all_in_tail(v))
        xl_append(text, size, ": only after the last whole vector of %zu", c->lanes);
    else if (v->count == 1)
        xl_append(text, size, ": only number %zu%s", v->first,
                  v->first == c->elements - 1 ? ", the last" : "");
    else if (describe_lanes(v, lanes, sizeof lanes), *lanes)
        xl_append(text, size, ": only %s", lanes);
    else if (v->last - v->first + 1 == v->count)
        xl_append(text, size, ": %zu to %zu", v->first, v->last);
}

/* ---- Elements in the place of others ---- */

struct move {
    enum kind {
        EXCHANGED,
        ROTATED,
        REVERSED,
        ROTATED_IN_BLOCK,
        REVERSED_IN_BLOCK,
        CROSSED,
        UNCROSSED,
        PAIR_CROSSED, /* two vectors as one */
        PAIR_UNCROSSED,
        PAIR_EXCHANGED,
        FIRST_LANE,
        REVERSED_ALL,
        SHIFTED,
        KINDS
    } kind;
    long by; /* lanes; of CROSSED: bytes of a unit */
};

static size_t block_lanes(const struct xl_compared *c)
{
    const size_t block = XL_BLOCK_BYTES / xl_type_size(c->type);
    return block < c->lanes ? block : c->lanes;
}

static bool is_pair(enum kind kind)
{
    return kind == PAIR_CROSSED || kind == PAIR_UNCROSSED || kind == PAIR_EXCHANGED;
}

static bool is_crossed(enum kind kind)
{
    return kind == CROSSED || kind == UNCROSSED || kind == PAIR_CROSSED || kind == PAIR_UNCROSSED;
}

/* The element whose value belongs at `at`, if elements were moved so. */
static long source_of(const struct xl_compared *c, struct move m, size_t at)
{
    const size_t span = c->lanes * (is_pair(m.kind) ? 2 : 1), lane = at % c->row % span,
                 base = at - lane, block = block_lanes(c), in_block = lane % block,
                 unit = is_crossed(m.kind) ? (size_t)m.by / xl_type_size(c->type) : 1,
                 units = span / unit;
    size_t to;
    switch (m.kind) {
    case ROTATED:
        to = (lane + (size_t)m.by) % c->lanes;
        break;
    case REVERSED:
        to = c->lanes - 1 - lane;
        break;
    case EXCHANGED:
    case PAIR_EXCHANGED:
        to = lane ^ (size_t)m.by;
        break;
    case ROTATED_IN_BLOCK:
        to = lane - in_block + (in_block + (size_t)m.by) % block;
        break;
    case REVERSED_IN_BLOCK:
        to = lane - in_block + block - 1 - in_block;
        break;
    case CROSSED: /* units 0 2 1 3 */
    case PAIR_CROSSED:
        to = lane / unit % 2 ? units / 2 + lane / unit / 2 : lane / unit / 2;
        to = to * unit + lane % unit;
        break;
    case UNCROSSED:
    case PAIR_UNCROSSED:
        to = lane / unit < units / 2 ? lane / unit * 2 : (lane / unit - units / 2) * 2 + 1;
        to = to * unit + lane % unit;
        break;
    case REVERSED_ALL:
        return (long)(c->elements - 1 - at);
    case SHIFTED:
        return (long)at + m.by;
    default: /* FIRST_LANE */
        to = 0;
    }
    return base % c->row + to < c->row ? (long)(base + to) : XL_NO_SOURCE;
}

/* Whether all wrong elements are where the move puts them, and that is no chance. */
static bool is_moved(const struct evidence *v, struct move m, double tried)
{
    size_t tested = 0;
    for (size_t w = 0; w < v->kept; w++) {
        const size_t at = v->wrong[w].at;
        const long source = source_of(v->c, m, at);
        if (source < 0 || (size_t)source >= v->c->elements)
            continue;
        if ((size_t)source == at || !fits(v, at, source))
            return false;
        tested++;
    }
    return tested > 1 && 2 * tested >= v->kept && pow(v->chance, (double)tested) * tried < 0.01;
}

static void describe_move(const struct xl_compared *c, struct move m, char *text, size_t size)
{
    static const char lanes[] = "the lanes of each vector are";
    const size_t block_bits = 8 * block_lanes(c) * xl_type_size(c->type);
    switch (m.kind) {
    case ROTATED:
        snprintf(text, size, "%s rotated by %ld", lanes, m.by);
        break;
    case REVERSED:
        snprintf(text, size, "%s in reverse order", lanes);
        break;
    case EXCHANGED:
        if (m.by == 1)
            snprintf(text, size, "neighbouring lanes are exchanged");
        else if ((size_t)m.by * 2 == c->lanes)
            snprintf(text, size, "the halves of each vector are exchanged");
        else
            snprintf(text, size, "neighbouring blocks of %ld lanes are exchanged", m.by);
        break;
    case ROTATED_IN_BLOCK:
        snprintf(text, size, "the lanes of each %zu-bit block are rotated by %ld", block_bits,
                 m.by);
        break;
    case REVERSED_IN_BLOCK:
        snprintf(text, size, "the lanes of each %zu-bit block are in reverse order", block_bits);
        break;
    case CROSSED:
    case UNCROSSED:
    case PAIR_CROSSED:
    case PAIR_UNCROSSED:
        snprintf(text, size,
                 "%ld-bit parts of %s are in another order, as if each 128-bit block were packed "
                 "or unpacked alone",
                 8 * m.by, is_pair(m.kind) ? "two vectors" : "each vector");
        break;
    case PAIR_EXCHANGED:
        snprintf(text, size, "neighbouring vectors are exchanged");
        break;
    case FIRST_LANE:
        snprintf(text, size, "each lane has the value of its vector's first lane");
        break;
    case REVERSED_ALL:
        snprintf(text, size, "the elements are in reverse order");
        break;
    default:
        snprintf(text, size, "got is the expected value of element i %c %ld", m.by < 0 ? '-' : '+',
                 m.by < 0 ? -m.by : m.by);
    }
}

static bool find_move(const struct evidence *v, char *text, size_t size)
{
    const struct xl_compared *c = v->c;
    const long lanes = (long)c->lanes, block = (long)block_lanes(c),
               bytes = (long)xl_type_size(c->type);
    const double tried = 6.0 * (double)lanes + 10;
    for (enum kind kind = 0; kind < KINDS && c->elements > 1; kind++) {
        const bool in_vector = kind < REVERSED_ALL, in_block = kind == ROTATED_IN_BLOCK ||
                                                               kind == REVERSED_IN_BLOCK ||
                                                               is_crossed(kind);
        long from = 0, to = 1, step = 1;
        if ((in_vector && lanes < 2) || (in_block && block == lanes))
            continue;
        if (kind == ROTATED || kind == ROTATED_IN_BLOCK) {
            from = 1;
            to = kind == ROTATED ? lanes : block;
        } else if (kind == EXCHANGED) {
            from = 1;
            to = lanes;
        } else if (kind == PAIR_EXCHANGED) {
            from = lanes;
            to = lanes + 1;
        } else if (is_crossed(kind)) {
            from = step = XL_BLOCK_BYTES / 2;
            to = XL_BLOCK_BYTES + 1;
        } else if (kind == SHIFTED) {
            from = -2 * lanes;
            to = 2 * lanes + 1;
        }
        for (long by = from; by < to; by = kind == EXCHANGED ? by * 2 : by + step) {
            const struct move m = {kind, by};
            const long span = lanes * bytes * (is_pair(kind) ? 2 : 1);
            const bool has_units = !is_crossed(kind) || span >= 4 * by;
            if (has_units && is_moved(v, m, tried)) {
                describe_move(c, m, text, size);
                return true;
            }
        }
    }
    return false;
}

/* ---- How the values differ ---- */

static uint64_t reverse_bytes(uint64_t bits, size_t size)
{
    return __builtin_bswap64(bits) >> (64 - 8 * size);
}

static uint64_t rotate_half(uint64_t bits, size_t size)
{
    const unsigned half = 4 * (unsigned)size;
    return (bits >> half | bits << half) & (UINT64_MAX >> (64 - 8 * size));
}

static bool is_poison(const struct evidence *v, struct wrong w)
{
    const struct xl_arg *arg = &v->c->check->kernel->args[v->c->check->output];
    const uint64_t bytes = xl_slot_poison(arg, &v->c->p->c) * UINT64_C(0x0101010101010101);
    return arg->kind != XL_ARG_RESULT && v->c->p->buffers[v->c->check->output].shared < 0 &&
           w.got == (bytes & mask_of(v->c));
}

static bool is_reversed(const struct evidence *v, struct wrong w)
{
    return w.got == reverse_bytes(w.expected, xl_type_size(v->c->type));
}

static bool has_halves_exchanged(const struct evidence *v, struct wrong w)
{
    return w.got == rotate_half(w.expected, xl_type_size(v->c->type));
}

static uint64_t sign_bit(const struct evidence *v)
{
    return mask_of(v->c) ^ mask_of(v->c) >> 1;
}

static bool has_other_sign(const struct evidence *v, struct wrong w)
{
    const uint64_t negative =
        xl_type_is_float(v->c->type) ? w.expected ^ sign_bit(v) : -w.expected & mask_of(v->c);
    return w.got == negative;
}

static bool is_inverted(const struct evidence *v, struct wrong w)
{
    return w.got == (~w.expected & mask_of(v->c));
}

static bool is_integer(const struct evidence *v)
{
    return !xl_type_is_float(v->c->type);
}

static bool is_one_more(const struct evidence *v, struct wrong w)
{
    return is_integer(v) && w.got == ((w.expected + 1) & mask_of(v->c));
}

static bool is_one_less(const struct evidence *v, struct wrong w)
{
    return is_integer(v) && w.expected == ((w.got + 1) & mask_of(v->c));
}

/* The greatest and the least value of the type, and the greatest of its unsigned or signed twin. */
static bool is_limit(const struct evidence *v, uint64_t bits)
{
    return is_integer(v) &&
           (bits == sign_bit(v) - 1 || bits == sign_bit(v) || bits == mask_of(v->c));
}

static bool is_saturated(const struct evidence *v, struct wrong w)
{
    return is_limit(v, w.got);
}

static bool is_not_saturated(const struct evidence *v, struct wrong w)
{
    return is_limit(v, w.expected);
}

static bool has_other_limit(const struct evidence *v, struct wrong w)
{
    return is_limit(v, w.got) && is_limit(v, w.expected);
}

static bool is_sign_extended(const struct evidence *v, struct wrong w)
{
    const unsigned half = 4 * (unsigned)xl_type_size(v->c->type);
    const uint64_t high = mask_of(v->c) >> half << half;
    return is_integer(v) && (w.got ^ w.expected) == high && (w.expected & high) == 0;
}

static bool is_zero_extended(const struct evidence *v, struct wrong w)
{
    return is_sign_extended(v, (struct wrong){w.at, w.expected, w.got});
}

static bool is_zero(const struct evidence *v, struct wrong w)
{
    (void)v;
    return w.got == 0;
}

static bool is_all_ones_for_one(const struct evidence *v, struct wrong w)
{
    return is_integer(v) && w.got == mask_of(v->c) && w.expected == 1;
}

static int class_of(const struct evidence *v, uint64_t bits)
{
    return fpclassify(xl_bits_value(v->c->type, bits));
}

static bool is_nan_for_number(const struct evidence *v, struct wrong w)
{
    return !is_integer(v) && class_of(v, w.got) == FP_NAN && class_of(v, w.expected) != FP_NAN;
}

static bool is_number_for_nan(const struct evidence *v, struct wrong w)
{
    return !is_integer(v) && class_of(v, w.got) != FP_NAN && class_of(v, w.expected) == FP_NAN;
}

static bool is_infinite(const struct evidence *v, struct wrong w)
{
    return !is_integer(v) && class_of(v, w.got) == FP_INFINITE &&
           class_of(v, w.expected) != FP_INFINITE;
}

static bool is_finite_for_infinite(const struct evidence *v, struct wrong w)
{
    return !is_integer(v) && class_of(v, w.expected) == FP_INFINITE &&
           class_of(v, w.got) != FP_INFINITE;
}

static bool is_other_zero(const struct evidence *v, struct wrong w)
{
    return !is_integer(v) && (w.got ^ w.expected) == sign_bit(v) && class_of(v, w.got) == FP_ZERO;
}

/* fpclassify of the type, not of the double that holds it. */
static bool is_subnormal(const struct evidence *v, uint64_t bits)
{
    const uint64_t magnitude = bits & ~sign_bit(v);
    return magnitude && magnitude < (v->c->type == XL_f32 ? UINT64_C(1) << 23 : UINT64_C(1) << 52);
}

static bool is_flushed(const struct evidence *v, struct wrong w)
{
    return !is_integer(v) && class_of(v, w.got) == FP_ZERO && is_subnormal(v, w.expected);
}

static bool is_nearer_to_zero(const struct evidence *v, struct wrong w)
{
    return !is_integer(v) && w.expected == w.got + 1;
}

static bool is_farther_from_zero(const struct evidence *v, struct wrong w)
{
    return !is_integer(v) && w.got == w.expected + 1;
}

/* What all wrong elements have. The first that holds is stated. */
static const struct {
    bool (*holds)(const struct evidence *v, struct wrong w);
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
    const struct evidence v = {.c = c};
    const struct wrong w = {i, got, expected};
    const struct xl_kernel *kernel = c->check->kernel;
    const uint64_t by = (got - expected) & mask_of(c);
    if (!s->wrong)
        *s = (struct xl_shared){.differences = UINT32_MAX,
                                .got_operands = UINT32_MAX,
                                .expected_operands = UINT32_MAX,
                                .by = by,
                                .has_one_by = is_integer(&v)};
    s->wrong++;
    s->has_one_by = s->has_one_by && s->by == by;
    for (size_t d = 0; d < sizeof differences / sizeof differences[0]; d++)
        if ((s->differences >> d & 1) &&
            (xl_type_size(c->type) < differences[d].least_size || !differences[d].holds(&v, w)))
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

/* What all wrong elements of an output share, in all calls. */
static void describe_shared(const struct xl_kernel *kernel, size_t k, const struct xl_shared *s,
                            char *text, size_t size)
{
    static const size_t count = sizeof differences / sizeof differences[0];
    const uint32_t held = s->differences & ((UINT32_C(1) << count) - 1);
    const uint64_t mask = UINT64_MAX >> (64 - 8 * xl_type_size(kernel->args[k].type));
    const char *got = operand(kernel, s->got_operands),
               *expected = operand(kernel, s->expected_operands);
    const bool is_less = s->by > mask / 2;
    if (8 * xl_type_size(kernel->args[k].type) * s->wrong < XL_EVIDENCE_BITS)
        return;
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
}

void xl_finish_wrong_values(const struct xl_kernel *kernel, struct xl_kernel_result *result)
{
    for (unsigned i = 0; i < result->finding_count; i++) {
        struct xl_finding *f = &result->findings[i];
        for (size_t k = 0; f->wrong_elements && k < XL_MAX_ARGS && kernel->args[k].kind; k++)
            if (strcmp(f->arg, kernel->args[k].name) == 0 && !*f->differs)
                describe_shared(kernel, k, &result->shared[k], f->differs, sizeof f->differs);
    }
}

/* ---- Findings ---- */

/* "0x01 [0x02] 0x03": the lanes of the element's vector, wrong ones in brackets. */
static void describe_vector(const struct xl_compared *c, size_t i, struct xl_finding *f)
{
    const size_t lane = i % c->row % c->lanes, size = sizeof f->vector_got;
    const int digits = 2 * (int)xl_type_size(c->type);
    size_t from = i - lane, to = from + c->lanes, end = i - i % c->row + c->row;
    f->vector_got[0] = f->vector_expected[0] = '\0';
    if (c->lanes < 2 || c->elements < 2)
        return;
    to = to < end ? to : end;
    to = to < c->elements ? to : c->elements;
    if (to - from > XL_SHOWN_LANES) {
        from = lane > XL_SHOWN_LANES / 2 ? i - XL_SHOWN_LANES / 2 : from;
        to = from + XL_SHOWN_LANES < to ? from + XL_SHOWN_LANES : to;
    }
    for (size_t e = from; e < to; e++) {
        const uint64_t got = xl_bits_get(c->type, c->got, e);
        const struct xl_verdict v = xl_compare_element(c->check, e, got, HUGE_VAL);
        const char *begin = e > from ? " " : "", *open = v.right ? "" : "[",
                   *close = v.right ? "" : "]";
        xl_append(f->vector_got, size, "%s%s0x%0*llx%s", begin, open, digits,
                  (unsigned long long)got, close);
        xl_append(f->vector_expected, size, "%s%s0x%0*llx%s", begin, open, digits,
                  (unsigned long long)(v.right ? got : v.expected), close);
    }
}

static void describe(const struct evidence *v, struct xl_finding *f)
{
    f->wrong_elements = v->count;
    f->which[0] = f->differs[0] = '\0';
    f->compared_elements = v->c->elements;
    describe_which(v, f->which, sizeof f->which);
    find_move(v, f->differs, sizeof f->differs);
    if (*f->which && v->c->p->c.n != f->n)
        xl_append(f->which, sizeof f->which, ", in a call with n = %zu", v->c->p->c.n);
}

void xl_describe_wrong_values(const struct xl_compared *c, size_t i, struct xl_finding *f)
{
    struct evidence v;
    collect(c, &v);
    describe(&v, f);
    describe_vector(c, i, f);
}

void xl_describe_more_wrong_values(const struct xl_compared *c, size_t wrong,
                                   struct xl_kernel_result *result)
{
    const char *name = c->check->kernel->args[c->check->output].name;
    struct evidence v = {.c = NULL};
    for (unsigned i = 0; i < result->finding_count; i++) {
        struct xl_finding *f = &result->findings[i];
        const bool has_more = f->wrong_elements < XL_ENOUGH && wrong >= 2 * f->wrong_elements,
                   is_longer = f->compared_elements < XL_ENOUGH && wrong >= f->wrong_elements &&
                               c->elements >= 2 * f->compared_elements;
        if (!f->wrong_elements || (!has_more && !is_longer) || strcmp(f->arg, name) != 0)
            continue;
        if (!v.c)
            collect(c, &v);
        describe(&v, f);
    }
}
