/* The memory that the agent shares with the host, and its guard pages.
 * SPDX-License-Identifier: MIT
 */
#define _FILE_OFFSET_BITS 64
#include "shared_memory.h"

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

/* What is at XL_DEDICATED_AT, and is read by lanes.py too: elsewhere, because most agents never map
 * it.
 */
static unsigned char *dedicated_buffers;
static size_t own_bytes, own_size;

/* What follows the bank at current_bank: where the first of the mappings far apart is, of each
 * bank; 0: there are none yet. */
static uintptr_t *far_bases(void)
{
    return (uintptr_t *)(void *)(current_bank + 1);
}

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

enum {
    XL_FAR_SIZE = XL_MEMORY_BYTES - XL_LARGE_AT,
    XL_FAR_BANKS = 1 << 24, /* from those of one bank to those of the other */
    XL_FAR_PLACES = 8       /* that are tried */
};

unsigned xl_memory_far(void)
{
    return sizeof(uintptr_t) > 4 ? XL_FAR : 2;
}

/* From the first of the mappings. */
static uintptr_t far_distance(unsigned mapping)
{
    const uint64_t distance = mapping == XL_FAR - 1 ? 0 - XL_FAR_BEFORE : mapping * XL_FAR_BYTES;
    return (uintptr_t)distance;
}

/* Where mappings of 32 bits are, some of them have the sign. */
static uintptr_t far_place(unsigned place)
{
    const uint64_t wide = (UINT64_C(16) + place) << 32;
    return sizeof(uintptr_t) > 4 ? (uintptr_t)wide
                                 : (uintptr_t)0x28000000 + ((uintptr_t)place << 26);
}

static unsigned char *far_mapping(uintptr_t first, unsigned mapping)
{
    return (unsigned char *)(first + far_distance(mapping)); // NOLINT(performance-no-int-to-ptr)
}

/* Whether all of them can be had there. */
static int map_far_at(uintptr_t first, off_t from)
{
    const unsigned count = xl_memory_far();
    for (unsigned m = 0; m < count; m++) {
        void *wanted = far_mapping(first, m);
        void *at =
            mmap(wanted, XL_FAR_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, XL_FD_MEMORY, from);
        if (at == wanted)
            continue;
        if (at != MAP_FAILED)
            munmap(at, XL_FAR_SIZE);
        while (m-- > 0)
            munmap(far_mapping(first, m), XL_FAR_SIZE);
        return 0;
    }
    for (unsigned m = 0; m < count; m++)
        for (size_t page = 0; page < XL_FAR_SIZE; page += XL_LARGE_STRIDE)
            guard(far_mapping(first, m) + page);
    return 1;
}

static unsigned bank_number(void)
{
    unsigned bank = 0;
    while (banks[bank] != *current_bank)
        bank++;
    return bank;
}

/* Where the first mapping of the current bank is. */
static uintptr_t far_base(void)
{
    const unsigned bank = bank_number();
    uintptr_t *base = &far_bases()[bank];
    const off_t from = (off_t)bank * XL_BANK_STRIDE + XL_LARGE_AT;
    for (unsigned place = 0; place < XL_FAR_PLACES && !*base; place++) {
        const uintptr_t first = far_place(place) + (uintptr_t)bank * XL_FAR_BANKS;
        if (map_far_at(first, from))
            *base = first;
    }
    if (!*base)
        die("crosslane-agent: cannot map the shared memory far apart");
    return *base;
}

uintptr_t xl_memory_far_address(uint64_t offset, unsigned mapping)
{
    const unsigned last = xl_memory_far() - 1;
    return far_base() + far_distance(mapping < last ? mapping : last) +
           (uintptr_t)(offset - XL_LARGE_AT);
}

void xl_memory_map_own(uint64_t bytes)
{
    if (bytes == own_bytes || bytes > XL_MOST_DEDICATED_BYTES)
        return;
    if (dedicated_buffers)
        munmap(dedicated_buffers, own_size);
    own_bytes = (size_t)bytes;
    own_size = XL_DEDICATED_SLOTS * (own_bytes + XL_PAGE) + XL_PAGE;
    dedicated_buffers = map(own_size, XL_DEDICATED_AT);
    for (size_t i = 0; i <= XL_DEDICATED_SLOTS; i++)
        guard(dedicated_buffers + i * (own_bytes + XL_PAGE));
}

uintptr_t xl_memory_address(uint64_t offset)
{
    return offset < XL_DEDICATED_AT
               ? (uintptr_t)*current_bank + (uintptr_t)offset
               : (uintptr_t)dedicated_buffers + (uintptr_t)(offset - XL_DEDICATED_AT);
}

uint64_t xl_memory_offset(uintptr_t address)
{
    if (dedicated_buffers && address - (uintptr_t)dedicated_buffers < own_size)
        return XL_DEDICATED_AT + (address - (uintptr_t)dedicated_buffers);
    const uintptr_t first = far_bases()[bank_number()];
    for (unsigned m = 0; first && m < xl_memory_far(); m++)
        if (address - (first + far_distance(m)) < XL_FAR_SIZE)
            return XL_LARGE_AT + (address - (first + far_distance(m)));
    return (uint64_t)address - (uintptr_t)*current_bank;
}

unsigned char *xl_memory_slot(uint64_t offset, size_t *bytes)
{
    const uint64_t from = offset < XL_LARGE_AT       ? XL_SLOTS_AT
                          : offset < XL_DEDICATED_AT ? XL_LARGE_AT
                                                     : XL_DEDICATED_AT;
    *bytes = offset < XL_LARGE_AT       ? XL_SMALL_BYTES
             : offset < XL_DEDICATED_AT ? (size_t)XL_LARGE_BYTES
                                        : own_bytes;
    const uint64_t stride = *bytes + XL_PAGE;
    return (unsigned char *)xl_memory_address(from + (offset - from) / stride * stride + XL_PAGE);
}
