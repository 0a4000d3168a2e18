/* Which calls of a kernel fail: the property of calls that best separates them from those that
 * pass.
 * SPDX-License-Identifier: MIT
 */
#include "execute/failing_calls.h"

#include <math.h>
#include <stdio.h>

#include "base/text.h"

/* From what an author knows best. Each has at most XL_CALL_VALUES values. */
enum property { BY_TAIL, BY_REST, BY_LENGTH, BY_ROUNDING, BY_PLACE, BY_ALIGNMENT, BY_FILL };

enum { XL_LENGTHS = 8, XL_ALIGNMENT_STEPS = 6 };

_Static_assert((int)BY_FILL + 1 == (int)XL_CALL_PROPERTIES, "one number for each property");
_Static_assert((int)XL_FILLS <= (int)XL_CALL_VALUES && (int)XL_PLACEMENTS <= (int)XL_CALL_VALUES,
               "a number for each value");

/* 0: below a vector; 1: one vector; 2: two and three; 3: four to seven; ... */
static unsigned length_of(const struct xl_case *c)
{
    unsigned length = 0;
    for (size_t vectors = c->lanes ? c->n / c->lanes : 0; vectors && length < XL_LENGTHS - 1;
         vectors /= 2)
        length++;
    return length;
}

/* The exponent of the largest power of two, up to 64, that divides all addresses. */
static unsigned alignment_of(const struct xl_prepared_call *p)
{
    unsigned least = XL_ALIGNMENT_STEPS;
    for (size_t k = 0; k < XL_MAX_ARGS; k++) {
        const size_t at = p->buffers[k].slot_bytes ? p->buffers[k].slot_at + p->buffers[k].at : 0;
        const unsigned exponent = at ? (unsigned)__builtin_ctzll(at) : XL_ALIGNMENT_STEPS;
        least = exponent < least ? exponent : least;
    }
    return least;
}

void xl_count_call(const struct xl_prepared_call *p, bool fails, struct xl_call_counts *counts)
{
    const struct xl_case *c = &p->c;
    const size_t rest = c->lanes ? c->n % c->lanes : 0;
    const unsigned values[XL_CALL_PROPERTIES] = {
        [BY_TAIL] = c->lanes > 1 && c->n % c->lanes,
        [BY_REST] = rest < XL_CALL_VALUES ? (unsigned)rest : XL_CALL_VALUES - 1,
        [BY_LENGTH] = length_of(c),
        [BY_ROUNDING] = c->rounding,
        [BY_PLACE] = c->placement,
        [BY_ALIGNMENT] = alignment_of(p),
        [BY_FILL] = c->fill,
    };
    counts->lanes = c->lanes;
    counts->all[fails]++;
    for (size_t property = 0; property < XL_CALL_PROPERTIES; property++)
        counts->by[property][values[property]][fails]++;
}

/* The values of a property with failing calls, as text. Returns false if they say nothing. */
static bool describe(enum property property, const uint32_t by[XL_CALL_VALUES][2], size_t lanes,
                     char *text, size_t size)
{
    enum { MOST = 3 };
    size_t failing = 0, first = XL_CALL_VALUES, last = 0, greatest = 0;
    for (size_t value = 0; value < XL_CALL_VALUES; value++) {
        greatest = by[value][0] + by[value][1] ? value : greatest;
        if (by[value][1]) {
            failing++;
            first = first < value ? first : value;
            last = value;
        }
    }
    const bool is_run = failing == last - first + 1;
    size_t least = lanes << (first ? first - 1 : 0), end = lanes << last;
    *text = '\0';
    switch (property) {
    case BY_TAIL:
        snprintf(text, size,
                 first ? "where n is no multiple of %zu" : "where n is a multiple of %zu", lanes);
        return lanes > 1;
    case BY_REST:
        if (!is_run || last == XL_CALL_VALUES - 1)
            return false;
        snprintf(text, size, "where n %% %zu is %zu", lanes, first);
        if (failing > 1)
            xl_append(text, size, " to %zu", last);
        return lanes > 1;
    case BY_LENGTH:
        if (!is_run)
            return false;
        if (!first)
            snprintf(text, size, "where n is below %zu", end);
        else if (last == greatest)
            snprintf(text, size, "where n is %zu or more", least);
        else
            snprintf(text, size, "where n is %zu to %zu", least, end - 1);
        return true;
    case BY_ALIGNMENT:
        if (first || !is_run)
            return false;
        snprintf(text, size, "where a buffer is not aligned to %d bytes", 2 << last);
        return true;
    default:
        break;
    }
    if (failing > MOST)
        return false;
    for (size_t value = first; value <= last; value++)
        if (by[value][1])
            xl_append(text, size, "%s%s",
                      *text                     ? " or "
                      : property == BY_ROUNDING ? "with "
                      : property == BY_PLACE    ? "with buffers at "
                                                : "with fill ",
                      property == BY_ROUNDING ? value
                                                    ? xl_rounding_words((enum xl_rounding)value) + 2
                                                    : "rounding to nearest"
                      : property == BY_PLACE  ? xl_placement_name((enum xl_placement)value)
                                              : xl_fill_name((enum xl_fill)value));
    return true;
}

void xl_describe_failing_calls(const struct xl_call_counts *counts, char *text, size_t size)
{
    const double passing = counts->all[0], failing = counts->all[1],
                 part = failing / (passing + failing);
    double best = 1;
    char words[160], best_words[160] = "";
    bool is_each = false;
    *text = '\0';
    if (failing == 0 || passing + failing < 2)
        return;
    for (size_t property = 0; property < XL_CALL_PROPERTIES && passing > 0; property++) {
        double inside = 0;
        for (size_t value = 0; value < XL_CALL_VALUES; value++)
            inside += counts->by[property][value][1] ? counts->by[property][value][0] : 0;
        const double outside = passing - inside;
        /* Calls that pass elsewhere would do so by chance. */
        if (pow(1 - part, outside) * XL_CALL_PROPERTIES > 0.01 || inside / passing >= best ||
            !describe(property, counts->by[property], counts->lanes, words, sizeof words))
            continue;
        best = inside / passing;
        is_each = inside == 0;
        snprintf(best_words, sizeof best_words, "%s", words);
    }
    if (passing == 0)
        snprintf(text, size, "each of %.0f calls fails", failing);
    else
        snprintf(text, size, "%.0f of %.0f calls fail%s%s%s%s", failing, passing + failing,
                 failing < 2 ? "s" : "", *best_words ? is_each ? ": each " : ": only " : "",
                 best_words, is_each ? ", and no other" : "");
}
