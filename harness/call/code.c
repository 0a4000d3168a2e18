/* The code of a kernel that fails, for a person who looks where it goes wrong.
 * SPDX-License-Identifier: MIT
 */
#include "call/code.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evidence/source.h"

/* Instructions around the one that matters. */
enum { XL_CODE_BEFORE = 140, XL_CODE_AFTER = 60 };

/* Of one variant. */
struct kept {
    const struct xl_code *code;
    size_t variant;
    enum xl_family family; /* of the row's ISA */
    const struct xl_source *source;
    size_t *list; /* the numbers of its instructions */
    size_t count;
};

static bool is_vector(const struct kept *k, size_t i)
{
    return xl_family_counts(k->family, k->code->listing.instructions[k->list[i]].family);
}

/* Lists all that a variant's code has, but padding and tables. False: out of memory, or none. */
static bool list_code(struct kept *k)
{
    const struct xl_listing *l = &k->code->listing;
    k->list = calloc(l->count + 1, sizeof *k->list);
    for (size_t i = 0; k->list && i < l->count; i++)
        if (l->instructions[i].family < XL_FAMILY_pad &&
            xl_reach_has(&k->code->reach, k->variant, l->instructions[i].function))
            k->list[k->count++] = i;
    return k->count > 0;
}

/* The one that the first finding that knows it died of, else the last vector instruction. */
static size_t find_mark(const struct kept *k, const struct xl_kernel_result *result)
{
    size_t mark = 0;
    for (unsigned f = 0; f < result->finding_count; f++)
        for (size_t i = 0; i < k->count && result->findings[f].pc; i++)
            if (k->code->listing.instructions[k->list[i]].address == result->findings[f].pc)
                return i;
    for (size_t i = 0; i < k->count; i++)
        mark = is_vector(k, i) ? i : mark;
    return mark;
}

static void put_function(const struct kept *k, size_t i, FILE *to)
{
    const struct xl_listed_function *f =
        &k->code->listing.functions[k->code->listing.instructions[k->list[i]].function];
    if (f->first == k->list[i])
        fprintf(to, "%s:\n", f->name);
}

/* The line of the kernel, where it is not the one before. */
static void put_line(const struct xl_frame *frame, struct xl_frame *last, FILE *to)
{
    char text[512];
    if (last->file && strcmp(frame->file, last->file) == 0 && frame->line == last->line)
        return;
    xl_source_text(frame, text, sizeof text);
    fprintf(to, "%s:%u: %s\n", xl_source_path(frame->file), frame->line, text);
    *last = *frame;
}

static void put_instruction(const struct kept *k, size_t i, struct xl_frame *last, FILE *to)
{
    const struct xl_instruction *insn = &k->code->listing.instructions[k->list[i]];
    struct xl_frame frames[XL_MAX_FRAMES];
    const size_t depth = xl_source_frames(k->source, insn->address, frames);
    put_function(k, i, to);
    if (depth)
        put_line(&frames[depth - 1], last, to);
    fprintf(to, "%c %llx %s%s%s", is_vector(k, i) ? '*' : ' ', (unsigned long long)insn->address,
            insn->mnemonic, insn->operands[0] ? " " : "", insn->operands);
    if (depth > 1)
        fprintf(to, " ; %s:%u", xl_source_path(frames[0].file), frames[0].line);
    fputc('\n', to);
}

static void put_code(const struct kept *k, size_t mark, FILE *to)
{
    const size_t from = mark > XL_CODE_BEFORE ? mark - XL_CODE_BEFORE : 0;
    struct xl_frame last = {NULL, 0};
    if (from)
        fprintf(to, "...\n");
    for (size_t i = from; i < k->count && i <= mark + XL_CODE_AFTER; i++)
        put_instruction(k, i, &last, to);
    if (mark + XL_CODE_AFTER + 1 < k->count)
        fprintf(to, "...\n");
}

static char *code_of(struct kept *k, const struct xl_kernel_result *result)
{
    char *text = NULL;
    size_t size = 0;
    struct xl_error err;
    FILE *f = list_code(k) ? open_memstream(&text, &size) : NULL;
    if (!f)
        return NULL;
    pthread_mutex_lock(&xl_source_lock);
    struct xl_source *source = k->code->image.elf ? xl_source_read(k->code->image.elf, &err) : NULL;
    k->source = source; /* without it no line has its source */
    put_code(k, find_mark(k, result), f);
    xl_source_free(source);
    pthread_mutex_unlock(&xl_source_lock);
    fclose(f);
    return text;
}

void xl_keep_code(const struct xl_calls *run, struct xl_kernel_result *result)
{
    const struct xl_agent_variant *v = &run->agent->variants[run->variant];
    if (!run->code || !run->code->listing.count || !run->code->reach.has)
        return;
    const long variant =
        xl_image_variant(&run->code->image, v->kernel, v->isa, v->function[0] ? v->function : NULL);
    const struct xl_isa *isa = NULL;
    for (size_t i = 0; i < xl_isa_count && !isa; i++)
        isa = strcmp(xl_isas[i].name, v->isa) == 0 ? &xl_isas[i] : NULL;
    if (variant < 0 || !isa)
        return;
    struct kept k = {
        .code = run->code, .variant = (size_t)variant, .family = xl_family_find(isa->family)};
    free(result->code);
    result->code = code_of(&k, result);
    free(k.list);
}
