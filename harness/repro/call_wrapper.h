/* The agent's guarded call as C that a file of its own can have: registers that a function must
 * keep are set before a call and compared after it, and all others hold poison.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPRO_CALL_WRAPPER_H
#define XL_HARNESS_REPRO_CALL_WRAPPER_H

#include <stdio.h>

#include "repro/compile.h"
#include "repro/repro.h"

/* arch/call.c and <arch>/call.S, preprocessed by this compiler, of the build in this folder. NULL
 * with err; the caller frees it. */
char *xl_call_wrapper_code(const char *folder, const char *arch, const struct xl_toolchain *d,
                           struct xl_error *err);

/* Tables of what a call must keep: in front of main. */
void xl_call_wrapper_put_tables(FILE *f, const struct xl_state *state);

/* The call, and what it did not keep: statements of a function in which `failed` is set. */
void xl_call_wrapper_put_call(FILE *f, const struct xl_captured_call *s,
                              const struct xl_state *state, const char *symbol, const char *isa);

#endif
