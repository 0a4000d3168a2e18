/* Source lines that tests executed.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_SUITE_LINES_H
#define XL_HARNESS_SUITE_LINES_H

#include "base/error.h"
#include "suite/vector_evidence.h"

/* Writes the lines of source files below the directory that have code in the files of the evidence.
 * Each is a line "NUMBER 0" or "NUMBER 1" (executed) below the line "F PATH" of its file. Files
 * without debug information have none. Returns 0, or -1 with err. */
int xl_suite_lines_write(const struct xl_evidence *e, const char *dir, const char *file,
                         struct xl_error *err);

#endif
