/* The memory that the agent shares with the host, and its guard pages.
 * SPDX-License-Identifier: MIT
 */
#define _FILE_OFFSET_BITS 64
#include "agent.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

static unsigned char *batches[XL_BATCH_BUFFERS];
static int is_guarded;

/* What changes between calls. Mapped: a change of static memory would count as the kernel's, and
 * clang makes static memory of what is allocated once. harness/repro/lanes.py reads the first two
 * fields. */
static struct {
    unsigned char *batch;                   /* the selected batch buffer */
    unsigned char *dedicated;               /* the dedicated slots, or NULL */
    size_t dedicated_bytes, dedicated_size; /* of each, and of all with their guards */
    uintptr_t far_bases[XL_BATCH_BUFFERS];  /* of the mappings far apart the first; or 0 */
} *current_memory;

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

static unsigned char *map_batch(unsigned batch)
{
    unsigned char *at = map(XL_MEMORY_BYTES, (off_t)batch * XL_BATCH_BUFFER_STRIDE);
    for (size_t page = XL_SLOTS_AT; page < XL_LARGE_AT; page += XL_SMALL_STRIDE)
        guard(at + page);
    for (size_t page = XL_LARGE_AT; page <= XL_LAST_GUARD_AT; page += XL_LARGE_STRIDE)
        guard(at + page);
    return at;
}

void xl_memory_map(int guards)
{
    is_guarded = guards;
    current_memory =
        mmap(NULL, XL_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (current_memory == MAP_FAILED)
        die("crosslane-agent: out of memory");
    xl_memory_select(0);
}

void xl_memory_map_all(void)
{
    for (unsigned batch = 0; batch < XL_BATCH_BUFFERS; batch++)
        if (!batches[batch])
            batches[batch] = map_batch(batch);
}

unsigned char *xl_memory_select(unsigned batch)
{
    if (!batches[batch])
        batches[batch] = map_batch(batch);
    return current_memory->batch = batches[batch];
}

enum {
    XL_FAR_SIZE = XL_MEMORY_BYTES - XL_LARGE_AT,
    /* From the mappings of one batch buffer to those of the other. */
    XL_FAR_BATCH_STRIDE = 1 << 24,
    /* Places to try. */
    XL_FAR_PLACES = 8
};

unsigned xl_memory_far_mappings(void)
{
    return sizeof(uintptr_t) > 4 ? XL_FAR : 2;
}

/* Distance from the first mapping. Wraps. */
static uintptr_t far_distance(unsigned mapping)
{
    const uint64_t distance = mapping == XL_FAR - 1 ? 0 - XL_FAR_BEFORE : mapping * XL_FAR_BYTES;
    return (uintptr_t)distance;
}

/* A place for the first mapping. With 32 bits, some mappings have the highest bit set. */
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

/* Maps all of them, the first one there. Returns whether that worked. */
static int map_far_at(uintptr_t first, off_t from)
{
    const unsigned count = xl_memory_far_mappings();
    for (unsigned m = 0; m < count; m++) {
        void *place = far_mapping(first, m);
        void *at = mmap(place, XL_FAR_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, XL_FD_MEMORY, from);
        if (at == place)
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

static unsigned current_number(void)
{
    unsigned batch = 0;
    while (batches[batch] != current_memory->batch)
        batch++;
    return batch;
}

/* The address of the first mapping of the selected batch buffer. */
static uintptr_t far_base(void)
{
    const unsigned batch = current_number();
    uintptr_t *base = &current_memory->far_bases[batch];
    const off_t from = (off_t)batch * XL_BATCH_BUFFER_STRIDE + XL_LARGE_AT;
    for (unsigned place = 0; place < XL_FAR_PLACES && !*base; place++) {
        const uintptr_t first = far_place(place) + (uintptr_t)batch * XL_FAR_BATCH_STRIDE;
        if (map_far_at(first, from))
            *base = first;
    }
    if (!*base)
        die("crosslane-agent: cannot map the shared memory for buffers far apart");
    return *base;
}

uintptr_t xl_memory_far_address(uint64_t offset, unsigned mapping)
{
    const unsigned last = xl_memory_far_mappings() - 1;
    return far_base() + far_distance(mapping < last ? mapping : last) +
           (uintptr_t)(offset - XL_LARGE_AT);
}

void xl_memory_map_dedicated(uint64_t bytes)
{
    if (bytes == current_memory->dedicated_bytes || bytes > XL_MOST_DEDICATED_BYTES)
        return;
    if (current_memory->dedicated)
        munmap(current_memory->dedicated, current_memory->dedicated_size);
    current_memory->dedicated_bytes = (size_t)bytes;
    current_memory->dedicated_size =
        XL_DEDICATED_SLOTS * (current_memory->dedicated_bytes + XL_PAGE) + XL_PAGE;
    current_memory->dedicated = map(current_memory->dedicated_size, XL_DEDICATED_AT);
    for (size_t i = 0; i <= XL_DEDICATED_SLOTS; i++)
        guard(current_memory->dedicated + i * (current_memory->dedicated_bytes + XL_PAGE));
}

uintptr_t xl_memory_address(uint64_t offset)
{
    return offset < XL_DEDICATED_AT
               ? (uintptr_t)current_memory->batch + (uintptr_t)offset
               : (uintptr_t)current_memory->dedicated + (uintptr_t)(offset - XL_DEDICATED_AT);
}

uint64_t xl_memory_offset(uintptr_t address)
{
    if (current_memory->dedicated &&
        address - (uintptr_t)current_memory->dedicated < current_memory->dedicated_size)
        return XL_DEDICATED_AT + (address - (uintptr_t)current_memory->dedicated);
    const uintptr_t first = current_memory->far_bases[current_number()];
    for (unsigned m = 0; first && m < xl_memory_far_mappings(); m++)
        if (address - (first + far_distance(m)) < XL_FAR_SIZE)
            return XL_LARGE_AT + (address - (first + far_distance(m)));
    return (uint64_t)address - (uintptr_t)current_memory->batch;
}

unsigned char *xl_memory_slot(uint64_t offset, size_t *bytes)
{
    const uint64_t from = offset < XL_LARGE_AT       ? XL_SLOTS_AT
                          : offset < XL_DEDICATED_AT ? XL_LARGE_AT
                                                     : XL_DEDICATED_AT;
    *bytes = offset < XL_LARGE_AT       ? XL_SMALL_BYTES
             : offset < XL_DEDICATED_AT ? (size_t)XL_LARGE_BYTES
                                        : current_memory->dedicated_bytes;
    const uint64_t stride = *bytes + XL_PAGE;
    return (unsigned char *)xl_memory_address(from + (offset - from) / stride * stride + XL_PAGE);
}
