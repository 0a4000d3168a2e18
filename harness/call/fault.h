/* What the agent noted of the fault that it died of, in words.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CALL_FAULT_H
#define XL_HARNESS_CALL_FAULT_H

#include "call/planned.h"

/* Appends to text which buffer the fault was in or next to, how far past its end or before its
 * start, and at which instruction of which function; nothing where the agent noted no fault. */
void xl_fault_describe(const struct xl_calls *run, const struct xl_planned *p, char *text,
                       size_t size);

#endif
