/* The memory that the agent shares with the host, and its guard pages.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_AGENT_SHARED_MEMORY_H
#define XL_HARNESS_AGENT_SHARED_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/* Maps the first bank. With guards, the pages between slots cannot be touched. */
void xl_memory_map(int guards);

/* Maps what there is not yet of the banks, so that where they are does not change from then on. */
void xl_memory_map_banks(void);

/* The bank that offsets are in from now on, of XL_BANKS. */
unsigned char *xl_memory_bank(unsigned bank);

/* Maps these, of so many bytes each, unless they are there. */
void xl_memory_map_own(uint64_t bytes);

/* The address of an offset in the bank, or at XL_DEDICATED_AT; the offset of an address, and where
 * it is in none of it, from its start. */
uintptr_t xl_memory_address(uint64_t offset);
uint64_t xl_memory_offset(uintptr_t address);

/* How many mappings there are for buffers far apart; the address of an offset in a large slot
 * there: they are mapped when one is first asked for. */
unsigned xl_memory_far(void);
uintptr_t xl_memory_far_address(uint64_t offset, unsigned mapping);

/* The slot that an offset is in. */
unsigned char *xl_memory_slot(uint64_t offset, size_t *bytes);

#endif
