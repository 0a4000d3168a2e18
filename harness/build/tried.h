/* Whether a kernel module's own code lets itself be loaded: tried in a process of its own.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BUILD_TRIED_H
#define XL_HARNESS_BUILD_TRIED_H

#include "base/error.h"

/* Loads the file and runs its constructors, in another process and within this time. Returns 0 if
 * they all return, or if the file cannot be loaded at all, as who loads it will see; else -1 with
 * err, which names the one that does not. */
int xl_module_try(const char *file, int limit_ms, struct xl_error *err);

#endif
