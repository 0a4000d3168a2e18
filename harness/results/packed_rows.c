/* Rows of results for reports: those that just passed as text, and all of them printable.
 * SPDX-License-Identifier: MIT
 */
#include "results/packed_rows.h"

#include <json-c/printbuf.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/text.h"
#include "results/keys.h"

/* Marks packed rows: a malformed file may have strings as rows. */
static char mark;

static bool is_packed(struct json_object *row)
{
    return json_object_is_type(row, json_type_string) && json_object_get_userdata(row) == &mark;
}

static bool is_plain_kernel(struct json_object *kernel)
{
    struct json_object *findings = xl_key_array(kernel, XL_KEY_kernel_findings);
    return xl_key_outcome(kernel) == XL_PASS && !xl_json_length(findings) &&
           !xl_key_number(kernel, XL_KEY_kernel_differences) &&
           !*xl_key_text(kernel, XL_KEY_kernel_known_bug) &&
           !xl_key_array(kernel, XL_KEY_kernel_bits) &&
           !xl_key_get(kernel, XL_KEY_kernel_better_than, json_type_double);
}

bool xl_row_is_plain(struct json_object *row)
{
    struct json_object *kernels = xl_key_array(row, XL_KEY_row_kernels);
    if (xl_key_outcome(row) != XL_PASS || !kernels || xl_key_has(row, XL_KEY_row_suite))
        return false; /* of a suite, reports show functions and tests that passed */
    for (size_t i = 0; i < xl_json_length(kernels); i++)
        if (!is_plain_kernel(json_object_array_get_idx(kernels, i)))
            return false;
    return true;
}

static int write_packed(struct json_object *row, struct printbuf *to, int level, int flags)
{
    (void)level, (void)flags;
    return printbuf_memappend(to, json_object_get_string(row), json_object_get_string_len(row));
}

struct json_object *xl_row_pack(const char *text, size_t length)
{
    struct json_object *row = json_object_new_string_len(text, (int)length);
    json_object_set_serializer(row, write_packed, &mark, NULL);
    return row;
}

struct json_object *xl_row_at(struct json_object *rows, size_t i)
{
    struct json_object *row = json_object_array_get_idx(rows, i);
    return is_packed(row) ? json_tokener_parse(json_object_get_string(row)) : json_object_get(row);
}

struct json_object *xl_row_notable(struct json_object *rows, size_t i)
{
    struct json_object *row = json_object_array_get_idx(rows, i);
    return is_packed(row) ? NULL : row;
}

/* Text that people see. */

/* The characters that a field keeps: those of its lines. key: NULL in an array. */
static const char *kept_in(const char *key)
{
    static const enum xl_key lines[] = {XL_KEY_kernel_output,   XL_KEY_kernel_code,
                                        XL_KEY_kernel_reason,   XL_KEY_row_notes,
                                        XL_KEY_finding_message, XL_KEY_row_evidence};
    for (size_t i = 0; key && i < sizeof lines / sizeof lines[0]; i++)
        if (strcmp(key, xl_key_name(lines[i])) == 0)
            return "\n\t";
    return "";
}

/* A text as it is shown; NULL: as it is. */
static struct json_object *shown_text(struct json_object *o, const char *key)
{
    const char *text = json_object_get_string(o);
    char *shown = xl_printable(text, kept_in(key));
    struct json_object *copy = strcmp(shown, text) != 0 ? json_object_new_string(shown) : NULL;
    free(shown);
    return copy;
}

/* An array or object with the same values. */
static struct json_object *shallow_copy(struct json_object *o)
{
    const bool is_array = json_object_is_type(o, json_type_array);
    struct json_object *copy = is_array ? json_object_new_array() : json_object_new_object();
    for (size_t i = 0; is_array && i < xl_json_length(o); i++)
        json_object_array_add(copy, json_object_get(json_object_array_get_idx(o, i)));
    if (is_array)
        return copy;
    json_object_object_foreach(o, name, value)
    {
        json_object_object_add(copy, name, json_object_get(value));
    }
    return copy;
}

/* A value as it is shown; NULL: as it is. */
static struct json_object *shown(struct json_object *o, const char *key)
{
    struct json_object *copy = NULL;
    if (json_object_is_type(o, json_type_string))
        return is_packed(o) ? NULL : shown_text(o, key);
    if (json_object_is_type(o, json_type_array))
        for (size_t i = 0; i < xl_json_length(o); i++) {
            struct json_object *item = shown(json_object_array_get_idx(o, i), key);
            if (item && !copy)
                copy = shallow_copy(o);
            if (item)
                json_object_array_put_idx(copy, i, item);
        }
    if (!json_object_is_type(o, json_type_object))
        return copy;
    json_object_object_foreach(o, name, value)
    {
        struct json_object *item = shown(value, name);
        if (item && !copy)
            copy = shallow_copy(o);
        if (item)
            json_object_object_add(copy, name, item);
    }
    return copy;
}

struct json_object *xl_results_printable(struct json_object *o)
{
    struct json_object *copy = shown(o, NULL);
    return copy ? copy : json_object_get(o);
}
