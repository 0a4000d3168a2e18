/* Reads a large results file row by row.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RESULTS_ROW_READER_H
#define XL_HARNESS_RESULTS_ROW_READER_H

#include <json-c/json.h>
#include <stddef.h>

struct xl_row_reader {
    char *text; /* of the whole file, mapped */
    size_t size;
    size_t at, end;           /* the rows not yet read */
    size_t done;              /* bytes given back to the system */
    struct json_object *head; /* the results without rows */
    struct json_tokener *tokener;
};

/* Maps the file, finds its rows and reads everything else. 0, or -1: it cannot be read, or is not
 * an object with one array of rows. The caller always gives it to xl_row_reader_close. */
int xl_row_reader_open(const char *file, struct xl_row_reader *l);

/* The next row and its text. Returns 1; 0 after the last; -1 for invalid JSON. The caller puts the
 * row. */
int xl_row_reader_next(struct xl_row_reader *l, struct json_object **row, const char **text,
                       size_t *length);

void xl_row_reader_close(struct xl_row_reader *l);

#endif
