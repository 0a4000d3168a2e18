/* The environment that compilers, emulators and guests are started with.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ENVIRONMENT_H
#define XL_ENVIRONMENT_H

/* Clears the variables of harness/base/cleared.def from this process's environment, and sets LC_ALL
 * to C: what tools say is read here. The end of a child is seen from here on, whatever the caller
 * wants of SIGCHLD. Before any thread is started. */
void xl_environment_clear(void);

#endif
