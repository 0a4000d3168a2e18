/* A finding's call as one C file that needs nothing of Crosslane: for a bug report.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPRO_STANDALONE_H
#define XL_HARNESS_REPRO_STANDALONE_H

#include "repro/compile.h"
#include "repro/repro.h"

/* How the file is made: by this compiler at this level, for this ISA. */
struct xl_standalone {
    const struct xl_showing *showing;
    const struct xl_captured_call *call;
    const char *isa, *compiler, *level;
    const char *emulator, *version; /* that it is run under, and its version; NULL: natively */
    bool is_guarded; /* by the guarded call. Set where a plain one passes, and this does not */
    bool is_settled; /* no other way is tried than is_guarded says */
};

/* Why a program of its own cannot show findings of this check; NULL: it can. */
const char *xl_standalone_why_not(enum xl_check check);

/* What became of it. */
enum xl_standalone_status {
    XL_STANDALONE_FAILS,
    XL_STANDALONE_PASSES,
    XL_STANDALONE_NOT_COMPILED,
    XL_STANDALONE_NOT_RUN
};

/* Writes the file, compiles it and runs it. said: what the program, or the compiler, printed. */
enum xl_standalone_status xl_standalone_make(struct xl_standalone *s, const char *file, char *said,
                                             size_t size);

#endif
