/* The code of a variant, each instruction with its count, under the source line of the kernel.
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "report/coverage_table.h"

/* The kernel's own line, where it is not the one printed last. */
static void print_line(const struct xl_frame *frame, struct xl_frame *last, FILE *to)
{
    char text[512];
    if (last->file && strcmp(frame->file, last->file) == 0 && frame->line == last->line)
        return;
    xl_source_text(frame, text, sizeof text);
    fprintf(to, "%s:%u: %s\n", xl_source_path(frame->file), frame->line, text);
    *last = *frame;
}

/* "; in arch/x86_64/avx2.h:40": the innermost line, where a call was inlined. */
static void print_instruction(const struct xl_coverage_build *b, size_t i,
                              const struct xl_frame *frames, size_t depth, FILE *to)
{
    const struct xl_instruction *insn = &b->listing.instructions[i];
    char count[24] = "#####"; /* as gcov has it */
    if (b->counts[i])
        snprintf(count, sizeof count, "%llu", (unsigned long long)b->counts[i]);
    fprintf(to, "%12s  %8llx  %-10s ", count, (unsigned long long)insn->address, insn->mnemonic);
    if (depth > 1)
        fprintf(to, "%-36s ; %s:%u\n", insn->operands, xl_source_path(frames[0].file),
                frames[0].line);
    else
        fprintf(to, "%s\n", insn->operands);
}

void xl_coverage_annotate(const struct xl_coverage_variant *variant, FILE *to)
{
    const struct xl_coverage_build *b = variant->build;
    struct xl_frame frames[XL_MAX_FRAMES], last = {NULL, 0};
    fprintf(to, "\n%s of %s\n", b->image.variants[variant->variant].symbol, b->name);
    for (size_t i = 0; i < b->listing.count; i++) {
        uint64_t address = b->listing.instructions[i].address;
        if (!xl_coverage_has(b, variant->variant, i))
            continue;
        const struct xl_image_function *f = xl_image_function(&b->image, address);
        if (f && f->address == address && address != b->image.variants[variant->variant].entry)
            fprintf(to, "%s:\n", f->name); /* a function that it calls */
        size_t depth = xl_source_frames(b->source, address, frames);
        if (depth)
            print_line(&frames[depth - 1], &last, to);
        print_instruction(b, i, frames, depth, to);
    }
}
