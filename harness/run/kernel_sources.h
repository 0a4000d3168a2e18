/* What is known of kernels, whatever the row: files, lines, arguments.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RUN_KERNEL_SOURCES_H
#define XL_HARNESS_RUN_KERNEL_SOURCES_H

#include <stdbool.h>

#include "oracle/module.h"

struct json_object;

/* `sources` of results, of those that are chosen. folder: where their files are, as `shown` (not
 * with a slash behind it); NULL: nothing is known of their files. The caller puts it. */
struct json_object *xl_sources(const struct xl_kernels *kernels, const bool *chosen,
                               const char *folder, const char *shown);

#endif
