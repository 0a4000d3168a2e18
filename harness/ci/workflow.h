/* The workflows of CI systems and the presets of CMake, made from templates.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CI_WORKFLOW_H
#define XL_HARNESS_CI_WORKFLOW_H

#include <stddef.h>

#include "base/error.h"
#include "matrix/rows.h"

/* A template with its lines of one @WORD@ replaced, at their indentation: @TIERS@ by a comment that
 * counts the rows of each tier, @CPUS@ by a list item for each CPU, @BUILDS@ by
 * one for each compiler and level, @CONFIGURE_PRESETS@ and @BUILD_PRESETS@ by an array's element,
 * with its comma, for each build of the first level. NULL with err: there is no such
 * word; else the caller frees it. file is what messages call the template. */
char *xl_workflow(const char *file, const char *text, const struct xl_row_list *list, size_t *size,
                  struct xl_error *err);

#endif
