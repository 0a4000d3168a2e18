/* Groups findings of many rows: one group for each bug.
 * SPDX-License-Identifier: MIT
 */
#include "report/finding_groups.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/text.h"
#include "report/common_rows.h"
#include "results/packed_rows.h"
#include "results/results.h"
#include "results/results_json.h"

struct json_object *xl_findings_of(struct json_object *kernel)
{
    struct json_object *findings = xl_key_array(kernel, XL_KEY_kernel_findings);
    return xl_json_length(findings) && xl_key_outcome(kernel) != XL_EMU_BUG ? findings : NULL;
}

/* The end of text in parentheses, which may be nested. */
static const char *skip_parentheses(const char *text)
{
    unsigned depth = 0;
    for (; *text; text++) {
        depth += *text == '(';
        depth -= *text == ')';
        if (!depth)
            return text + 1;
    }
    return text;
}

/* Skips the parts of a message that differ between architectures: ", pc 0x1f4 (k__sse2+0x4: movups
 * ...)", and the range of bytes "+0 to +4095". execute/fault.c writes both. */
static const char *skip_arch_parts(const char *message)
{
    static const char hex[] = "0123456789abcdefABCDEFx", pc[] = ", pc 0x", to[] = " to +";
    if (strncmp(message, to, strlen(to)) == 0)
        return message + strlen(to) + strspn(message + strlen(to), hex);
    if (strncmp(message, pc, strlen(pc)) != 0)
        return message;
    message += strlen(pc) + strspn(message + strlen(pc), hex);
    return strncmp(message, " (", 2) == 0 ? skip_parentheses(message + 1) : message;
}

/* Skips what names the code of a row in the message of one bug: what counted, what nearly did,
 * which registers. Returns the message's end if nothing more is of the bug. */
static const char *skip_row_parts(const char *message)
{
    static const char *const last[] = {
        "; functions counted: ", "; nearest: ", "; this ISA flushes ", "; the caller flushes ",
        "control changed: "};
    static const char saved[] = "callee-saved ", ran[] = " ran (`";
    for (size_t i = 0; i < sizeof last / sizeof last[0]; i++)
        if (strncmp(message, last[i], strlen(last[i])) == 0)
            return message + strlen(message);
    if (strncmp(message, ran, strlen(ran)) == 0)
        return skip_parentheses(message + strlen(ran) - 2);
    if (strncmp(message, " (", 2) == 0) { /* " (mxcsr 0x1f80 before, 0x1fa0 after)" */
        const char *end = skip_parentheses(message + 1), *before = strstr(message, " before, 0x");
        return before && before < end ? end : message;
    }
    if (strncmp(message, saved, strlen(saved)) != 0)
        return message;
    message += strlen(saved);
    while (isalpha((unsigned char)*message) && /* "d8, d9 changed" */
           isdigit((unsigned char)message[strcspn(message, "0123456789 ")])) {
        message += strcspn(message, " ");
        message += *message == ' ';
    }
    return message;
}

/* The bytes of a word that names the row's ISA; 0: it is another word. before: the byte before it.
 */
static size_t isa_word(const char *word, char before, const char *isa)
{
    static const char instruction[] = " instruction";
    const size_t length = strlen(isa);
    size_t end = 0;
    if (length && strncmp(word, isa, length) == 0 && !isalnum((unsigned char)word[length]) &&
        (!isalnum((unsigned char)before)))
        return length;
    while (isalnum((unsigned char)word[end]))
        end++;
    return before == ' ' && end && !isdigit((unsigned char)*word) &&
                   strncmp(word + end, instruction, strlen(instruction)) == 0
               ? end
               : 0;
}

/* Writes a message with "#" for its numbers, and without the parts of an architecture or of the
 * row's ISA. */
static void add_shape(struct xl_text *key, const char *message, const char *isa)
{
    const char *begin = message;
    while (*(message = skip_row_parts(skip_arch_parts(message)))) {
        const size_t of_isa = isa_word(message, message > begin ? message[-1] : ' ', isa);
        if (of_isa) {
            message += of_isa;
        } else if (isdigit((unsigned char)*message)) {
            message += strspn(message, "0123456789abcdefABCDEFx");
            xl_text_add_bytes(key, "#", 1);
        } else {
            xl_text_add_bytes(key, message++, 1);
        }
    }
}

/* A kernel's name, with the function of an XL_VARIANT. The caller frees it. */
static char *full_name(struct json_object *kernel)
{
    const char *function = strchr(xl_key_text(kernel, XL_KEY_kernel_variant), ':');
    return xl_format("%s%s", xl_key_text(kernel, XL_KEY_kernel_kernel), function ? function : "");
}

/* The key of a group. The caller frees it. */
static char *group_key(struct json_object *row, struct json_object *kernel,
                       struct json_object *finding)
{
    struct xl_text key = {0};
    char *name = full_name(kernel);
    xl_text_add(&key, "%s\n%s\n%s\n", name, xl_key_text(finding, XL_KEY_finding_check),
                xl_key_text(finding, XL_KEY_finding_arg));
    free(name);
    add_shape(&key, xl_key_text(finding, XL_KEY_finding_message), xl_key_text(row, XL_KEY_row_isa));
    return key.at;
}

