/* A call that fails as a person reads it: what went in, what came out, what should have.
 * SPDX-License-Identifier: MIT
 */
#include "repro/print_call.h"

#include <inttypes.h>
#include <math.h>

#include "call/findings.h"

enum { XL_SHOWN_ELEMENTS = 24, XL_SHOWN_WRONG = 8 };

void xl_print_number(enum xl_type type, uint64_t bits, char *text, size_t size)
{
    const unsigned unused = 64 - 8 * (unsigned)xl_type_size(type);
    if (type == XL_f32)
        snprintf(text, size, "%.9g", xl_bits_value(type, bits));
    else if (type == XL_f64)
        snprintf(text, size, "%.17g", xl_bits_value(type, bits));
    else if (xl_type_is_signed(type))
        snprintf(text, size, "%" PRId64, (int64_t)(bits << unused) >> unused);
    else
        snprintf(text, size, "%" PRIu64, bits);
}

static void print_bits(FILE *f, enum xl_type type, uint64_t bits)
{
    char number[40];
    xl_print_number(type, bits, number, sizeof number);
    fprintf(f, "%s (0x%0*" PRIx64 ")", number, 2 * (int)xl_type_size(type), bits);
}

static void print_input(FILE *f, const struct xl_shown_arg *a)
{
    bool is_same = true;
    for (size_t i = 1; i < a->elements; i++)
        is_same &= a->bits[i] == a->bits[0];
    fprintf(f, "  %-9s  ", a->arg->name);
    if (a->elements > 1 && is_same)
        fprintf(f, "%zu times ", a->elements);
    const size_t most = is_same && a->elements ? 1 : a->elements;
    for (size_t i = 0; i < most && i < XL_SHOWN_ELEMENTS; i++) {
        if (i)
            fputs(", ", f);
        print_bits(f, a->arg->type, a->bits[i]);
    }
    if (most > XL_SHOWN_ELEMENTS)
        fprintf(f, " and %zu more", most - XL_SHOWN_ELEMENTS);
    fputc('\n', f);
}

static void print_wrong(FILE *f, const struct xl_shown_arg *a)
{
    size_t wrong = 0;
    for (size_t i = 0; a->wrong && i < a->elements; i++) {
        if (!a->wrong[i] || wrong++ >= XL_SHOWN_WRONG)
            continue;
        fprintf(f, "  %s[%zu]: got ", a->arg->name, i);
        print_bits(f, a->arg->type, a->got[i]);
        fputs(", expected ", f);
        print_bits(f, a->arg->type, a->expected[i]);
        if (a->allowed)
            fprintf(f, ", off by %.3g, allowed %.3g",
                    fabs(xl_bits_value(a->arg->type, a->got[i]) -
                         xl_bits_value(a->arg->type, a->expected[i])),
                    a->allowed[i]);
        fputc('\n', f);
    }
    if (wrong > XL_SHOWN_WRONG)
        fprintf(f, "  and %zu more of %s\n", wrong - XL_SHOWN_WRONG, a->arg->name);
}

void xl_print_call(FILE *f, const char *title, const struct xl_shown *s)
{
    fprintf(f, "%s: n = %zu%s%s, buffers at %s, alignment %u%s\n", title, s->c.n,
            s->finding.sizes[0] ? ", " : "", s->finding.sizes, xl_place_name(s->c.place),
            s->finding.alignment, xl_rounding_words(s->c.rounding));
    if (*s->finding.message)
        fprintf(f, "  %s: %s\n", xl_check_name(s->finding.check), s->finding.message);
    for (size_t k = 0; k < s->arg_count; k++)
        if (s->args[k].bits)
            print_input(f, &s->args[k]);
    for (size_t k = 0; k < s->arg_count; k++)
        print_wrong(f, &s->args[k]);
}
