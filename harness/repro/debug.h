/* Opens a failing call in gdb, on the emulator's stub or natively.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPRO_DEBUG_H
#define XL_HARNESS_REPRO_DEBUG_H

#include "repro/repro.h"

/* gdb, and the tree of sysroots/mk-debugger with its data. NULL: gdb finds its data itself. */
struct xl_debugger {
    char *path, *tree;
};

void xl_debugger_free(struct xl_debugger *d);

/* Finds the gdb of its tree, which is made if it is missing. With CROSSLANE_TOOLS=host finds
 * gdb-multiarch in PATH, and for native rows also gdb. Returns 0, or -1 with err. err is empty if
 * the reason was printed. The caller frees the debugger in both cases. */
int xl_debugger_find(bool is_native, struct xl_debugger *d, struct xl_error *err);

/* Makes the call under the debugger, which stops at the first instruction of the kernel, and waits
 * for its end. batch: the debugger prints the failure and exits. Returns 0, or -1 with err. */
int xl_debug(const struct xl_reproduction *s, const struct xl_captured_call *call,
             const struct xl_debugger *debugger, bool batch, struct xl_error *err);

#endif
