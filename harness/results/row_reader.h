/* A large file of results, read row by row.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RESULTS_ROW_READER_H
#define XL_HARNESS_RESULTS_ROW_READER_H

#include <json-c/json.h>
#include <stddef.h>

struct xl_row_reader {
    char *text; /* of the whole file, mapped */
    size_t size;
    size_t at, end;           /* what is left of its rows */
    size_t done;              /* bytes that are not wanted any more */
    struct json_object *head; /* the results with no rows */
    struct json_tokener *tokener;
};

/* Maps the file, finds its rows and reads everything else. 0, or -1: it is no object with one array
 * of rows, or cannot be read. The caller gives it to xl_row_reader_close, whatever the result. */
int xl_row_reader_open(const char *file, struct xl_row_reader *l);

/* The next row and its text. 1; 0 behind the last; -1: what comes next is no JSON. The caller puts
 * the row. */
int xl_row_reader_next(struct xl_row_reader *l, struct json_object **row, const char **text,
                       size_t *length);

void xl_row_reader_close(struct xl_row_reader *l);

#endif
