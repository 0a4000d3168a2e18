/* Reduces a failing call: fewer elements, simpler values.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPRO_SHRINK_H
#define XL_HARNESS_REPRO_SHRINK_H

#include "oracle/inputs.h"

struct xl_shrink {
    const struct xl_kernel *kernel;
    /* Makes the call of a case with explicit inputs, and returns whether it fails in the same way.
     */
    bool (*fails)(void *data, const struct xl_case *c);
    void *data;
    /* The wrong output, or NULL, and its wrong element, or 0. */
    const struct xl_arg *output;
    size_t element;
    struct xl_case c;
    /* The explicit inputs of c. NULL for arguments that are not read. */
    struct xl_explicit_inputs explicit_inputs;
    uint8_t *inputs[XL_MAX_ARGS];
    /* The position of the wrong element, for each size: its row, and so on. */
    size_t at[XL_SIZES];
    /* Calls made, and their limit. */
    unsigned attempts, max_attempts;
};

/* Begins with a failing case, and copies its inputs: of each argument an array, or the bits of a
 * value. */
void xl_shrink_begin(struct xl_shrink *s, const struct xl_case *c,
                     const uint8_t *const inputs[XL_MAX_ARGS]);

/* Reduces s->c until nothing more can be removed, or no attempts are left. Inputs stay in their
 * domains. */
void xl_shrink_run(struct xl_shrink *s);

void xl_shrink_free(struct xl_shrink *s);

#endif
