/* The agent's memory: what it shares with the host, with guard pages; and its static memory, in
 * which a kernel may keep data between calls.
 * SPDX-License-Identifier: MIT
 */
#define _FILE_OFFSET_BITS 64
#define _GNU_SOURCE
#include "agent.h"

#include <elf.h>
#include <errno.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
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

static void guard(unsigned char *page)
{
    if (is_guarded && mprotect(page, XL_PAGE, PROT_NONE))
        xl_die("crosslane-agent: cannot protect a guard page");
}

static unsigned char *map(size_t size, off_t from)
{
    void *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, XL_FD_MEMORY, from);
    if (at == MAP_FAILED)
        xl_die("crosslane-agent: cannot map the shared memory");
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
        xl_die("crosslane-agent: out of memory");
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
        xl_die("crosslane-agent: cannot map the shared memory for buffers far apart");
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

/* ---- Static memory, compared with a snapshot ---- */

static unsigned char *snapshot;

/* The segment of .data and .bss, found by a variable of this file. An agent is not relocated: its
 * program header has the address. */
static unsigned char *statics;
static size_t size;

extern _Thread_local struct xl_guarded_call *xl_call_current; /* of arch/call.c */

/* The variables of the thread that makes the snapshot. */
static unsigned char *locals, *locals_snapshot;
static size_t locals_size;

static int find_locals(struct dl_phdr_info *info, size_t bytes __attribute__((unused)),
                       void *data __attribute__((unused)))
{
    for (int i = 0; i < info->dlpi_phnum && info->dlpi_tls_data; i++)
        if (info->dlpi_phdr[i].p_type == PT_TLS) {
            locals = info->dlpi_tls_data;
            locals_size = info->dlpi_phdr[i].p_memsz;
        }
    return 1; /* the first one is the program: stop */
}

static void find_statics(void)
{
    const ElfW(Phdr) *segment = (const void *)getauxval(AT_PHDR);
    uintptr_t inside = (uintptr_t)&snapshot;
    while (segment->p_type != PT_LOAD || inside - segment->p_vaddr >= segment->p_memsz)
        segment++;
    statics = (unsigned char *)segment->p_vaddr;
    size = segment->p_memsz;
}

/* Clears what the agent itself changes with each call. */
static void clear_agent_locals(void)
{
    errno = 0;
    xl_call_current = NULL;
}

void xl_static_snapshot(void)
{
    if (!snapshot) {
        find_statics();
        free(malloc(1)); /* let the C library make its own data before the snapshot */
        dl_iterate_phdr(find_locals, NULL);
        void *memory = mmap(NULL, size + locals_size, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED)
            xl_die("crosslane-agent: cannot copy static memory");
        snapshot = memory;
        locals_snapshot = snapshot + size;
    }
    memcpy(snapshot, statics, size);
    clear_agent_locals();
    if (locals)
        memcpy(locals_snapshot, locals, locals_size);
}

void xl_static_snapshot_compare(uint64_t *at, uint64_t *bytes, uint64_t *of_thread)
{
    size_t first = size, end = 0;
    for (size_t page = 0, next; page < size; page = next) {
        next = page + XL_PAGE < size ? page + XL_PAGE : size;
        if (memcmp(statics + page, snapshot + page, next - page) == 0)
            continue;
        for (size_t i = page; i < next; i++) {
            if (statics[i] == snapshot[i])
                continue;
            first = i < first ? i : first;
            end = i + 1;
        }
    }
    *at = end ? first : 0;
    *bytes = end ? end - first : 0;
    clear_agent_locals();
    *of_thread = locals && memcmp(locals, locals_snapshot, locals_size) != 0;
}

/* Calls no library function, because a signal handler calls this in the middle of a kernel. */
int xl_static_snapshot_differs(uint64_t at, uint64_t bytes)
{
    for (uint64_t i = at; i < at + bytes; i++)
        if (((const volatile unsigned char *)statics)[i] != snapshot[i])
            return 1;
    return 0;
}
