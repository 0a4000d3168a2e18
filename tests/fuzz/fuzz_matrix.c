/* libFuzzer: arbitrary bytes as a matrix, as a workflow with a job named b, and as a crosslane.yml
 * with `rows`.
 * SPDX-License-Identifier: MIT
 *
 *     clang -g -O1 -fsanitize=fuzzer,address,undefined ... tests/fuzz/fuzz_matrix.c && ./a.out
 * -max_len=4096
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "matrix/expand.h"
#include "matrix/own_rows.h"
#include "matrix/rows.h"

/* Every build is somebody's, and tier pr has rows. */
static void check_list(struct xl_row_list *list)
{
    size_t pr = 0;
    for (size_t i = 0; i < list->count; i++) {
        pr += list->rows[i].tier == XL_TIER_PR;
        if (!xl_build_find(list, list->rows[i].build))
            abort();
    }
    if (list->count && !pr)
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
}

/* Applied to a small matrix: every row has a build, and no two have one name. */
static void check_own_rows(const char *text, size_t size)
{
    static const char matrix[] =
        "build: {arch: [riscv64, aarch64], compiler: [gcc, llvm], opt: [O2]}\n"
        "test:\n"
        "  cpu:\n"
        "    - {arch: riscv64, name: v128, qemu_cpu: 'rv64,vlen=128', isa: rvv, vl: 128}\n"
        "    - {arch: aarch64, name: sve256, qemu_cpu: 'max', isa: sve, vl: 256, kernels: [a]}\n"
        "  compiler: [gcc, llvm]\n"
        "  opt: [O2]\n";
    struct xl_row_list list;
    struct xl_error err;
    if (xl_row_list_parse("matrix", matrix, strlen(matrix), &list, &err))
        abort();
    const bool is_read = xl_own_rows_parse("fuzz", text, size, &list, &err) == 0;
    for (size_t i = 0; is_read && i < list.count; i++)
        for (size_t k = 0; k < i; k++)
            if (strcmp(list.rows[i].name, list.rows[k].name) == 0)
                abort();
    if (is_read && !list.count)
        abort();
    is_read ? check_list(&list) : xl_row_list_free(&list);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const jobs[] = {NULL, "b"};
    for (size_t i = 0; i < 2; i++) {
        struct xl_matrix_file file;
        struct xl_error err;
        if (xl_matrix_load_text("fuzz", (const char *)data, size, jobs[i], XL_GITHUB_MAX_ROWS,
                                &file, &err) == 0)
            check_rows(&file.rows);
        xl_matrix_file_free(&file);
    }
    struct xl_row_list list;
    struct xl_error err;
    if (xl_row_list_parse("fuzz", (const char *)data, size, &list, &err) == 0)
        check_list(&list);
    check_own_rows((const char *)data, size);
    return 0;
}
