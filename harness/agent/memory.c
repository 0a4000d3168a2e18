/* The memory that the agent shares with the host, and its guard pages.
 * SPDX-License-Identifier: MIT
 */
#define _FILE_OFFSET_BITS 64
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "protocol.h"

static unsigned char *banks[XL_BANKS];
static int is_guarded;

/* The bank of the batch; harness/repro/lanes.py reads it. In no static memory, for what changes
 * there is taken for a kernel's; nor on the heap, because clang makes static memory of what is
 * allocated once. */
static unsigned char **current_bank;

/* What is at XL_OWN_AT, and is read by lanes.py too: elsewhere, because most agents never map it.
 */
static unsigned char *dedicated_buffers;
static size_t own_bytes, own_size;

static _Noreturn void die(const char *what)
{
    perror(what);
    exit(1);
}

static void guard(unsigned char *page)
{
    if (is_guarded && mprotect(page, XL_PAGE, PROT_NONE))
        die("crosslane-agent: cannot protect a guard page");
}

static unsigned char *map(size_t size, off_t from)
{
    void *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, XL_FD_MEMORY, from);
    if (at == MAP_FAILED)
        die("crosslane-agent: cannot map the shared memory");
    return at;
}

static unsigned char *map_bank(unsigned bank)
{
    unsigned char *at = map(XL_MEMORY_BYTES, (off_t)bank * XL_BANK_STRIDE);
    for (size_t page = XL_SLOTS_AT; page < XL_LARGE_AT; page += XL_SMALL_STRIDE)
        guard(at + page);
    for (size_t page = XL_LARGE_AT; page <= XL_LAST_GUARD_AT; page += XL_LARGE_STRIDE)
        guard(at + page);
    return at;
}

void xl_memory_map(int guards)
{
    is_guarded = guards;
    current_bank = mmap(NULL, XL_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (current_bank == MAP_FAILED)
        die("crosslane-agent: out of memory");
    xl_memory_bank(0);
}

void xl_memory_map_banks(void)
{
    for (unsigned bank = 0; bank < XL_BANKS; bank++)
        if (!banks[bank])
            banks[bank] = map_bank(bank);
}

unsigned char *xl_memory_bank(unsigned bank)
{
    if (!banks[bank])
        banks[bank] = map_bank(bank);
    return *current_bank = banks[bank];
}

void xl_memory_map_own(uint64_t bytes)
{
    if (bytes == own_bytes || bytes > XL_MOST_OWN_BYTES)
        return;
    if (dedicated_buffers)
        munmap(dedicated_buffers, own_size);
    own_bytes = (size_t)bytes;
    own_size = XL_OWN_SLOTS * (own_bytes + XL_PAGE) + XL_PAGE;
    dedicated_buffers = map(own_size, XL_OWN_AT);
    for (size_t i = 0; i <= XL_OWN_SLOTS; i++)
        guard(dedicated_buffers + i * (own_bytes + XL_PAGE));
}

uintptr_t xl_memory_address(uint64_t offset)
{
    return offset < XL_OWN_AT ? (uintptr_t)*current_bank + (uintptr_t)offset
                              : (uintptr_t)dedicated_buffers + (uintptr_t)(offset - XL_OWN_AT);
}

uint64_t xl_memory_offset(uintptr_t address)
{
    if (dedicated_buffers && address - (uintptr_t)dedicated_buffers < own_size)
        return XL_OWN_AT + (address - (uintptr_t)dedicated_buffers);
    return (uint64_t)address - (uintptr_t)*current_bank;
}

unsigned char *xl_memory_slot(uint64_t offset, size_t *bytes)
{
    const uint64_t from = offset < XL_LARGE_AT ? XL_SLOTS_AT
                          : offset < XL_OWN_AT ? XL_LARGE_AT
                                               : XL_OWN_AT;
    *bytes = offset < XL_LARGE_AT ? XL_SMALL_BYTES
             : offset < XL_OWN_AT ? (size_t)XL_LARGE_BYTES
                                  : own_bytes;
    const uint64_t stride = *bytes + XL_PAGE;
    return (unsigned char *)xl_memory_address(from + (offset - from) / stride * stride + XL_PAGE);
}
