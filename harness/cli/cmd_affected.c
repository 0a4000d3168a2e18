/* crosslane affected: the rows and kernels that a change can affect.
 * SPDX-License-Identifier: MIT
 */
#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "ci/affected.h"
#include "cli/cli.h"
#include "cli/common_options.h"
#include "cli/options.h"

struct question {
    struct xl_cli_selection s;
    const char *base, *labels[XL_MAX_LABELS];
    size_t label_count;
    bool as_json;
};

const struct xl_cli_usage xl_cli_affected_usage = {
    .begin = "Usage: crosslane affected --base REV [OPTION]...\n"
             "List the rows and kernels that a change can affect, and why.\n"
             "\n",
    .options =
        {
            XL_VALUE_OPTION("base", "REV", TEXT, struct question, base,
                            "compare the work tree with its merge base with REV"),
            XL_LIST_OPTION("label", "LABEL", TEXT, struct question, labels, label_count,
                           "also the rows of ciflow/ARCH or ciflow/TIER; repeatable"),
            XL_SELECT_CHANGED_KERNELS,
            XL_FLAG_OPTION("json", struct question, as_json,
                           "print a JSON object: files with reasons, rows, kernels"),
        },
    .end = "Exit status: 0, 2 usage, 3 environment\n",
};

static struct json_object *kernels_json(const struct xl_affected *a, size_t row)
{
    struct json_object *kernels = json_object_new_array();
    for (size_t k = 0; k < a->kernel_count; k++)
        if (xl_affected_has(a, row, k))
            json_object_array_add(kernels, json_object_new_string(a->kernels[k]));
    return kernels;
}

static void print_json(const struct xl_affected *a)
{
    struct json_object *o = json_object_new_object(), *files = json_object_new_array(),
                       *rows = json_object_new_array();
    xl_json_add_text(o, "base", a->commit);
    for (size_t i = 0; i < a->changes.count; i++) {
        struct json_object *file = json_object_new_object();
        xl_json_add_text(file, "file", a->files[i].file);
        xl_json_add_text(file, "why", a->files[i].reason);
        json_object_object_add(file, "rows", json_object_new_uint64(a->files[i].rows));
        json_object_array_add(files, file);
    }
    for (size_t i = 0; i < a->list->count; i++) {
        if (!xl_affected_count(a, i))
            continue;
        struct json_object *row = json_object_new_object();
        xl_json_add_text(row, "row", a->list->rows[i].name);
        json_object_object_add(row, "kernels", kernels_json(a, i));
        json_object_array_add(rows, row);
    }
    json_object_object_add(o, "files", files);
    json_object_object_add(o, "rows", rows);
    puts(json_object_to_json_string_ext(o,
                                        JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_NOSLASHESCAPE));
    json_object_put(o);
}

/* Rows with their kernels on standard output; what made them so, and how many they are, on standard
 * error. */
static void print_text(const struct xl_affected *a)
{
    size_t rows = 0;
    for (size_t i = 0; i < a->list->count; i++) {
        size_t count = xl_affected_count(a, i);
        if (!count)
            continue;
        rows++;
        printf("%s\t", a->list->rows[i].name);
        if (count == a->kernel_count)
            printf("all %zu kernel%s", count, xl_s(count));
        for (size_t k = 0, printed = 0; count != a->kernel_count && k < a->kernel_count; k++)
            if (xl_affected_has(a, i, k))
                printf("%s%s", printed++ ? " " : "", a->kernels[k]);
        putchar('\n');
    }
    for (size_t i = 0; i < a->changes.count; i++)
        fprintf(stderr, "%s: %zu row%s: %s\n", a->files[i].file, a->files[i].rows,
                xl_s(a->files[i].rows), a->files[i].reason);
    fprintf(stderr, "%zu changed file%s can affect %zu of %zu rows\n", a->changes.count,
            xl_s(a->changes.count), rows, a->list->count);
}

/* The tables that an answer is made from. */
static int answer(const struct question *q)
{
    struct xl_row_list list;
    struct xl_named_kernels kernels;
    struct xl_affected affected;
    struct xl_error err;
    if (xl_cli_rows_read(q->s.run.kernels_dir, &list))
        return XL_EXIT_USAGE;
    int status = xl_cli_named_kernels_load(q->s.run.kernels_dir, &kernels) ? XL_EXIT_ENVIRONMENT
                                                                           : XL_EXIT_OK;
    if (!status) {
        bool failed = xl_affected_find(q->base, &list, &kernels.all, &affected, &err);
        for (size_t i = 0; !failed && i < q->label_count; i++)
            failed = xl_affected_label(&affected, q->labels[i], &err);
        status = failed ? XL_EXIT_USAGE : XL_EXIT_OK;
        if (failed)
            fprintf(stderr, "crosslane: error: %s\n", err.text);
        else
            (q->as_json ? print_json : print_text)(&affected);
        xl_affected_free(&affected);
    }
    xl_cli_named_kernels_free(&kernels);
    xl_row_list_free(&list);
    return status;
}

int xl_cli_affected(int argc, char **argv)
{
    struct question q = {0};
    const int status = xl_cli_parse(argc, argv, &xl_cli_affected_usage, &q, NULL);
    if (status != -1)
        return status;
    if (!q.base)
        return xl_cli_missing("affected", "--base REV");
    return answer(&q);
}
