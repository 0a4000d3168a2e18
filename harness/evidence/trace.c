/* The emulator's log of executed instructions, read as a stream into counts.
 * SPDX-License-Identifier: MIT
 */
#include "evidence/trace.h"

#include <string.h>

void xl_trace_begin(struct xl_trace *trace, const struct xl_listing *listing, uint64_t *counts)
{
    *trace = (struct xl_trace){.listing = listing, .counts = counts};
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The second number between the brackets. Returns whether there is one. */
static int read_pc(const char *line, const char *end, uint64_t *pc)
{
    const char *at = memchr(line, '[', (size_t)(end - line));
    at = at ? memchr(at, '/', (size_t)(end - at)) : NULL;
    const char *start = at ? at + 1 : end;
    *pc = 0;
    for (at = start; at < end && hex_digit(*at) >= 0; at++)
        *pc = *pc << 4 | (uint64_t)hex_digit(*at);
    return at > start && at - start <= 16 && at < end && *at == '/';
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
        t->low = t->high && t->low < i ? t->low : i;
        t->high = t->high > i ? t->high : i + 1;
    } else {
        t->elsewhere++;
        t->last_elsewhere = pc;
    }
}

static void take_line(struct xl_trace *t)
{
    static const char start[] = "Trace ";
    uint64_t pc;
    if (t->used > sizeof start - 1 && memcmp(t->line, start, sizeof start - 1) == 0 &&
        read_pc(t->line, t->line + t->used, &pc))
        count(t, pc);
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
