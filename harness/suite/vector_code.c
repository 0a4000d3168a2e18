/* The vector code of a file: its disassembly, with which of it was executed.
 * SPDX-License-Identifier: MIT
 */
#include "suite/vector_code.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/process.h"
#include "base/text.h"
#include "code/disassembly.h"

/* Adds a function if it has vector code. */
static void add_function(struct xl_vector_code *code, const struct xl_row *row,
                         const struct xl_disassembly *l, const struct xl_disassembled_function *of)
{
    const enum xl_family family = xl_family_find(row->isa->family);
    const struct xl_isa *before = xl_isa_before(row->isa);
    const char *arch = row->arch->name;
    size_t vectors = 0;
    code->is_stripped |= strcmp(of->name, ".text") == 0;
    for (size_t i = of->first; i < of->end; i++)
        vectors += xl_family_counts(family, l->instructions[i].family);
    if (!vectors)
        return;
    struct xl_vector_function f = {.name = of->name[0] == '.' ? xl_format("0x%" PRIx64, of->address)
                                                              : xl_copy_text(of->name),
                                   .address = of->address,
                                   .first = code->insns.count,
                                   .vectors = vectors};
    for (size_t i = of->first; i < of->end; i++) {
        const struct xl_instruction *from = &l->instructions[i];
        if (from->family == XL_FAMILY_unknown)
            continue;
        const bool is_beyond =
            xl_extension_beyond(arch, row->isa->name, "", from->mnemonic, from->operands);
        const struct xl_vector_insn insn = {
            .address = from->address,
            .is_vector = xl_family_counts(family, from->family),
            .is_own = !is_beyond && before &&
                      xl_extension_beyond(arch, before->name, "", from->mnemonic, from->operands)};
        f.all++;
        f.last = from->address;
        f.own += insn.is_own;
        f.is_beyond |= is_beyond;
        xl_push(&code->insns, insn);
    }
    xl_push(code, f);
}

int xl_vector_code_read(const char *file, const char *tools, const struct xl_row *row,
                        struct xl_vector_code *code, struct xl_error *err)
{
    struct xl_disassembly l;
    *code = (struct xl_vector_code){0};
    if (xl_disassembly_of(file, tools, row->arch, &l, err))
        return -1;
    for (size_t i = 0; i < l.function_count; i++)
        add_function(code, row, &l, &l.functions[i]);
    xl_disassembly_free(&l);
    return 0;
}

static bool is_cxx(const char *name)
{
    return strncmp(name, "_Z", 2) == 0;
}

int xl_vector_code_demangle(struct xl_vector_code *code, const char *tools, struct xl_error *err)
{
    struct xl_text names = {0};
    for (size_t i = 0; i < code->count; i++)
        if (is_cxx(code->at[i].name))
            xl_text_add(&names, "%s\n", code->at[i].name);
    char *filter = xl_join_path(tools, "usr/bin/c++filt"), *text = NULL, *rest = NULL;
    FILE *output = names.at ? tmpfile() : NULL;
    size_t size = 0;
    bool has_all = output &&
                   xl_pipe_through((const char *const[]){filter, "--no-params", NULL}, names.at,
                                   names.used, fileno(output)) == 0 &&
                   fseek(output, 0, SEEK_SET) == 0 && getdelim(&text, &size, '\0', output) > 0;
    const char *name = has_all ? strtok_r(text, "\n", &rest) : NULL;
    for (size_t i = 0; i < code->count && has_all; i++)
        if (is_cxx(code->at[i].name) && (has_all = name != NULL)) {
            free(code->at[i].name);
            code->at[i].name = xl_copy_text(name);
            name = strtok_r(NULL, "\n", &rest);
        }
    const int failed =
        names.at && !has_all ? xl_fail(err, "%s cannot read C++ symbols", filter) : 0;
    if (output)
        fclose(output);
    free(filter);
    free(text);
    free(names.at);
    return failed;
}

static int by_name(const void *a, const void *b)
{
    const struct xl_vector_function *const *x = a, *const *y = b;
    const int order = strcmp((*x)->name, (*y)->name);
    return order ? order : *x < *y ? -1 : 1;
}

void xl_vector_code_name_copies(struct xl_vector_code *code)
{
    struct xl_vector_function **sorted = xl_alloc(code->count ? code->count : 1, sizeof *sorted);
    for (size_t i = 0; i < code->count; i++)
        sorted[i] = &code->at[i];
    qsort(sorted, code->count, sizeof *sorted, by_name);
    for (size_t first = 0, i = 1; i < code->count; i++) {
        if (strcmp(sorted[first]->name, sorted[i]->name) != 0) {
            first = i;
            continue;
        }
        char *name = xl_format("%s (%zu)", sorted[first]->name, i - first + 1);
        free(sorted[i]->name);
        sorted[i]->name = name;
    }
    free(sorted);
}

void xl_vector_code_count(struct xl_vector_code *code, const struct xl_executed_file *file)
{
    for (size_t i = 0; i < code->count; i++) {
        struct xl_vector_function *f = &code->at[i];
        f->executed = f->executed_vectors = f->executed_own = 0;
        f->is_unknown = file->is_by_entries && !xl_executed_is_entry(file, f->address);
        if (file->is_by_entries && xl_executed_has(file, f->address, XL_EXECUTED))
            f->executed_vectors = f->vectors;
        for (size_t k = f->first; k < f->first + f->all && !file->is_by_entries; k++)
            if (xl_executed_has(file, code->insns.at[k].address, XL_EXECUTED)) {
                f->executed++;
                f->executed_vectors += code->insns.at[k].is_vector;
                f->executed_own += code->insns.at[k].is_own;
            }
    }
}

bool xl_vector_function_has(const struct xl_vector_code *code, const struct xl_vector_function *f,
                            const struct xl_executed_file *file, unsigned marks)
{
    for (size_t k = f->first; k < f->first + f->all; k++)
        if (code->insns.at[k].is_vector && xl_executed_has(file, code->insns.at[k].address, marks))
            return true;
    return false;
}

void xl_vector_code_free(struct xl_vector_code *code)
{
    for (size_t i = 0; i < code->count; i++)
        free(code->at[i].name);
    free(code->at);
    free(code->insns.at);
    *code = (struct xl_vector_code){0};
}
