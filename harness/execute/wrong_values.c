/* What the wrong elements of an output share.
 * SPDX-License-Identifier: MIT
 */
#include "execute/wrong_values.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

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

static void collect(const struct xl_compared *c, struct xl_wrong_elements *v)
{
    size_t hits = 1, trials = 2;
    *v = (struct xl_wrong_elements){.c = c};
    for (size_t i = 0; i < c->elements; i++) {
        const uint64_t got = xl_bits_get(c->type, c->got, i);
        const struct xl_verdict verdict = xl_compare_element(c->check, i, got, HUGE_VAL);
        if (verdict.right)
            continue;
        v->first = v->count ? v->first : i;
        v->last = i;
        v->count++;
        if (v->kept < XL_KEPT)
            v->wrong[v->kept++] = (struct xl_wrong){i, got, verdict.expected};
    }
    for (size_t w = 0; w < v->kept && c->elements > 1; w++)
        for (size_t t = 1; t <= XL_TRIALS; t++) {
            const size_t at = v->wrong[w].at, other = (at + t * 7919) % c->elements;
            hits += other != at && xl_fits(c, at, (long)other);
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
static size_t constant_lanes(const struct xl_wrong_elements *v, bool *is_wrong)
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
static void describe_lanes(const struct xl_wrong_elements *v, char *text, size_t size)
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

static bool all_in_tail(const struct xl_wrong_elements *v)
{
    for (size_t w = 0; w < v->kept; w++)
        if (!is_in_tail(v->c, v->wrong[w].at))
            return false;
    return v->kept == v->count;
}

static void describe_which(const struct xl_wrong_elements *v, char *text, size_t size)
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

static void describe(const struct xl_wrong_elements *v, struct xl_finding *f)
{
    f->wrong_elements = v->count;
    f->which[0] = f->differs[0] = '\0';
    f->compared_elements = v->c->elements;
    describe_which(v, f->which, sizeof f->which);
    xl_find_move(v, f->differs, sizeof f->differs);
    if (*f->which && v->c->p->c.n != f->n)
        xl_append(f->which, sizeof f->which, ", in another call, with n = %zu", v->c->p->c.n);
}

void xl_describe_wrong_values(const struct xl_compared *c, size_t i, struct xl_finding *f)
{
    struct xl_wrong_elements v;
    collect(c, &v);
    describe(&v, f);
    describe_vector(c, i, f);
}

void xl_describe_more_wrong_values(const struct xl_compared *c, size_t wrong,
                                   struct xl_kernel_result *result)
{
    const char *name = c->check->kernel->args[c->check->output].name;
    struct xl_wrong_elements v = {.c = NULL};
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
