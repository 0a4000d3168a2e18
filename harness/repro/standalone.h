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
    const struct xl_shown *call;
    const char *isa, *compiler, *level;
    const char *emulator, *version; /* that it is run under, and its version; NULL: natively */
};

/* Why a plain program cannot show findings of this check; NULL: it can, for they are of what one
 * call gives, and not of how its registers are kept or what other calls do. */
const char *xl_standalone_why_not(enum xl_check check);

/* What became of it. */
enum xl_alone { XL_ALONE_FAILS, XL_ALONE_PASSES, XL_ALONE_NOT_COMPILED, XL_ALONE_NOT_RUN };

/* Writes the file, compiles it and runs it. said: what the program, or the compiler, printed. */
enum xl_alone xl_standalone_make(const struct xl_standalone *s, const char *file, char *said,
                                 size_t size);

#endif
