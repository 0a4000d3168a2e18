/* A finding's call as a C file for a bug report, which does not need Crosslane.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPRO_STANDALONE_H
#define XL_HARNESS_REPRO_STANDALONE_H

#include "repro/reproduction.h"

/* How the program is made: with this compiler and level, for this ISA. */
struct xl_standalone {
    const struct xl_reproduction *reproduction;
    const struct xl_captured_call *call;
    const char *isa, *compiler, *level;
    /* NULL: the program runs natively. */
    const char *emulator, *version;
    /* With the guarded call. Set by xl_standalone_make if the program fails only with it. */
    bool is_guarded;
    /* is_guarded is final. */
    bool is_settled;
};

/* Why a standalone program cannot show findings of this check, or NULL if it can. */
const char *xl_standalone_refusal(enum xl_check check);

enum xl_standalone_status {
    XL_STANDALONE_FAILS,
    XL_STANDALONE_PASSES,
    XL_STANDALONE_NOT_COMPILED,
    XL_STANDALONE_NOT_RUN
};

/* Writes the file, compiles it and runs it. output: what the program, or the compiler, printed. */
enum xl_standalone_status xl_standalone_make(struct xl_standalone *s, const char *file,
                                             char *output, size_t size);

/* Which compiler, level or emulator is to blame. */

/* All attempts; the first one is the row's own. */
enum { XL_BLAME_LEVELS = 4, XL_MAX_BLAME_ATTEMPTS = 3 * XL_BLAME_LEVELS + 4 };

struct xl_blame_attempt {
    const char *compiler, *level, *isa;
    /* NULL: natively. */
    const char *emulator, *version;
    /* Another version of the emulator, or this machine's CPU. */
    bool is_other_emulator;
    bool is_scalar;
    enum xl_standalone_status outcome;
    char output[200];
};

struct xl_blame {
    struct xl_blame_attempt attempts[XL_MAX_BLAME_ATTEMPTS];
    size_t count;
    /* The row's own attempt fails only with the guarded call. */
    bool is_guarded;
};

/* Makes the program of a call with each of them. */
void xl_blame_run(const struct xl_reproduction *reproduction, const struct xl_captured_call *call,
                  struct xl_blame *b);

/* Writes the conclusion in one sentence. */
void xl_blame_summary(const struct xl_blame *b, char *text, size_t size);

void xl_blame_print(FILE *f, const struct xl_blame *b);

#endif
