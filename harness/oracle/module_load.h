/* A shared object that is loaded, with none of its constructors run.
 * SPDX-License-Identifier: MIT
 *
 * A constructor of a kernel's file, or of the library that its reference calls, is somebody else's
 * code. In the host tool it could end the run with status 0, hang it, close its output, or leave an
 * atexit function, a signal handler or a thread behind. Records are data, and need none of that. So
 * the tool loads a copy whose constructors the dynamic loader does not know of, and a process that
 * was forked for references runs them there. What is left is a library that the file needs, whose
 * constructors the loader does run, and resolvers of IFUNCs: xl_module_try has seen them return.
 *
 * The loader finds the copy in memory: $ORIGIN in its RPATH is no folder of the file's.
 */
#ifndef XL_HARNESS_ORACLE_MODULE_LOAD_H
#define XL_HARNESS_ORACLE_MODULE_LOAD_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

/* Loads the file. Returns dlopen's handle, or NULL with err. Not for several threads at once. */
void *xl_module_open(const char *file, struct xl_error *err);

/* Whether this is the loader's name of such a copy. */
bool xl_module_is_copy(const char *name);

/* Unloads it; its destructors are not run either. */
void xl_module_close(void *handle);

/* Runs its constructors, in a process that was forked for that. Before each one, *at becomes its
 * address as the file has it. */
void xl_module_run_constructors(void *handle, _Atomic uintptr_t *at);

/* Runs those of all that is loaded so. */
void xl_module_run_all_constructors(void);

/* Whether a kernel module's own code lets itself be loaded: tried in a process of its own. */

/* Loads the file and runs its constructors, in another process and within this time. Returns 0 if
 * they all return, or if the file cannot be loaded at all, as who loads it will see; else -1 with
 * err, which names the one that does not. */
int xl_module_try(const char *file, int limit_ms, struct xl_error *err);

#endif
