/* The rows that a build matrix expands to.
 * SPDX-License-Identifier: MIT
 */
#include "matrix/expanded.h"

#include "base/unicode.h"

void xl_rows_free(struct xl_rows *rows)
{
    xl_arena_free(&rows->arena);
    *rows = (struct xl_rows){0};
}

const struct xl_node *xl_matrix_row_get(const struct xl_matrix_row *row, const char *key)
{
    const size_t length = strlen(key);
    for (size_t i = 0; i < row->count; i++)
        if (xl_fold_equal(row->cells[i].key->text, row->cells[i].key->count, key, length))
            return row->cells[i].value;
    return NULL;
}
