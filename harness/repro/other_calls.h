/* The calls before, of a finding whose call alone does not fail.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPRO_OTHER_CALLS_H
#define XL_HARNESS_REPRO_OTHER_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "execute/context.h"
#include "results/checks.h"

/* So many of the kernel's cases, one after the other. */
struct xl_before {
    size_t first, count; /* from this one on; 0: none */
    size_t of;           /* cases that the kernel has */
};

/* Finds the fewest cases, of those before this one, that a fresh process must have called for the
 * case's call to fail; `fails` tries some. False: it does not fail after all of them either. */
bool xl_before_find(const struct xl_context *ctx, const struct xl_case *c,
                    bool (*fails)(void *data, const struct xl_before *before), void *data,
                    struct xl_before *before);

/* "call 1 of 712 (n = 3, fill small, buffers at end)" */
void xl_before_tell(const struct xl_context *ctx, const struct xl_before *before, char *text,
                    size_t size);

/* What a program of its own does besides one call, where that alone does not fail. */

/* Whether it takes other calls, or signals, for it to fail: what it gives with them must be what it
 * gives alone, bit by bit. */
bool xl_needs_other_calls(enum xl_check check);

/* The helper of the function that makes the call: where `is_other`, it reverses the inputs. */
void xl_other_calls_put_helper(FILE *f);

/* `main`, for which `fails` makes the call: once, or as the check wants it. */
void xl_other_calls_put_main(FILE *f, enum xl_check check);

#endif
