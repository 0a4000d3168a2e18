/* Compares the agent's static memory with a snapshot: a kernel may keep data there between calls.
 * SPDX-License-Identifier: MIT
 */
#define _GNU_SOURCE
#include "agent.h"

#include <elf.h>
#include <errno.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>

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
        if (memory == MAP_FAILED) {
            perror("crosslane-agent: cannot copy static memory");
            exit(1);
        }
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
