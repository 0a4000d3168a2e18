/* The calls before, of a finding whose call alone does not fail.
 * SPDX-License-Identifier: MIT
 */
#include "repro/before.h"

#include <stdio.h>

static bool is_same(const struct xl_case *a, const struct xl_case *b)
{
    return a->n == b->n && a->fill == b->fill && a->place == b->place && a->round == b->round &&
           a->offset == b->offset && a->rounding == b->rounding && a->rows == b->rows &&
           a->depth == b->depth && a->seed == b->seed;
}

/* Its number among the cases; as many as there are: it is none of them, and made after them. */
static size_t number_of(const struct xl_calls *run, const struct xl_case *c, size_t cases)
{
    for (size_t i = 0; i < cases; i++) {
        const struct xl_case other = xl_case_of(run, i);
        if (is_same(&other, c))
            return i;
    }
    return cases;
}

struct trial {
    bool (*fails)(void *data, const struct xl_before *before);
    void *data;
    struct xl_before *before; /* the last that failed */
};

static bool try(const struct trial *t, size_t first, size_t count)
{
    const struct xl_before before = {.first = first, .count = count, .of = t->before->of};
    if (!count || !t->fails(t->data, &before))
        return false;
    *t->before = before;
    return true;
}

/* The least count from `first` on that fails, where `most` does; and then without what comes first.
 */
static void narrow(const struct trial *t, size_t first, size_t most)
{
    size_t passes = 0, fails = most;
    while (fails - passes > 1) {
        const size_t middle = passes + (fails - passes) / 2;
        if (try(t, first, middle))
            fails = middle;
        else
            passes = middle;
    }
    const size_t end = first + fails;
    size_t least = 0;
    for (size_t most_left = fails; most_left - least > 1;) {
        const size_t middle = least + (most_left - least) / 2;
        if (try(t, end - middle, middle))
            most_left = middle;
        else
            least = middle;
    }
}

bool xl_before_find(const struct xl_calls *run, const struct xl_case *c,
                    bool (*fails)(void *data, const struct xl_before *before), void *data,
                    struct xl_before *before)
{
    const struct trial t = {fails, data, before};
    *before = (struct xl_before){.of = xl_case_count(run->kernel, run->vl_bits, run->count)};
    const size_t number = number_of(run, c, before->of);
    if (!number)
        return false;
    if (try(&t, 0, 1) || try(&t, number - 1, 1))
        return true;
    if (!try(&t, 0, number))
        return false;
    narrow(&t, 0, number);
    return true;
}

void xl_before_tell(const struct xl_calls *run, const struct xl_before *before, char *text,
                    size_t size)
{
    const struct xl_case c = xl_case_of(run, before->first);
    if (before->count == 1)
        snprintf(text, size, "call %zu of %zu (n = %zu, fill %s, buffers at %s)", before->first + 1,
                 before->of, c.n, xl_fill_name(c.fill), xl_place_name(c.place));
    else
        snprintf(text, size, "calls %zu to %zu of %zu", before->first + 1,
                 before->first + before->count, before->of);
}
