/* The emulator's log of executed instructions, read as a stream into counts.
 * SPDX-License-Identifier: MIT
 */
#include "evidence/trace.h"

#include <stdbool.h>
#include <string.h>

void xl_trace_begin(struct xl_trace *trace, const struct xl_listing *listing, uint64_t *counts)
{
    *trace = (struct xl_trace){.listing = listing, .counts = counts};
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The number behind the first `open` that follows the first bracket, up to `close`. Returns whether
 * there is one. */
static int read_pc(const char *line, const char *end, char open, char close, uint64_t *pc)
{
    const char *at = memchr(line, '[', (size_t)(end - line));
    at = at ? memchr(at, open, (size_t)(end - at)) : NULL;
    const char *start = at ? at + 1 : end;
    *pc = 0;
    for (at = start; at < end && hex_digit(*at) >= 0; at++)
        *pc = *pc << 4 | (uint64_t)hex_digit(*at);
    return at > start && at - start <= 16 && at < end && *at == close;
}

static void enter(struct xl_trace *t, size_t i)
{
    const size_t function = t->listing->instructions[i].function;
    bool is_at_start =
        function < t->listing->function_count && t->listing->functions[function].first == i;
    if (t->taken && (is_at_start || function != t->function))
        xl_taken_enter(t->taken, function, is_at_start);
    t->function = function;
}

static void count(struct xl_trace *t, uint64_t pc)
{
    const struct xl_listing *l = t->listing;
    size_t i = t->next < l->count && l->instructions[t->next].address == pc
                   ? t->next
                   : xl_listing_find(l, pc);
    t->executed++;
    t->last = pc;
    t->next = i + 1;
    if (i < l->count && l->instructions[i].address == pc) {
        t->counts[i]++;
        enter(t, i);
        t->low = t->high && t->low < i ? t->low : i;
        t->high = t->high > i ? t->high : i + 1;
    } else {
        t->elsewhere++;
        t->last_elsewhere = pc;
    }
}

/* An instruction was logged, and then a signal came before it was executed: it is logged again when
 * it is. */
static void take_back(struct xl_trace *t, uint64_t pc)
{
    const struct xl_listing *l = t->listing;
    size_t i = xl_listing_find(l, pc);
    bool is_listed = i < l->count && l->instructions[i].address == pc;
    uint64_t *counted = is_listed ? &t->counts[i] : &t->elsewhere;
    if (!*counted)
        return; /* no such line came before */
    --*counted;
    t->executed--;
    t->next = i;
}

static bool begins(const struct xl_trace *t, const char *start)
{
    size_t length = strlen(start);
    return t->used > length && memcmp(t->line, start, length) == 0;
}

static void take_line(struct xl_trace *t)
{
    const char *end = t->line + t->used;
    uint64_t pc;
    if (begins(t, "Trace ") && read_pc(t->line, end, '/', '/', &pc))
        count(t, pc);
    else if (begins(t, "Stopped execution of TB chain before ") &&
             read_pc(t->line, end, '[', ']', &pc))
        take_back(t, pc);
    t->used = 0;
}

void xl_trace_feed(struct xl_trace *trace, const char *text, size_t size)
{
    while (size) {
        const char *newline = memchr(text, '\n', size);
        size_t length = newline ? (size_t)(newline - text) : size;
        size_t room = sizeof trace->line - trace->used;
        size_t taken = length < room ? length : room;
        memcpy(trace->line + trace->used, text, taken);
        trace->used += taken;
        if (!newline)
            return;
        take_line(trace);
        text += length + 1;
        size -= length + 1;
    }
}
