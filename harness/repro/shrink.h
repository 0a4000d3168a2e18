/* The smallest call that still fails: fewest elements, simplest values, fewest arguments that
 * matter.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPRO_SHRINK_H
#define XL_HARNESS_REPRO_SHRINK_H

#include "oracle/inputs.h"

struct xl_shrink {
    const struct xl_kernel *kernel;
    /* Makes the call of a case, whose inputs are given, and says whether it fails as wanted. */
    bool (*fails)(void *data, const struct xl_case *c);
    void *data;
    const struct xl_arg *output; /* that is wrong; NULL: no one */
    size_t element;              /* the one of it that was wrong; 0: no one */
    struct xl_case c;
    struct xl_explicit_inputs given;
    uint8_t *inputs[XL_MAX_ARGS]; /* what it points to; NULL for what is not read */
    size_t at[XL_SIZES];          /* where the wrong element is: in which row, ... */
    unsigned attempts, most;      /* calls made; no more than that */
};

/* Begins with a case that fails, and a copy of its inputs: for each argument an array, or for a
 * value its bits. False: out of memory. */
bool xl_shrink_begin(struct xl_shrink *s, const struct xl_case *c,
                     const uint8_t *const inputs[XL_MAX_ARGS]);

/* Makes s->c smaller until nothing more can be left out, or attempts run out. Inputs stay in their
 * domains. */
void xl_shrink_run(struct xl_shrink *s);

void xl_shrink_free(struct xl_shrink *s);

#endif
