/* The case of a finding's call, as JSON and back.
 * SPDX-License-Identifier: MIT
 */
#include "results/case_json.h"

#include <string.h>

#include "base/json.h"
#include "oracle/case_groups.h"
#include "oracle/shape.h"
#include "oracle/strides.h"
#include "results/keys.h"

enum { XL_MOST_LANES = 1 << 16, XL_MOST_ROWS = 1 << 16 };

static void add_bool(struct json_object *o, enum xl_key key, bool value)
{
    xl_key_add(o, key, json_object_new_boolean(value));
}

struct json_object *xl_case_json(const struct xl_case *c)
{
    struct json_object *o = json_object_new_object();
    xl_key_number(o, XL_KEY_case_rows, c->rows);
    xl_key_number(o, XL_KEY_case_depth, c->depth);
    xl_key_number(o, XL_KEY_case_gaps, c->gaps);
    xl_key_number(o, XL_KEY_case_lanes, c->lanes);
    xl_key_number(o, XL_KEY_case_round, c->round);
    xl_key_number(o, XL_KEY_case_offset, c->offset);
    add_bool(o, XL_KEY_case_read_only, c->read_only);
    add_bool(o, XL_KEY_case_sticky, c->flags_preset);
    add_bool(o, XL_KEY_case_common, c->common);
    xl_key_number(o, XL_KEY_case_poison, c->poison);
    xl_key_number(o, XL_KEY_case_rounding, c->rounding);
    xl_key_number(o, XL_KEY_case_seed, c->seed);
    xl_key_number(o, XL_KEY_case_walk, c->walk);
    return o;
}

/* The number of a name in a list, or -1. */
static int find_name(const char *(*name_of)(int), int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(name_of(i), name) == 0)
            return i;
    return -1;
}

static const char *fill_name(int i)
{
    return xl_fill_name((enum xl_fill)i);
}

static const char *place_name(int i)
{
    return xl_placement_name((enum xl_placement)i);
}

bool xl_case_read(struct json_object *finding, struct xl_case *c)
{
    struct json_object *o = xl_json_get(finding, "case", json_type_object);
    const int fill = find_name(fill_name, XL_FILLS, xl_json_text(finding, "fill"));
    const int place = find_name(place_name, XL_PLACEMENTS, xl_json_text(finding, "place"));
    const size_t rounding = xl_json_number(o, "rounding");
    *c = (struct xl_case){.group = xl_case_group_find(xl_json_text(finding, "group")),
                          .n = xl_json_number(finding, "n"),
                          .rows = xl_json_number(o, "rows"),
                          .depth = xl_json_number(o, "depth"),
                          .gaps = (unsigned)xl_json_number(o, "gaps"),
                          .lanes = xl_json_number(o, "lanes"),
                          .round = (unsigned)xl_json_number(o, "round"),
                          .offset = (unsigned)xl_json_number(o, "offset"),
                          .read_only = xl_json_is_true(o, "read_only"),
                          .flags_preset = xl_json_is_true(o, "sticky"),
                          .common = xl_json_is_true(o, "common"),
                          .poison = (uint8_t)xl_json_number(o, "poison"),
                          .seed = xl_json_number(o, "seed"),
                          .walk = xl_json_number(o, "walk")};
    if (!o || fill < 0 || place < 0 || rounding >= XL_ROUNDINGS || !c->lanes ||
        c->lanes > XL_MOST_LANES || !c->rows || c->rows > XL_MOST_ROWS || !c->depth ||
        c->depth > XL_MOST_ROWS)
        return false;
    c->fill = (enum xl_fill)fill;
    c->placement = (enum xl_placement)place;
    c->rounding = (enum xl_rounding)rounding;
    return true;
}

static bool is_streamed(const struct xl_kernel *kernel, const struct xl_case *c)
{
    return xl_is_streamed(kernel, c) && c->n <= xl_streamed_n(kernel) + XL_STREAMED_MORE;
}

bool xl_case_fits(const struct xl_kernel *kernel, const struct xl_case *c)
{
    struct xl_case fitting = *c;
    xl_fit_rows(kernel, &fitting);
    const bool is_own = c->fill == XL_FILL_KNOWN || xl_fill_applies(c->fill, kernel);
    return is_own && (xl_max_n(kernel, c->n) == c->n || is_streamed(kernel, c)) &&
           xl_sizes_allow(kernel, c) && fitting.rows == c->rows && fitting.depth == c->depth &&
           fitting.gaps == c->gaps && (c->placement != XL_PLACEMENT_IN_PLACE || kernel->in_place);
}
