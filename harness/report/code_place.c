/* Finds the source line of a kernel's code in the `code` of results.
 * SPDX-License-Identifier: MIT
 *
 * xl_store_code of execute/calls.h has its form: "NAME:" of a function, "FILE:LINE: TEXT" before
 * the instructions of a line, "* ADDRESS TEXT" or "  ADDRESS TEXT" of an instruction.
 */
#include "report/code_place.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "results/results_json.h"

struct json_object *xl_sources_by_kernel(struct json_object *results)
{
    struct json_object *sources = xl_key_array(results, XL_KEY_run_sources);
    struct json_object *by_kernel = json_object_new_object();
    for (size_t i = 0; i < xl_json_length(sources); i++) {
        struct json_object *source = json_object_array_get_idx(sources, i);
        json_object_object_add(by_kernel, xl_key_text(source, XL_KEY_source_kernel),
                               json_object_get(source));
    }
    return by_kernel;
}

struct json_object *xl_source_of(struct json_object *by_kernel, struct json_object *kernel)
{
    struct json_object *source = NULL;
    json_object_object_get_ex(by_kernel, xl_key_text(kernel, XL_KEY_kernel_kernel), &source);
    return source;
}

/* A line "FILE:LINE: TEXT" of the code; size 0: another line. */
struct source_line {
    const char *file;
    size_t size; /* of file */
    size_t line;
};

static struct source_line read_source_line(const char *text, size_t size)
{
    const char *end = text + size;
    if (!size || *text == ' ' || *text == '*')
        return (struct source_line){0};
    for (const char *at = text; (at = memchr(at, ':', (size_t)(end - at))); at++) {
        const size_t digits = strspn(at + 1, "0123456789");
        if (digits && at + 1 + digits < end && at[1 + digits] == ':')
            return (struct source_line){text, (size_t)(at - text), strtoul(at + 1, NULL, 10)};
    }
    return (struct source_line){0};
}

static bool is_instruction_at(const char *text, size_t size, uint64_t pc)
{
    char *end = NULL;
    return size > 2 && (*text == ' ' || *text == '*') && strtoull(text + 2, &end, 16) == pc &&
           end > text + 2;
}

/* The code of a kernel, a line after the other. */
struct walk {
    const char *at;          /* the next line */
    const char *text;        /* this line */
    size_t size;             /* of text */
    struct source_line line; /* of the instruction, or just read */
    const char *function;    /* its name, with a colon behind; NULL: none yet */
    size_t functions;        /* so many were begun, without parts such as "k__avx2.cold" */
    bool is_part, is_instruction, is_vector;
};

static bool next_line(struct walk *w)
{
    if (!*w->at)
        return false;
    w->text = w->at;
    w->size = strcspn(w->at, "\n");
    w->at += w->size + (w->at[w->size] == '\n');
    const struct source_line now = read_source_line(w->text, w->size);
    w->is_instruction = w->size && (*w->text == ' ' || *w->text == '*');
    w->is_vector = w->is_instruction && *w->text == '*';
    if (now.size) {
        w->line = now;
    } else if (w->size && !w->is_instruction && *w->text != '.') {
        w->function = w->text;
        w->is_part = memchr(w->text, '.', w->size) != NULL;
        w->functions += !w->is_part;
        w->line = (struct source_line){0};
    }
    return true;
}

/* The results name one file "k.c" and "DIR/k.c", if --kernels names DIR. */
static bool ends_with(const struct source_line *at, const char *file)
{
    const size_t size = strlen(file);
    return size && size <= at->size && memcmp(at->file + at->size - size, file, size) == 0 &&
           (size == at->size || at->file[at->size - size - 1] == '/');
}

/* Whether it is the record's own reference, which code without optimization has beside it. */
static bool is_reference(const struct walk *w, const char *kernel)
{
    static const char reference[] = "_reference:";
    const size_t size = strlen(kernel);
    return w->function && strncmp(w->function, kernel, size) == 0 &&
           strncmp(w->function + size, reference, sizeof reference - 1) == 0;
}

/* The line of the instruction at pc. */
static struct source_line line_of(const char *code, uint64_t pc)
{
    struct walk w = {.at = code};
    while (next_line(&w))
        if (is_instruction_at(w.text, w.size, pc))
            return w.line;
    return (struct source_line){0};
}

/* The first line of the variant's function, which calls others. */
static struct source_line first_line(const char *code, const char *kernel)
{
    struct source_line first = {0};
    struct walk w = {.at = code};
    size_t skipped = 0;
    while (next_line(&w)) {
        if (is_reference(&w, kernel)) {
            skipped = w.functions;
            continue;
        }
        if (w.is_instruction || !w.line.size || w.functions > skipped + 1 || w.is_part)
            continue;
        if (!first.size || (first.size == w.line.size && w.line.line < first.line &&
                            memcmp(first.file, w.line.file, w.line.size) == 0))
            first = w.line;
    }
    return first;
}

