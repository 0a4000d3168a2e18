/* Who is to blame for a finding: the same call by other compilers, levels and emulators, and by
 * scalar code.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPRO_BLAME_H
#define XL_HARNESS_REPRO_BLAME_H

#include "repro/standalone.h"

/* The row's own first. */
enum { XL_TRIED_LEVELS = 4, XL_MOST_TRIED = 2 * XL_TRIED_LEVELS + 4 };

struct xl_tried {
    const char *compiler, *level, *isa;
    const char *emulator, *version;    /* NULL: natively */
    bool is_other_emulator, is_scalar; /* other: another version, or this machine's CPU */
    enum xl_standalone_status outcome;
    char said[200];
};

struct xl_blame {
    struct xl_tried tried[XL_MOST_TRIED];
    size_t count;
    bool is_guarded; /* by the guarded call, as the row's own fails */
};

/* Tries all of them with a call, the file of which is made anew for each. */
void xl_blame_try(const struct xl_showing *showing, const struct xl_captured_call *call,
                  struct xl_blame *b);

/* What follows from the outcomes, in a sentence. */
void xl_blame_say(const struct xl_blame *b, char *text, size_t size);

void xl_blame_print(FILE *f, const struct xl_blame *b);

#endif
