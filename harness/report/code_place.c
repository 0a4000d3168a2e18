/* Finds the source line of a kernel's code in the `code` of results.
 * SPDX-License-Identifier: MIT
 *
 * execute/fault.h has its form: "NAME:" of a function, "FILE:LINE: TEXT" before the instructions of
 * a line, "* ADDRESS TEXT" or "  ADDRESS TEXT" of an instruction.
 */
#include "report/code_place.h"

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

/* pc: 0 for the first line of the function. */
static struct source_line find_line(const char *code, uint64_t pc)
{
    struct source_line first = {0}, last = {0};
    size_t functions = 0;
    bool is_part = false; /* "k__avx2.cold" */
    while (*code) {
        const size_t size = strcspn(code, "\n");
        const struct source_line now = read_source_line(code, size);
        if (now.size)
            last = now;
        else if (pc && is_instruction_at(code, size, pc))
            return last;
        else if (size && *code != ' ' && *code != '*')
            functions += !(is_part = memchr(code, '.', size) != NULL);
        if (now.size && functions < 2 && !is_part &&
            (!first.size || (first.size == now.size && now.line < first.line &&
                             memcmp(first.file, now.file, now.size) == 0)))
            first = now;
        code += size + (code[size] == '\n');
    }
    return first;
}

/* The results name one file "k.c" and "DIR/k.c", if --kernels names DIR. */
static bool ends_with(const struct source_line *at, const char *file)
{
    const size_t size = strlen(file);
    return size && size <= at->size && memcmp(at->file + at->size - size, file, size) == 0 &&
           (size == at->size || at->file[at->size - size - 1] == '/');
}

struct xl_code_place xl_code_place(struct json_object *kernel, struct json_object *finding,
                                   struct json_object *source)
{
    const char *file = xl_key_text(source, XL_KEY_source_file);
    const uint64_t pc = strtoull(xl_key_text(finding, XL_KEY_finding_pc), NULL, 16);
    const struct source_line at = find_line(xl_key_text(kernel, XL_KEY_kernel_code), pc);
    if (!at.size)
        return (struct xl_code_place){xl_copy_text(file),
                                      xl_key_number(source, XL_KEY_source_line)};
    return (struct xl_code_place){ends_with(&at, file) ? xl_copy_text(file)
                                                       : xl_format("%.*s", (int)at.size, at.file),
                                  at.line};
}
