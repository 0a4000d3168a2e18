/* The calls before, of a finding whose call alone does not fail.
 * SPDX-License-Identifier: MIT
 */
#include "repro/other_calls.h"
#include "oracle/cases.h"

#include <stdio.h>

static bool is_same(const struct xl_case *a, const struct xl_case *b)
{
    return a->n == b->n && a->fill == b->fill && a->placement == b->placement &&
           a->round == b->round && a->offset == b->offset && a->rounding == b->rounding &&
           a->rows == b->rows && a->depth == b->depth && a->seed == b->seed;
}

/* Its number among the cases; as many as there are: it is none of them, and made after them. */
static size_t number_of(const struct xl_context *ctx, const struct xl_case *c, size_t cases)
{
    for (size_t i = 0; i < cases; i++) {
        const struct xl_case other = xl_case_of(ctx, i);
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

bool xl_before_find(const struct xl_context *ctx, const struct xl_case *c,
                    bool (*fails)(void *data, const struct xl_before *before), void *data,
                    struct xl_before *before)
{
    const struct trial t = {fails, data, before};
    *before = (struct xl_before){.of = xl_case_count(ctx->kernel, ctx->vl_bits, ctx->count)};
    const size_t number = number_of(ctx, c, before->of);
    if (!number)
        return false;
    if (try(&t, 0, 1) || try(&t, number - 1, 1))
        return true;
    if (!try(&t, 0, number))
        return false;
    narrow(&t, 0, number);
    return true;
}

void xl_before_tell(const struct xl_context *ctx, const struct xl_before *before, char *text,
                    size_t size)
{
    const struct xl_case c = xl_case_of(ctx, before->first);
    if (before->count == 1)
        snprintf(text, size, "call %zu of %zu (n = %zu, fill %s, buffers at %s)", before->first + 1,
                 before->of, c.n, xl_fill_name(c.fill), xl_placement_name(c.placement));
    else
        snprintf(text, size, "calls %zu to %zu of %zu", before->first + 1,
                 before->first + before->count, before->of);
}

/* What a program of its own does besides one call, where that alone does not fail: calls before it,
 * beside it, or signals within it. */

bool xl_needs_other_calls(enum xl_check check)
{
    return check == XL_CHECK_threads || check == XL_CHECK_repeat || check == XL_CHECK_signals;
}

static const char reverse_helper[] =
    "\n/* The same values, and another call. */\n"
    "static void reverse(unsigned char *at, size_t count, size_t size)\n"
    "{\n"
    "    unsigned char held[8], *end = at + count * size;\n"
    "    for (; count > 1 && (end -= size) > at; at += size) {\n"
    "        memcpy(held, at, size);\n"
    "        memcpy(at, end, size);\n"
    "        memcpy(end, held, size);\n"
    "    }\n"
    "}\n";

void xl_other_calls_put_helper(FILE *f)
{
    fputs(reverse_helper, f);
}

static const char loop[] =
    "\n/* Until it fails, or for some seconds. Returns NULL if it does not. */\n"
    "static void *call_often(void *is_other)\n"
    "{\n"
    "    const time_t end = time(NULL) + 6;\n"
    "    while (time(NULL) < end)\n"
    "        if (fails(is_other != NULL))\n"
    "            return \"it failed\";\n"
    "    return NULL;\n"
    "}\n";

static const char threads[] = "    static char is_other;\n"
                              "    pthread_t other;\n"
                              "    if (pthread_create(&other, NULL, call_often, &is_other))\n"
                              "        return 2;\n"
                              "    return call_often(NULL) != NULL;\n";

static const char on_alarm[] = "\n/* It uses the stack, as any signal does. */\n"
                               "static void on_alarm(int number)\n"
                               "{\n"
                               "    volatile char below[4096];\n"
                               "    for (size_t i = 0; i < sizeof below; i++)\n"
                               "        below[i] = (char)number;\n"
                               "}\n";

static const char timer[] = "    const struct itimerval often = {{0, 200}, {0, 200}};\n"
                            "    signal(SIGALRM, on_alarm);\n"
                            "    setitimer(ITIMER_REAL, &often, NULL);\n";

void xl_other_calls_put_main(FILE *f, enum xl_check check)
{
    if (xl_needs_other_calls(check))
        fputs(loop, f);
    if (check == XL_CHECK_signals)
        fputs(on_alarm, f);
    fprintf(f, "\nint main(void)\n{\n");
    if (check == XL_CHECK_signals)
        fputs(timer, f);
    if (check == XL_CHECK_threads)
        fputs(threads, f);
    else if (check == XL_CHECK_repeat)
        fprintf(f, "    return fails(0) || fails(0) || (fails(1), fails(0));\n");
    else if (check == XL_CHECK_signals)
        fprintf(f, "    return call_often(NULL) != NULL;\n");
    else
        fprintf(f, "    return fails();\n");
    fprintf(f, "}\n");
}
