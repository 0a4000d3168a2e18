/* Loads a shared object without running its constructors.
 * SPDX-License-Identifier: MIT
 *
 * A constructor of a kernel's file, or of the library that its reference calls, is foreign code. In
 * the host tool it could end the run with status 0, hang it, close its output, or leave an atexit
 * function, a signal handler or a thread behind. Records are data and need no constructor. So the
 * tool loads a copy whose constructors are hidden from the dynamic loader. A process that was
 * forked for references runs them. The loader still runs the constructors of needed libraries, and
 * the resolvers of IFUNCs; xl_module_try has seen them return.
 *
 * The copy is in memory, so $ORIGIN in its RPATH is not the directory of the file.
 */
#ifndef XL_HARNESS_ORACLE_MODULE_LOAD_H
#define XL_HARNESS_ORACLE_MODULE_LOAD_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

/* Loads the file. Returns dlopen's handle, or NULL with err. For one thread at a time. */
void *xl_module_open(const char *file, struct xl_error *err);

/* Whether this is the loader's name of a copy. */
bool xl_module_is_copy(const char *name);

/* Unloads it without running its destructors. */
void xl_module_close(void *handle);

/* Runs its constructors, in a process that was forked for that. Before each one, *at becomes its
 * address in the file. */
void xl_module_run_constructors(void *handle, _Atomic uintptr_t *at);

/* Runs the constructors of all loaded modules. */
void xl_module_run_all_constructors(void);

/* Loads the file and runs its constructors, in another process and within this time. Returns 0 if
 * they all return, or if the file cannot be loaded (xl_module_open will report that); else -1 with
 * err, which names the one that did not return. */
int xl_module_try(const char *file, int limit_ms, struct xl_error *err);

#endif
