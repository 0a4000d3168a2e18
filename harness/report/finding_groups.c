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
#include "base/text.h"
#include "results/results.h"
#include "results/results_json.h"

struct json_object *xl_findings_of(struct json_object *kernel)
{
    struct json_object *findings = xl_json_array(kernel, "findings");
    bool any = findings && json_object_array_length(findings);
    return any && xl_read_outcome(kernel) != XL_EMU_BUG ? findings : NULL;
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
    const char *function = strchr(xl_json_text(kernel, "variant"), ':'); /* of an XL_VARIANT */
    xl_text_add(&key, "%s%s\n%s\n%s\n", xl_json_text(kernel, "kernel"), function ? function : "",
                xl_json_text(finding, "check"), xl_json_text(finding, "arg"));
    add_shape(&key, xl_json_text(finding, "message"));
    return key.at;
}

static struct json_object *new_group(struct json_object *row, struct json_object *kernel,
                                     struct json_object *finding, size_t number)
{
    struct json_object *group = json_object_new_object();
    json_object_object_add(group, "kernel", json_object_new_string(xl_json_text(kernel, "kernel")));
    json_object_object_add(group, "finding", json_object_get(finding));
    json_object_object_add(group, "in", json_object_get(row));
    json_object_object_add(group, "of", json_object_get(kernel));
    json_object_object_add(group, "rows", json_object_new_array());
    json_object_object_add(group, "number", json_object_new_uint64(number));
    return group;
}

static void add_finding(struct json_object *by_key, struct json_object *groups,
                        struct json_object *row, struct json_object *kernel,
                        struct json_object *finding)
{
    struct json_object *group = NULL;
    char *key = group_key(kernel, finding);
    if (!json_object_object_get_ex(by_key, key, &group)) {
        group = new_group(row, kernel, finding, json_object_array_length(groups));
        json_object_array_add(groups, group);
        json_object_object_add(by_key, key, json_object_get(group));
    }
    struct json_object *rows = xl_json_array(group, "rows");
    size_t count = json_object_array_length(rows);
    const char *name = xl_json_text(row, "row");
    struct json_object *last = count ? json_object_array_get_idx(rows, count - 1) : NULL;
    if (!last || strcmp(json_object_get_string(last), name) != 0)
        json_object_array_add(rows, json_object_new_string(name));
    free(key);
}

/* By the number of rows, then in the order of finding. */
static int compare(const void *a, const void *b)
{
    struct json_object *x = *(struct json_object *const *)a, *y = *(struct json_object *const *)b;
    size_t of_x = json_object_array_length(xl_json_array(x, "rows"));
    size_t of_y = json_object_array_length(xl_json_array(y, "rows"));
    if (of_x != of_y)
        return of_x > of_y ? -1 : 1;
    return xl_json_number(x, "number") < xl_json_number(y, "number") ? -1 : 1;
}

struct json_object *xl_finding_groups(struct json_object *rows)
{
    struct json_object *groups = json_object_new_array(), *by_key = json_object_new_object();
    for (size_t i = 0; i < json_object_array_length(rows); i++) {
        struct json_object *row = xl_row_notable(rows, i);
        struct json_object *kernels = xl_json_array(row, "kernels");
        for (size_t k = 0; kernels && k < json_object_array_length(kernels); k++) {
            struct json_object *kernel = json_object_array_get_idx(kernels, k);
            struct json_object *findings = xl_findings_of(kernel);
            for (size_t f = 0; findings && f < json_object_array_length(findings); f++)
                add_finding(by_key, groups, row, kernel, json_object_array_get_idx(findings, f));
        }
    }
    json_object_array_sort(groups, compare);
    json_object_put(by_key);
    return groups;
}
