/* Calls laid out in the shared memory.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CALL_LAYOUT_H
#define XL_HARNESS_CALL_LAYOUT_H

#include "call/planned.h"

/* Lays out call number i of a batch in the shared memory, from p->c. */
void xl_lay_out(const struct xl_calls *run, struct xl_planned *p, size_t i, bool small);

/* Fills the slot of argument k of a call that is laid out: poison, and the elements if they are
 * read. */
void xl_reset_buffer(const struct xl_calls *run, const struct xl_planned *p, size_t k);

#endif
