/* Where Crosslane is: its folder, and the module of its own kernels.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BASE_ROOT_H
#define XL_HARNESS_BASE_ROOT_H

#include <stdbool.h>

/* The repository's folder. A program that was built in build/<any> of a checkout belongs to that
 * checkout, wherever it was moved to; any other one to where it was configured. */
const char *xl_root(void);

/* The module of the kernels in kernels/, built beside the program. */
const char *xl_kernel_module(void);

/* Writes the path of a file of the repository. One that has no room ends the process, with status 2
 * and a message: xl_join_path has no such limit. */
void xl_root_path(const char *file, char *path, unsigned long size);

/* Whether builds can be made in its folder build/. */
bool xl_root_is_writable(void);

/* What a message says of a path: without the working directory where it begins with that. Points
 * into the path. */
const char *xl_path_shown(const char *path);

#endif
