/* libFuzzer: arbitrary bytes as a matrix, and as a workflow with a job named b.
 * SPDX-License-Identifier: MIT
 *
 *     clang -g -O1 -fsanitize=fuzzer,address,undefined ... tests/fuzz/fuzz_matrix.c && ./a.out
 * -max_len=4096
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "matrix/expand.h"
#include "matrix/rows.h"

/* Every build is somebody's, and the bound holds. */
static void check_list(struct xl_row_list *list)
{
    size_t pr = 0;
    for (size_t i = 0; i < list->count; i++) {
        pr += list->rows[i].tier == XL_TIER_PR;
        if (!xl_build_find(list, list->rows[i].build))
            abort();
    }
    if (pr < list->lower_bounds[XL_TIER_PR])
        abort();
    xl_row_list_free(list);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What is printed must be readable: the rows come back as a list of as many mappings. */
static void check_rows(const struct xl_rows *rows)
{
    char *json = xl_json_rows(rows);
    if (json == NULL)
        abort();
    struct json_object *array = json_tokener_parse(json);
    if (array == NULL || json_object_array_length(array) != rows->count)
        abort();
    json_object_put(array);
    free(json);
    for (size_t i = 0; i < rows->count; i++)
        free(xl_job_name("job", &rows->rows[i]));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct xl_expand_options github = {.max_rows = XL_GITHUB_MAX_ROWS};
    static const char *const jobs[] = {NULL, "b"};
    for (size_t i = 0; i < 2; i++) {
        struct xl_matrix_file file;
        struct xl_error err;
        if (xl_matrix_load_text("fuzz", (const char *)data, size, jobs[i], &github, &file, &err) ==
            0)
            check_rows(&file.rows);
        xl_matrix_file_free(&file);
    }
    struct xl_row_list list;
    struct xl_error err;
    if (xl_row_list_parse("fuzz", (const char *)data, size, &list, &err) == 0)
        check_list(&list);
    return 0;
}
