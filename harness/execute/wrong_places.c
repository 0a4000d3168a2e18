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

bool xl_fits(const struct xl_compared *c, size_t at, long source)
{
    return source >= 0 && (size_t)source < c->elements &&
           xl_compare_element(c->check, (size_t)source, xl_bits_get(c->type, c->got, at), HUGE_VAL)
               .right;
}

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
    return tested > 1 && different >= (m.kind < REVERSED_ALL ? 2 : XL_DIFFERENT) &&
           2 * tested >= v->kept && pow(v->chance, (double)tested) * tried < 0.01;
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

bool xl_find_move(const struct xl_wrong_elements *v, char *text, size_t size)
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
