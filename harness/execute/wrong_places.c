/* Whether wrong elements have the values of others: lanes that were rotated, reversed, exchanged.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdio.h>

#include "execute/wrong_values.h"

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

bool xl_fits(const struct xl_compared *c, size_t at, long source)
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
static bool is_moved(const struct xl_wrong_elements *v, struct move m, double tried)
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
        if ((size_t)source == at || !xl_fits(v->c, at, source))
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
static bool try_move(const struct xl_wrong_elements *v, struct move m, char *text, size_t size)
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

bool xl_find_move(const struct xl_wrong_elements *v, char *text, size_t size)
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
