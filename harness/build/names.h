/* Which file each kernel of a folder is in: the list that kernels.cmake writes into a build's
 * folder.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BUILD_NAMES_H
#define XL_HARNESS_BUILD_NAMES_H

#include <stdbool.h>
#include <stddef.h>

/* The list, a line "KERNEL FILE" each, the file without its folder and ending; NULL: there is none.
 * The caller frees it. */
char *xl_names_read(const char *build_folder);

/* Whether one of the lines, which stand between newlines, is this name. */
bool xl_names_has(const char *lines, const char *name);

/* The file of a kernel: its own name where the list does not have it, or is NULL. */
void xl_names_file(const char *names, const char *kernel, char *file, size_t size);

#endif
