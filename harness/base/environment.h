/* The environment that compilers, emulators and guests are started with.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ENVIRONMENT_H
#define XL_ENVIRONMENT_H

#include "base/error.h"

/* Clears the variables of harness/base/cleared.def from this process's environment, and sets LC_ALL
 * to C: what tools say is read here. The end of a child is seen from here on, whatever the caller
 * wants of SIGCHLD. Before any thread is started. */
void xl_environment_clear(void);

/* Whether the system gives a run of so many rows, so many at once, what it needs: a /proc, by which
 * agents are started, and open files, which it allows itself where it may. 0, or -1 with err: exit
 * 3. */
int xl_environment_check(const char *proc, size_t rows, size_t jobs, struct xl_error *err);

#endif
