/* Expected seconds of rows, from earlier runs.
 * SPDX-License-Identifier: MIT
 */
#include "results/row_costs.h"

#include <string.h>

#include "base/json.h"

static void add_rows(struct xl_costs *costs, struct json_object *rows)
{
    for (size_t i = 0; i < json_object_array_length(rows); i++) {
        struct json_object *row = json_object_array_get_idx(rows, i);
        double seconds = xl_json_double(row, "seconds");
        const char *name = xl_json_text(row, "row"), *slash = strrchr(name, '/');
        name = slash ? slash + 1 : name; /* of a suite: PROJECT/ROW */
        if (*name && seconds > 0)
            json_object_object_add(costs->seconds, name, json_object_new_double(seconds));
    }
}

int xl_costs_read(const char *file, struct xl_costs *costs, struct xl_error *err)
{
    struct json_object *results = json_object_from_file(file);
    struct json_object *rows = xl_json_array(results, "rows");
    double sum = 0;
    if (!rows) {
        json_object_put(results);
        return xl_fail(err, "%s: error: not a results file: no 'rows'; see run --json", file);
    }
    if (!costs->seconds)
        costs->seconds = json_object_new_object();
    add_rows(costs, rows);
    json_object_object_foreach(costs->seconds, name, seconds)
    {
        (void)name;
        sum += json_object_get_double(seconds);
    }
    size_t count = (size_t)json_object_object_length(costs->seconds);
    costs->mean = count ? sum / (double)count : 0;
    json_object_put(results);
    return 0;
}

double xl_costs_of(const void *costs, const struct xl_row *row)
{
    const struct xl_costs *c = costs;
    struct json_object *seconds;
    if (c->seconds && json_object_object_get_ex(c->seconds, row->name, &seconds))
        return json_object_get_double(seconds);
    return c->mean;
}

void xl_costs_free(struct xl_costs *costs)
{
    json_object_put(costs->seconds);
    *costs = (struct xl_costs){0};
}
