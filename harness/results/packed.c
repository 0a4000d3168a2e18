/* Rows that just passed, kept as text.
 * SPDX-License-Identifier: MIT
 */
#include "results/packed.h"

#include <json-c/printbuf.h>

#include "base/json.h"
#include "results/results.h"

enum { XL_UNPACKED = 8 /* valid at the same time */ };

/* Marks packed rows: a malformed file may have strings as rows. */
static char mark;

static bool is_packed(struct json_object *row)
{
    return json_object_is_type(row, json_type_string) && json_object_get_userdata(row) == &mark;
}

static bool is_plain_kernel(struct json_object *kernel)
{
    struct json_object *findings = xl_json_array(kernel, "findings");
    return xl_read_outcome(kernel) == XL_PASS &&
           (!findings || !json_object_array_length(findings)) &&
           !xl_json_number(kernel, "differences") && !*xl_json_text(kernel, "known_bug") &&
           !xl_json_array(kernel, "bits") && !xl_json_get(kernel, "better_than", json_type_double);
}

bool xl_row_is_plain(struct json_object *row)
{
    struct json_object *kernels = xl_json_array(row, "kernels");
    if (xl_read_outcome(row) != XL_PASS || !kernels)
        return false;
    for (size_t i = 0; i < json_object_array_length(kernels); i++)
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
    static struct json_object *unpacked[XL_UNPACKED];
    static size_t next;
    struct json_object *row = json_object_array_get_idx(rows, i);
    if (!is_packed(row))
        return row;
    struct json_object **at = &unpacked[next++ % XL_UNPACKED];
    json_object_put(*at);
    *at = json_tokener_parse(json_object_get_string(row));
    return *at;
}

struct json_object *xl_row_notable(struct json_object *rows, size_t i)
{
    struct json_object *row = json_object_array_get_idx(rows, i);
    return is_packed(row) ? NULL : row;
}
