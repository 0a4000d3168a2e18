/* The memory that the agent shares with the host, and its guard pages.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_AGENT_MEMORY_H
#define XL_HARNESS_AGENT_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/* Maps all but the slots at XL_OWN_AT. With guards, the pages between slots cannot be touched. */
unsigned char *xl_memory_map(int guards);

/* Maps these, of so many bytes each, unless they are there. */
void xl_memory_map_own(uint64_t bytes);

/* The address of an offset in the memory; the offset of an address, and where it is in none of it,
 * from its start. */
uintptr_t xl_memory_address(uint64_t offset);
uint64_t xl_memory_offset(uintptr_t address);

/* The slot that an offset is in. */
unsigned char *xl_memory_slot(uint64_t offset, size_t *bytes);

#endif
