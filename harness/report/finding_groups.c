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

/* Writes a message with "#" for its numbers, and without the parts of an architecture. */
static void add_shape(struct xl_text *key, const char *message)
{
    while (*(message = skip_arch_parts(message))) {
        if (isdigit((unsigned char)*message)) {
            message += strspn(message, "0123456789abcdefABCDEFx");
            xl_text_add_bytes(key, "#", 1);
        } else {
            xl_text_add_bytes(key, message++, 1);
        }
    }
}

/* The key of a group. The caller frees it. */
static char *group_key(struct json_object *kernel, struct json_object *finding)
{
    struct xl_text key = {0};
    const char *function =
        strchr(xl_key_text(kernel, XL_KEY_kernel_variant), ':'); /* of an XL_VARIANT */
    xl_text_add(&key, "%s%s\n%s\n%s\n", xl_key_text(kernel, XL_KEY_kernel_kernel),
                function ? function : "", xl_key_text(finding, XL_KEY_finding_check),
                xl_key_text(finding, XL_KEY_finding_arg));
    add_shape(&key, xl_key_text(finding, XL_KEY_finding_message));
    return key.at;
}

static void add_finding(struct json_object *numbers, struct xl_finding_groups *groups,
                        struct json_object *row, struct json_object *kernel,
                        struct json_object *finding)
{
    struct json_object *number = NULL;
    size_t at = groups->count;
    char *key = group_key(kernel, finding);
    if (groups->count && json_object_object_get_ex(numbers, key, &number)) {
        at = (size_t)json_object_get_uint64(number);
    } else {
        json_object_object_add(numbers, key, json_object_new_uint64(at));
        xl_push(groups,
                ((struct xl_finding_group){row, kernel, finding, json_object_new_array(), at}));
    }
    free(key);
    struct json_object *rows = groups->at[at].rows;
    size_t count = xl_json_length(rows);
    const char *name = xl_key_text(row, XL_KEY_row_row);
    struct json_object *last = count ? json_object_array_get_idx(rows, count - 1) : NULL;
    if (!last || strcmp(json_object_get_string(last), name) != 0)
        json_object_array_add(rows, json_object_new_string(name));
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

struct xl_finding_groups xl_finding_groups(struct json_object *rows)
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
    if (groups.count)
        qsort(groups.at, groups.count, sizeof *groups.at, compare);
    return groups;
}

void xl_finding_groups_free(struct xl_finding_groups *groups)
{
    for (size_t i = 0; i < groups->count; i++)
        json_object_put(groups->at[i].rows);
    free(groups->at);
}
