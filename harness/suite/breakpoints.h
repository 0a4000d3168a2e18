/* Which functions a command executes on this machine's own CPU.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_SUITE_BREAKPOINTS_H
#define XL_HARNESS_SUITE_BREAKPOINTS_H

#include <stdbool.h>

#include "base/error.h"
#include "matrix/isas.h"
#include "suite/executed.h"
#include "suite/launch.h"
#include "suite/traced.h"

/* Whether this machine's CPU has the ISA, and Linux saves its registers. */
bool xl_native_has(const struct xl_isa *isa);

/* Runs the command and all that it starts on this machine's CPU, without output, and marks which
 * functions with vector code of the row's ISA were entered: executed->at[i].is_by_entries. What it
 * leaves running is killed. Returns 0; or -1 with err, if the CPU lacks the ISA, the machine
 * forbids ptrace, or the command cannot be started. xl_executed_free releases *executed. */
int xl_native_executed(const struct xl_native *native, struct xl_executed *executed,
                       struct xl_launched *launched, struct xl_error *err);

#endif
