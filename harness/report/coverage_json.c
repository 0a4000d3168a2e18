/* Coverage as JSON.
 * SPDX-License-Identifier: MIT
 */
#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>

#include "report/coverage_table.h"

static void add_text(struct json_object *to, const char *key, const char *text)
{
    json_object_object_add(to, key, json_object_new_string(text));
}

static void add_number(struct json_object *to, const char *key, uint64_t number)
{
    json_object_object_add(to, key, json_object_new_uint64(number));
}

static struct json_object *unreached_json(const struct xl_coverage_variant *v)
{
    const struct xl_coverage_build *b = v->build;
    struct json_object *list = json_object_new_array();
    for (size_t i = 0; i < b->listing.count; i++) {
        char text[600];
        const struct xl_instruction *insn = &b->listing.instructions[i];
        if (b->counts[i] || !xl_coverage_is_vector(b, v->variant, i))
            continue;
        struct json_object *o = json_object_new_object();
        snprintf(text, sizeof text, "0x%llx", (unsigned long long)insn->address);
        add_text(o, "address", text);
        snprintf(text, sizeof text, "%s %s", insn->mnemonic, insn->operands);
        add_text(o, "instruction", text);
        char *place = xl_coverage_place(b, insn->address);
        add_text(o, "source", place);
        free(place);
        json_object_array_add(list, o);
    }
    return list;
}

static struct json_object *variant_json(const struct xl_coverage_variant *v)
{
    const struct xl_image_variant *in = &v->build->image.variants[v->variant];
    struct json_object *o = json_object_new_object();
    json_object_object_add(o, "kernel",
                           json_object_new_string_len(in->symbol, (int)in->kernel_length));
    add_text(o, "build", v->build->name);
    add_text(o, "isa", in->isa);
    add_number(o, "rows", v->build->rows[v->variant]);
    add_number(o, "insns_covered", v->sum.executed);
    add_number(o, "insns_total", v->sum.total);
    json_object_object_add(o, "percent", json_object_new_double(xl_coverage_tenths(&v->sum)));
    add_number(o, "vector_insns_covered", v->sum.vector_executed);
    add_number(o, "vector_insns_total", v->sum.vector_total);
    json_object_object_add(o, "unreached", unreached_json(v));
    return o;
}

static struct json_object *row_json(const struct xl_coverage_row *row)
{
    struct json_object *o = json_object_new_object();
    add_text(o, "row", row->name);
    json_object_object_add(o, "measured", json_object_new_boolean(row->was_measured));
    add_text(o, "reason", row->reason);
    json_object_object_add(o, "seconds", json_object_new_double(row->seconds));
    return o;
}

int xl_coverage_write_json(const struct xl_coverage *coverage,
                           const struct xl_coverage_variant *variants, size_t count, uint64_t seed,
                           const char *file, struct xl_error *err)
{
    struct json_object *all = json_object_new_object(), *rows = json_object_new_array(),
                       *list = json_object_new_array();
    json_object_object_add(all, "version", json_object_new_int(1));
    add_number(all, "seed", seed);
    for (size_t i = 0; i < coverage->row_count; i++)
        json_object_array_add(rows, row_json(&coverage->rows[i]));
    for (size_t i = 0; i < count; i++)
        json_object_array_add(list, variant_json(&variants[i]));
    json_object_object_add(all, "rows", rows);
    json_object_object_add(all, "variants", list);
    int failed = json_object_to_file_ext(file, all, JSON_C_TO_STRING_PRETTY);
    if (failed)
        xl_error_set(err, "cannot write %s: %s", file, json_util_get_last_err());
    json_object_put(all);
    return failed ? -1 : 0;
}
