/* What a worker keeps between kernels, for each bank: mapped, and given back.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_EXECUTE_WORKSPACE_H
#define XL_HARNESS_EXECUTE_WORKSPACE_H

#include "execute/context.h"

/* Of the first bank, with the other behind it. NULL: out of memory. */
struct xl_workspace *xl_workspace_new(void);
void xl_workspace_free(struct xl_workspace *w);

/* Slots of at least so many bytes, for a kernel that asks for large buffers; false: there is no
 * memory. And the usual ones again, if they can be had; whether there were others. */
bool xl_workspace_make_room(struct xl_workspace *w, size_t slot_bytes);
bool xl_workspace_shrink(struct xl_workspace *w);

/* Of all of it, as mprotect has it, for the process that asks. */
void xl_workspace_protect(struct xl_workspace *w, int protection);

#endif
