/* The vector code of a file: its disassembly, with which of it was executed.
 * SPDX-License-Identifier: MIT
 */
#include "suite/vector_code.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/process.h"
#include "base/text.h"

enum { XL_OBJDUMP_MS = 10 * 60 * 1000, XL_OBJDUMP_WORDS = 16 };

static const struct {
    const char *arch, *options;
} objdump_options[] = {
#define XL_OBJDUMP(ARCH, OPTIONS) {#ARCH, OPTIONS},
#include "arches.def"
    {NULL, ""},
};

static const char *options_for(const struct xl_arch *arch)
{
    size_t i = 0;
    while (objdump_options[i].arch && strcmp(objdump_options[i].arch, arch->name) != 0)
        i++;
    return objdump_options[i].options;
}

/* What is being read. */
struct reading {
    const struct xl_row *row;
    const struct xl_isa *before; /* the ISA that the row's extends, or NULL */
    enum xl_family family;
    struct xl_vector_code *code;
    struct xl_vector_function f; /* the current one */
    struct xl_words labels;      /* symbols with a dot that are no functions */
    bool is_sorted;
};

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* ADDRESS FLAGS SECTION SIZE NAME, with a tab behind the section: the last of seven flags is the
 * symbol's type, and `d` before it marks a section's. */
static void read_symbol(struct reading *r, const char *line)
{
    enum { TYPE = 7 };
    char *at;
    strtoull(line, &at, 16);
    const char *tab = strchr(line, '\t'), *name = tab ? strrchr(tab, ' ') : NULL;
    if (at > line && *at == ' ' && name && tab - at > TYPE && at[TYPE - 1] != 'd' &&
        at[TYPE] == ' ' && strchr(name, '.'))
        xl_words_add(&r->labels, name + 1);
}

/* Whether a symbol is a place inside the current function: nasm writes FUNCTION.LABEL, and
 * ..@NUMBER.LABEL for a label of a macro, other assemblers .LABEL. gcc's FUNCTION.cold is a
 * function. */
static bool is_label(struct reading *r, const char *name)
{
    const size_t length = r->f.name ? strcspn(r->f.name, ".") : 0;
    if (!r->is_sorted && r->labels.count)
        qsort(r->labels.at, r->labels.count, sizeof *r->labels.at, by_text);
    r->is_sorted = true;
    if (!length || !r->labels.count ||
        (name[0] != '.' && (strncmp(name, r->f.name, length) != 0 || name[length] != '.')))
        return false;
    return bsearch(&name, r->labels.at, r->labels.count, sizeof name, by_text) != NULL;
}

/* Keeps the current function if it has vector code. */
static void end_function(struct reading *r)
{
    if (r->f.name && r->f.vectors)
        xl_push(r->code, r->f);
    else
        free(r->f.name);
    if (!r->f.vectors)
        r->code->insns.count = r->f.first;
    r->f = (struct xl_vector_function){.first = r->code->insns.count};
}

/* ADDRESS <NAME>: of a function, or of a section without symbols. */
static void begin_function(struct reading *r, char *line)
{
    char *at;
    const uint64_t address = strtoull(line, &at, 16);
    const char *name = strchr(at, '<');
    const size_t length = name ? strlen(name) - strlen("<>:") : 0;
    line[strlen(line) - strlen(">:")] = '\0';
    if (name && is_label(r, name + 1))
        return;
    end_function(r);
    r->f.address = address;
    const bool is_section = name && name[1] == '.';
    r->code->is_stripped |= name && strcmp(name, "<.text") == 0;
    r->f.name = is_section || !name ? xl_format("0x%llx", (unsigned long long)r->f.address)
                                    : xl_format("%.*s", (int)length, name + 1);
}

/* Cuts a comment of llvm-objdump off. */
static void cut_comment(char *text)
{
    for (char *at = text; (at = strpbrk(at, "#/@;")); at++) {
        const bool is_start = at[0] != '/' || at[1] == '/';
        const char *after = at + (at[0] == '/' ? 2 : 1);
        if (is_start && at > text && (at[-1] == ' ' || at[-1] == '\t') && *after == ' ') {
            *at = '\0';
            break;
        }
    }
    size_t length = strlen(text);
    while (length && (text[length - 1] == ' ' || text[length - 1] == '\t'))
        text[--length] = '\0';
}

/* ADDRESS: MNEMONIC OPERANDS */
static void read_instruction(struct reading *r, char *line)
{
    char *at;
    const uint64_t address = strtoull(line, &at, 16);
    if (at == line || *at != ':' || !r->f.name)
        return;
    char *mnemonic = at + 1 + strspn(at + 1, " \t");
    cut_comment(mnemonic);
    char *operands = mnemonic + strcspn(mnemonic, " \t");
    if (*operands) {
        *operands++ = '\0';
        operands += strspn(operands, " \t");
    }
    if (!*mnemonic || *mnemonic == '.' || *mnemonic == '<')
        return;
    const char *arch = r->row->arch->name;
    const bool is_beyond = xl_extension_beyond(arch, r->row->isa->name, "", mnemonic, operands);
    const struct xl_vector_insn insn = {
        .address = address,
        .is_vector = xl_family_counts(r->family, xl_classify(arch, mnemonic, operands)),
        .is_own = !is_beyond && r->before &&
                  xl_extension_beyond(arch, r->before->name, "", mnemonic, operands)};
    r->f.all++;
    r->f.last = address;
    r->f.vectors += insn.is_vector;
    r->f.own += insn.is_own;
    r->f.is_beyond |= is_beyond;
    xl_push(&r->code->insns, insn);
}

int xl_vector_code_read(const char *file, const char *tools, const struct xl_row *row,
                        struct xl_vector_code *code, struct xl_error *err)
{
    /* Of a stripped file, it would disassemble an installed debug file, which has no code. */
    char *objdump = xl_join_path(tools, "usr/lib/llvm-19/bin/llvm-objdump");
    const char *argv[XL_OBJDUMP_WORDS] = {objdump, "-d", "--no-show-raw-insn", "--syms",
                                          "--debug-file-directory=/dev/null"};
    size_t words = 5;
    char *options = xl_copy_text(options_for(row->arch)), *rest = options, *output = NULL;
    for (char *word; words < XL_OBJDUMP_WORDS - 2 && (word = xl_take_word(&rest));)
        argv[words++] = word;
    argv[words] = file;
    struct reading r = {.row = row,
                        .before = xl_isa_before(row->isa),
                        .family = xl_family_find(row->isa->family),
                        .code = code};
    *code = (struct xl_vector_code){0};
    const int status = xl_command(argv, XL_OBJDUMP_MS, &output, err);
    for (char *line = status == 0 ? output : NULL, *next; line && *line; line = next) {
        next = line + strcspn(line, "\n");
        next += *next ? (*next = '\0', 1) : 0;
        const size_t length = strlen(line);
        line += strspn(line, " ");
        if (length > 3 && strcmp(line + strlen(line) - 2, ">:") == 0 && strchr(line, '<'))
            begin_function(&r, line);
        else if (!r.f.name && strchr(line, '\t') && line[strspn(line, "0123456789abcdef")] == ' ')
            read_symbol(&r, line);
        else
            read_instruction(&r, line);
    }
    end_function(&r);
    xl_words_free(&r.labels);
    free(options);
    if (status > 0)
        xl_error_set(err, "%s cannot disassemble %s", objdump, file);
    free(objdump);
    free(output);
    return status ? -1 : 0;
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
