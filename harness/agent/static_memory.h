/* The agent's own static memory, in which a kernel may keep something between calls.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_AGENT_STATIC_MEMORY_H
#define XL_HARNESS_AGENT_STATIC_MEMORY_H

#include <stdint.h>

/* Remembers what it holds now. */
void xl_static_snapshot(void);

/* Where what has changed since then lies, from the beginning of this memory; *bytes is 0 if nothing
 * has. *locals is 1 if something of the thread's own has: _Thread_local. */
void xl_static_snapshot_compare(uint64_t *at, uint64_t *bytes, uint64_t *locals);

/* Whether something there is not as it was. */
int xl_static_snapshot_differs(uint64_t at, uint64_t bytes);

#endif
