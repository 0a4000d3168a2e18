/* What the wrong elements of an output share: how their values differ from the expected ones,
 * whether elements were moved, and which they are.
 * SPDX-License-Identifier: MIT
 */
#include "execute/wrong_values.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

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
    const unsigned width = xl_type_bits(c->type), half = width / 2;
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

/* ---- Whether wrong elements have the values of others: lanes that were rotated, reversed,
 * exchanged ---- */

enum { XL_KEPT = 256 /* wrong elements of a call that are looked at */ };

struct wrong {
    size_t at;
    uint64_t got, expected;
};

struct wrong_elements {
    const struct xl_compared *c;
    struct wrong wrong[XL_KEPT];
    size_t kept, count; /* of all wrong elements */
    size_t first, last; /* of them */
    double chance;      /* that an element would be right for another one, too */
};

enum {
    XL_BLOCK_BYTES = 16, /* of AVX2 and LASX, which shuffle within 128 bits */
    XL_NO_SOURCE = -1    /* an element that the vector of its source does not have */
};

/* Elements are moved within each group of a scope. */
enum scope { VECTOR, BLOCK, PAIR /* two vectors as one */, ALL };

struct move {
    enum operation { EXCHANGED, ROTATED, REVERSED, CROSSED, UNCROSSED, FIRST, SHIFTED } operation;
    enum scope scope;
    long by; /* lanes; of CROSSED: bytes of a unit */
};

/* In the order in which they are tried. */
static const struct move moves[] = {
    {EXCHANGED, VECTOR, 0}, {ROTATED, VECTOR, 0}, {REVERSED, VECTOR, 0},  {ROTATED, BLOCK, 0},
    {REVERSED, BLOCK, 0},   {CROSSED, VECTOR, 0}, {UNCROSSED, VECTOR, 0}, {CROSSED, PAIR, 0},
    {UNCROSSED, PAIR, 0},   {EXCHANGED, PAIR, 0}, {FIRST, VECTOR, 0},     {REVERSED, ALL, 0},
    {SHIFTED, ALL, 0},
};

/* Whether the result at `at` would be right for element `source`. */
static bool fits_at(const struct xl_compared *c, size_t at, long source)
{
    return source >= 0 && (size_t)source < c->elements &&
           xl_compare_element(c->check, (size_t)source, xl_bits_get(c->type, c->got, at), HUGE_VAL)
               .right;
}

static bool is_crossed(struct move m)
{
    return m.operation == CROSSED || m.operation == UNCROSSED;
}

/* The lanes of a block: of a vector, if that is shorter. */
static size_t block_lanes(const struct xl_compared *c)
{
    const size_t block = XL_BLOCK_BYTES / xl_type_size(c->type);
    return block < c->lanes ? block : c->lanes;
}

static size_t group_of(const struct xl_compared *c, enum scope scope)
{
    return scope == ALL     ? c->elements
           : scope == BLOCK ? block_lanes(c)
           : scope == PAIR  ? 2 * c->lanes
                            : c->lanes;
}

/* The element whose value belongs at `at`, if elements were moved so. */
static long source_of(const struct xl_compared *c, struct move m, size_t at)
{
    const size_t group = group_of(c, m.scope), vector = m.scope == PAIR ? group : c->lanes,
                 lane = at % c->row % vector % group, base = at - lane,
                 unit = is_crossed(m) ? (size_t)m.by / xl_type_size(c->type) : 1,
                 half = group / unit / 2, number = lane / unit;
    size_t to = 0; /* FIRST */
    if (m.scope == ALL)
        return m.operation == SHIFTED ? (long)at + m.by : (long)(c->elements - 1 - at);
    if (m.operation == ROTATED)
        to = (lane + (size_t)m.by) % group;
    else if (m.operation == REVERSED)
        to = group - 1 - lane;
    else if (m.operation == EXCHANGED)
        to = lane ^ (size_t)m.by;
    else if (m.operation == CROSSED) /* units 0 2 1 3 */
        to = (number % 2 ? half + number / 2 : number / 2) * unit + lane % unit;
    else if (m.operation == UNCROSSED)
        to = (number < half ? number * 2 : (number - half) * 2 + 1) * unit + lane % unit;
    return base % c->row + to < c->row ? (long)(base + to) : XL_NO_SOURCE;
}

/* Whether all wrong elements are where the move puts them, and that is no chance. */
static bool is_moved(const struct wrong_elements *v, struct move m, double tried)
{
    enum { XL_DIFFERENT = 3 }; /* values; inputs in order make the same ones meet */
    size_t tested = 0, different = 0;
    uint64_t seen[XL_DIFFERENT];
    for (size_t w = 0; w < v->kept; w++) {
        const size_t at = v->wrong[w].at;
        size_t s = 0;
        while (s < different && seen[s] != v->wrong[w].got)
            s++;
        if (s == different && different < XL_DIFFERENT)
            seen[different++] = v->wrong[w].got;
        const long source = source_of(v->c, m, at);
        if (source < 0 || (size_t)source >= v->c->elements)
            continue;
        if ((size_t)source == at || !fits_at(v->c, at, source))
            return false;
        tested++;
    }
    return tested > 1 && different >= (m.scope != ALL ? 2 : XL_DIFFERENT) &&
           2 * tested >= v->kept && pow(v->chance, (double)tested) * tried < 0.01;
}

