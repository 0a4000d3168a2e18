/* What a program of its own does besides one call, where that alone does not fail.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPRO_BESIDE_H
#define XL_HARNESS_REPRO_BESIDE_H

#include <stdbool.h>
#include <stdio.h>

#include "results/checks.h"

/* Whether it takes other calls, or signals, for it to fail: what it gives with them must be what it
 * gives alone, bit by bit. */
bool xl_is_beside(enum xl_check check);

/* The helper of the function that makes the call: where `is_other`, it reverses the inputs. */
void xl_beside_put_helper(FILE *f);

/* `main`, for which `fails` makes the call: once, or as the check wants it. */
void xl_beside_put_main(FILE *f, enum xl_check check);

#endif
