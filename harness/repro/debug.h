/* A failing call in gdb: on the emulator's stub, or natively.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPRO_DEBUG_H
#define XL_HARNESS_REPRO_DEBUG_H

#include "repro/repro.h"

/* gdb, and where it has its data. */
struct xl_debugger {
    char *path;
    char *tree; /* of sysroots/mk-debugger; NULL: that is its own affair */
};

void xl_debugger_free(struct xl_debugger *d);

/* The gdb of its tree, which is made if it is not there; with CROSSLANE_TOOLS=host gdb-multiarch of
 * PATH, for native rows also gdb. 0, or -1 with err, or with err empty where the reason was
 * printed. The caller frees it, either way. */
int xl_debugger_find(bool is_native, struct xl_debugger *d, struct xl_error *err);

/* Makes the call under the debugger, stopped where the kernel begins, and waits until it is quit:
 * nothing is left running. batch: it prints what is to be seen and leaves. 0, or -1 with err. */
int xl_debug(const struct xl_showing *s, const struct xl_captured_call *call,
             const struct xl_debugger *debugger, bool batch, struct xl_error *err);

#endif