/* Files that are neither the record's, nor Crosslane's headers, nor the compiler's. */
static bool is_library(const struct source_line *at, const char *record)
{
    static const char own[] = "arch/";
    return at->size && memchr(at->file, '/', at->size) && !ends_with(at, record) &&
           strncmp(at->file, own, sizeof own - 1) != 0;
}

static bool is_same_line(const struct source_line *a, const struct source_line *b)
{
    return a->line == b->line && a->size == b->size && memcmp(a->file, b->file, a->size) == 0;
}

static size_t vectors_of(const char *code, const struct source_line *line)
{
    size_t count = 0;
    struct walk w = {.at = code};
    while (next_line(&w))
        count += w.is_vector && is_same_line(&w.line, line);
    return count;
}

/* The line of a library's function with most vector instructions, the last of equals: a loop's head
 * comes before its body. If none has any, the first of its lines. */
static struct source_line library_line(const char *code, const char *record)
{
    struct source_line best = {0}, before = {0};
    size_t most = 0;
    struct walk w = {.at = code};
    while (next_line(&w)) {
        if (!is_library(&w.line, record))
            continue;
        if (!best.size)
            best = w.line;
        if (!w.is_vector || is_same_line(&w.line, &before))
            continue;
        before = w.line;
        const size_t count = vectors_of(code, &w.line);
        if (count >= most)
            best = w.line;
        most = count > most ? count : most;
    }
    return best;
}

/* Whether the instruction's first operand is the register, perhaps by its name of another width:
 * d8 is v8, and rbx is ebx. */
static bool writes(const struct walk *w, const char *reg, size_t length)
{
    const char *end = w->text + w->size, *at = memchr(w->text + 2, ' ', w->size - 2); /* address */
    const bool is_store = at && at + 3 < end && strncmp(at + 1, "st", 2) == 0;        /* reads it */
    at = at ? memchr(at + 1, ' ', (size_t)(end - at - 1)) : NULL;                     /* mnemonic */
    if (!at || is_store)
        return false;
    at += 1 + strspn(at + 1, "%{");
    if ((size_t)(end - at) < length || strncmp(at + 1, reg + 1, length - 1) != 0 ||
        (at + length < end && isalnum((unsigned char)at[length])))
        return false;
    return *at == *reg || (*reg == 'd' && strchr("vqsz", *at)) || (*reg == 'x' && *at == 'w') ||
           (*reg == 'r' && *at == 'e');
}

/* The line of the last instruction that writes the register of such a finding. */
static struct source_line changed_line(const char *code, const char *message)
{
    static const char saved[] = "callee-saved ";
    struct source_line last = {0};
    if (strncmp(message, saved, sizeof saved - 1) != 0)
        return last;
    const char *reg = message + sizeof saved - 1;
    const size_t length = strcspn(reg, ", ");
    struct walk w = {.at = code};
    while (length && next_line(&w))
        if (w.is_instruction && w.size > 2 && w.line.size && writes(&w, reg, length))
            last = w.line;
    return last;
}

static struct source_line find_line(struct json_object *kernel, struct json_object *finding,
                                    const char *record)
{
    const char *code = xl_key_text(kernel, XL_KEY_kernel_code);
    const uint64_t pc = strtoull(xl_key_text(finding, XL_KEY_finding_pc), NULL, 16);
    struct source_line at = pc ? line_of(code, pc) : (struct source_line){0};
    if (!at.size)
        at = changed_line(code, xl_key_text(finding, XL_KEY_finding_message));
    if (!at.size && *record)
        at = library_line(code, record);
    return at.size ? at : first_line(code, xl_key_text(kernel, XL_KEY_kernel_kernel));
}

/* The path below the project, whose directory is that of the record's path in the code without its
 * path in the results. */
static char *project_path(const char *code, const struct source_line *at, const char *record)
{
    struct walk w = {.at = code};
    while (next_line(&w)) {
        const size_t own = w.line.size - (w.line.size ? strlen(record) : 0);
        if (w.line.size && *record && ends_with(&w.line, record) && own && at->size > own &&
            memcmp(at->file, w.line.file, own) == 0)
            return xl_format("%.*s", (int)(at->size - own), at->file + own);
    }
    return xl_format("%.*s", (int)at->size, at->file);
}

struct xl_code_place xl_code_place(struct json_object *kernel, struct json_object *finding,
                                   struct json_object *source)
{
    const char *file = xl_key_text(source, XL_KEY_source_file),
               *code = xl_key_text(kernel, XL_KEY_kernel_code);
    const struct source_line at = find_line(kernel, finding, file);
    if (!at.size)
        return (struct xl_code_place){xl_copy_text(file),
                                      xl_key_number(source, XL_KEY_source_line)};
    return (struct xl_code_place){
        ends_with(&at, file) ? xl_copy_text(file) : project_path(code, &at, file), at.line};
}