static void add_finding(struct json_object *numbers, struct xl_finding_groups *groups,
                        struct json_object *row, struct json_object *kernel,
                        struct json_object *finding)
{
    struct json_object *number = NULL;
    size_t at = groups->count;
    char *key = group_key(row, kernel, finding);
    if (groups->count && json_object_object_get_ex(numbers, key, &number)) {
        at = (size_t)json_object_get_uint64(number);
    } else {
        json_object_object_add(numbers, key, json_object_new_uint64(at));
        xl_push(groups, ((struct xl_finding_group){row, kernel, finding, json_object_new_array(),
                                                   at, NULL}));
    }
    free(key);
    xl_push(&groups->numbers, at);
    struct json_object *rows = groups->at[at].rows;
    size_t count = xl_json_length(rows);
    const char *name = xl_key_text(row, XL_KEY_row_row);
    struct json_object *last = count ? json_object_array_get_idx(rows, count - 1) : NULL;
    if (!last || strcmp(json_object_get_string(last), name) != 0)
        json_object_array_add(rows, json_object_new_string(name));
}

/* Kernels with findings, and the rows on which they passed or failed. */
struct tried {
    struct json_object *numbers; /* in `kernels`, by full name */
    struct {
        struct xl_common_row *at;
        size_t count, room;
    } *kernels;
    size_t count;
    struct xl_arena texts;
};

static const char *copy(struct tried *tried, const char *text)
{
    return xl_arena_text(&tried->texts, text, strlen(text));
}

/* A row outlives its JSON: packed rows are valid for a moment. */
static struct xl_common_row keep(struct tried *tried, struct json_object *row)
{
    struct xl_common_row kept = xl_common_row_read(row, false);
    kept.name = copy(tried, kept.name);
    kept.arch = copy(tried, kept.arch);
    kept.isa = copy(tried, kept.isa);
    kept.compiler = copy(tried, kept.compiler);
    kept.opt = copy(tried, kept.opt);
    kept.qemu_cpu = copy(tried, kept.qemu_cpu);
    return kept;
}

static void add_tried(struct tried *tried, struct xl_common_row row, struct json_object *kernel)
{
    const int outcome = xl_key_outcome(kernel);
    struct json_object *number = NULL;
    char *name = full_name(kernel);
    const bool is_wanted = (outcome == XL_PASS || outcome == XL_FAIL) &&
                           json_object_object_get_ex(tried->numbers, name, &number);
    free(name);
    if (!is_wanted)
        return;
    const size_t k = (size_t)json_object_get_uint64(number);
    row.fails = outcome == XL_FAIL;
    xl_push(&tried->kernels[k], row);
}

static void read_tried(struct tried *tried, struct json_object *all)
{
    for (size_t i = 0; i < xl_json_length(all); i++) {
        struct json_object *row = xl_row_at(all, i);
        struct json_object *kernels = xl_key_array(row, XL_KEY_row_kernels);
        const struct xl_common_row kept = keep(tried, row);
        for (size_t k = 0; k < xl_json_length(kernels); k++)
            add_tried(tried, kept, json_object_array_get_idx(kernels, k));
        json_object_put(row);
    }
}

/* Sets `fails` of each group. */
static void compare_rows(struct xl_finding_groups *groups, struct json_object *all)
{
    struct tried tried = {.numbers = json_object_new_object(),
                          .kernels = xl_alloc(groups->count, sizeof *tried.kernels)};
    size_t *kernel_of = xl_alloc(groups->count, sizeof *kernel_of);
    for (size_t i = 0; i < groups->count; i++) {
        struct json_object *number = NULL;
        char *name = full_name(groups->at[i].kernel);
        if (!json_object_object_get_ex(tried.numbers, name, &number)) {
            number = json_object_new_uint64(tried.count++);
            json_object_object_add(tried.numbers, name, number);
        }
        kernel_of[i] = (size_t)json_object_get_uint64(number);
        free(name);
    }
    read_tried(&tried, all);
    for (size_t i = 0; i < groups->count; i++) {
        char text[XL_COMMON_TEXT];
        const size_t k = kernel_of[i], count = tried.kernels[k].count;
        xl_common_rows(tried.kernels[k].at, count, text, sizeof text);
        if (count > 1 && *text)
            groups->at[i].fails = xl_copy_text(text);
    }
    for (size_t k = 0; k < tried.count; k++)
        free(tried.kernels[k].at);
    free(tried.kernels);
    free(kernel_of);
    json_object_put(tried.numbers);
    xl_arena_free(&tried.texts);
}

/* By the number of rows, then in the order of finding. */
static int compare(const void *a, const void *b)
{
    const struct xl_finding_group *x = a, *y = b;
    size_t of_x = xl_json_length(x->rows), of_y = xl_json_length(y->rows);
    if (of_x != of_y)
        return of_x > of_y ? -1 : 1;
    return x->number < y->number ? -1 : 1;
}

struct xl_finding_groups xl_finding_groups(struct json_object *rows, struct json_object *all)
{
    struct xl_finding_groups groups = {0};
    struct json_object *numbers = json_object_new_object(); /* by key */
    for (size_t i = 0; i < xl_json_length(rows); i++) {
        struct json_object *row = xl_row_notable(rows, i);
        struct json_object *kernels = xl_key_array(row, XL_KEY_row_kernels);
        for (size_t k = 0; k < xl_json_length(kernels); k++) {
            struct json_object *kernel = json_object_array_get_idx(kernels, k);
            struct json_object *findings = xl_findings_of(kernel);
            for (size_t f = 0; f < xl_json_length(findings); f++)
                add_finding(numbers, &groups, row, kernel, json_object_array_get_idx(findings, f));
        }
    }
    json_object_put(numbers);
    if (groups.count) {
        qsort(groups.at, groups.count, sizeof *groups.at, compare);
        compare_rows(&groups, all);
    }
    return groups;
}

void xl_finding_groups_free(struct xl_finding_groups *groups)
{
    for (size_t i = 0; i < groups->count; i++) {
        json_object_put(groups->at[i].rows);
        free(groups->at[i].fails);
    }
    free(groups->at);
    free(groups->numbers.at);
}