static void describe_move(const struct xl_compared *c, struct move m, char *text, size_t size)
{
    static const char *const groups[] = {[VECTOR] = "the lanes of each vector",
                                         [BLOCK] = "the lanes of each 128-bit block",
                                         [PAIR] = "the lanes of two vectors",
                                         [ALL] = "the elements"};
    if (m.operation == ROTATED)
        snprintf(text, size, "%s are rotated by %ld", groups[m.scope], m.by);
    else if (m.operation == REVERSED)
        snprintf(text, size, "%s are in reverse order", groups[m.scope]);
    else if (is_crossed(m))
        snprintf(text, size,
                 "%ld-bit parts of %s are in another order, as if each 128-bit block were packed "
                 "or unpacked alone",
                 8 * m.by, m.scope == PAIR ? "two vectors" : "each vector");
    else if (m.operation == FIRST)
        snprintf(text, size, "each lane has the value of its vector's first lane");
    else if (m.operation == SHIFTED)
        snprintf(text, size, "got is the expected value of element i %c %ld", m.by < 0 ? '-' : '+',
                 m.by < 0 ? -m.by : m.by);
    else if (m.scope == PAIR)
        snprintf(text, size, "neighbouring vectors are exchanged");
    else if (m.by == 1)
        snprintf(text, size, "neighbouring lanes are exchanged");
    else if ((size_t)m.by * 2 == c->lanes)
        snprintf(text, size, "the halves of each vector are exchanged");
    else
        snprintf(text, size, "neighbouring blocks of %ld lanes are exchanged", m.by);
}

/* Tries a move by all distances. Returns whether one explains all. */
static bool try_move(const struct wrong_elements *v, struct move m, char *text, size_t size)
{
    const struct xl_compared *c = v->c;
    const long lanes = (long)c->lanes, group = (long)group_of(c, m.scope);
    const double tried = 6.0 * (double)lanes + 10;
    long first = 0, end = 1;
    if (m.operation == ROTATED || m.operation == EXCHANGED) {
        first = m.scope == PAIR ? lanes : 1;
        end = group;
    } else if (is_crossed(m)) { /* groups of four units or more */
        first = XL_BLOCK_BYTES / 2;
        end = group * (long)xl_type_size(c->type) / 4 + 1;
        end = end < XL_BLOCK_BYTES + 1 ? end : XL_BLOCK_BYTES + 1;
    } else if (m.operation == SHIFTED) {
        first = -2 * lanes;
        end = 2 * lanes + 1;
    }
    const bool doubles = m.operation == EXCHANGED || is_crossed(m);
    for (m.by = first; m.by < end; m.by = doubles ? m.by * 2 : m.by + 1)
        if (is_moved(v, m, tried)) {
            describe_move(c, m, text, size);
            return true;
        }
    return false;
}

/* Writes how elements were moved, if all wrong ones have values that belong elsewhere, and chance
 * cannot explain it. Returns whether it wrote. */
static bool find_move(const struct wrong_elements *v, char *text, size_t size)
{
    const struct xl_compared *c = v->c;
    for (size_t i = 0; i < sizeof moves / sizeof moves[0] && c->elements > 1; i++) {
        const bool needs_blocks = moves[i].scope == BLOCK || is_crossed(moves[i]);
        if ((moves[i].scope == ALL || c->lanes > 1) &&
            (!needs_blocks || block_lanes(c) < c->lanes) && try_move(v, moves[i], text, size))
            return true;
    }
    return false;
}

/* ---- Which elements are wrong, and what a finding says of them ---- */

enum {
    XL_ENOUGH = 64,      /* elements: a call with more would show no more */
    XL_SHOWN_LANES = 16, /* of a vector */
    XL_NAMED_LANES = 4,  /* in a list */
    XL_TRIALS = 4,       /* other elements that each wrong one is compared with */
};

bool xl_compared_is_right(const struct xl_compared *c, size_t i)
{
    return xl_compare_element(c->check, i, xl_bits_get(c->type, c->got, i), HUGE_VAL).right;
}

static void collect(const struct xl_compared *c, struct wrong_elements *v)
{
    size_t hits = 1, trials = 2;
    *v = (struct wrong_elements){.c = c};
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
            hits += other != at && fits_at(c, at, (long)other);
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
static size_t constant_lanes(const struct wrong_elements *v, bool *is_wrong)
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
static void describe_lanes(const struct wrong_elements *v, char *text, size_t size)
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

static bool all_in_tail(const struct wrong_elements *v)
{
    for (size_t w = 0; w < v->kept; w++)
        if (!is_in_tail(v->c, v->wrong[w].at))
            return false;
    return v->kept == v->count;
}

static void describe_which(const struct wrong_elements *v, char *text, size_t size)
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

static void describe(const struct wrong_elements *v, struct xl_finding *f)
{
    f->wrong_elements = v->count;
    f->which[0] = f->differs[0] = '\0';
    f->compared_elements = v->c->elements;
    describe_which(v, f->which, sizeof f->which);
    find_move(v, f->differs, sizeof f->differs);
    if (*f->which && v->c->p->c.n != f->n)
        xl_append(f->which, sizeof f->which, ", in another call, with n = %zu", v->c->p->c.n);
}

void xl_describe_wrong_values(const struct xl_compared *c, size_t i, struct xl_finding *f)
{
    struct wrong_elements v;
    collect(c, &v);
    describe(&v, f);
    describe_vector(c, i, f);
}

void xl_describe_more_wrong_values(const struct xl_compared *c, size_t wrong,
                                   struct xl_kernel_result *result)
{
    const char *name = c->check->kernel->args[c->check->output].name;
    struct wrong_elements v = {.c = NULL};
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
