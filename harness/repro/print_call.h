/* A call that fails as a person reads it: what went in, what came out, what should have.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPRO_PRINT_CALL_H
#define XL_HARNESS_REPRO_PRINT_CALL_H

#include <stdio.h>

#include "repro/repro.h"

/* The number that bits are, as C reads it back but for what is not finite. */
void xl_print_number(enum xl_type type, uint64_t bits, char *text, size_t size);

/* Under a title: the call, its inputs, and the elements that are wrong. */
void xl_print_call(FILE *f, const char *title, const struct xl_shown *s);

#endif
