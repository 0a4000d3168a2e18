/* What the agent noted of the fault that it died of, in words.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CALL_FAULT_H
#define XL_HARNESS_CALL_FAULT_H

#include "call/planned.h"

/* Whether it was a write to an input's slot, which was read-only. Says so in text, and in *check
 * whether it is known to be of the input or of what is around it. */
bool xl_fault_is_write(const struct xl_calls *run, const struct xl_planned *p, enum xl_check *check,
                       char *text, size_t size);

/* Appends to text at which instruction of which function and line it was; of an access, which
 * buffer it was in or next to, and how far past its end or before its start; of an instruction that
 * the CPU refused, what has it. Nothing where the agent noted no fault. */
void xl_fault_describe(const struct xl_calls *run, const struct xl_planned *p, int signal,
                       char *text, size_t size);

#endif
