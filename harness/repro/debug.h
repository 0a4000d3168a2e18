/* A failing call in gdb: on the emulator's stub, or natively.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPRO_DEBUG_H
#define XL_HARNESS_REPRO_DEBUG_H

#include "repro/repro.h"

/* The debugger that a row wants, found on PATH. 0, or -1 with err, which has the command that
 * installs it. */
int xl_debugger_find(bool is_native, char *path, size_t size, struct xl_error *err);

/* Makes the call under the debugger, stopped where the kernel begins, and waits until it is quit:
 * nothing is left running. batch: it prints what is to be seen and leaves. 0, or -1 with err. */
int xl_debug(const struct xl_showing *s, const struct xl_shown *call, const char *debugger,
             bool batch, struct xl_error *err);

#endif
