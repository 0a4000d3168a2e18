/* Makes workflows of CI systems and CMake presets from templates.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CI_WORKFLOW_H
#define XL_HARNESS_CI_WORKFLOW_H

#include <stddef.h>

#include "base/error.h"
#include "matrix/rows.h"

/* A template whose lines of one @WORD@ are replaced, with their indentation:
 *
 *   @TIERS@               a comment with the number of rows of each tier
 *   @CPUS@                a list item for each CPU
 *   @BUILDS@              a list item for each compiler and level
 *   @CONFIGURE_PRESETS@   an array element and its comma for each build of the first level
 *   @BUILD_PRESETS@       likewise
 *
 * Messages call the template `file`. The caller frees the result. Returns NULL with err if a word
 * is unknown. */
char *xl_workflow(const char *file, const char *text, const struct xl_row_list *list, size_t *size,
                  struct xl_error *err);

#endif
