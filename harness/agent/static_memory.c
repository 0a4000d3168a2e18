/* The agent's own static memory, in which a kernel may keep something between calls.
 * SPDX-License-Identifier: MIT
 */
#define _GNU_SOURCE
#include "static_memory.h"

#include <elf.h>
#include <errno.h>
#include <link.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>

#include "protocol.h"

static unsigned char *remembered;

/* .data and .bss, with what the linker puts to them: the segment that this file's own variable is
 * in, where the file says that it is, because an agent is not moved. */
static unsigned char *statics;
static size_t size;

extern _Thread_local struct xl_guarded_call *xl_call_current; /* of arch/call.c */

/* Of the thread that remembers: its own variables. */
static unsigned char *locals, *remembered_locals;
static size_t locals_size;

static int find_locals(struct dl_phdr_info *info, size_t bytes __attribute__((unused)),
                       void *data __attribute__((unused)))
{
    for (int i = 0; i < info->dlpi_phnum && info->dlpi_tls_data; i++)
        if (info->dlpi_phdr[i].p_type == PT_TLS) {
            locals = info->dlpi_tls_data;
            locals_size = info->dlpi_phdr[i].p_memsz;
        }
    return 1; /* the first is the program */
}

static void find_statics(void)
{
    const ElfW(Phdr) *segment = (const void *)getauxval(AT_PHDR);
    uintptr_t inside = (uintptr_t)&remembered;
    while (segment->p_type != PT_LOAD || inside - segment->p_vaddr >= segment->p_memsz)
        segment++;
    statics = (unsigned char *)segment->p_vaddr;
    size = segment->p_memsz;
}

/* What the agent itself changes there with each call. */
static void clear_own_locals(void)
{
    errno = 0;
    xl_call_current = NULL;
}

void xl_static_snapshot(void)
{
    if (!remembered) {
        find_statics();
        free(malloc(1)); /* what the library makes for itself once is no kernel's */
        dl_iterate_phdr(find_locals, NULL);
        void *memory = mmap(NULL, size + locals_size, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) {
            perror("crosslane-agent: cannot remember static memory");
            exit(1);
        }
        remembered = memory;
        remembered_locals = remembered + size;
    }
    memcpy(remembered, statics, size);
    clear_own_locals();
    if (locals)
        memcpy(remembered_locals, locals, locals_size);
}

void xl_static_snapshot_compare(uint64_t *at, uint64_t *bytes, uint64_t *of_thread)
{
    size_t first = size, end = 0;
    for (size_t page = 0, next; page < size; page = next) {
        next = page + XL_PAGE < size ? page + XL_PAGE : size;
        if (memcmp(statics + page, remembered + page, next - page) == 0)
            continue;
        for (size_t i = page; i < next; i++) {
            if (statics[i] == remembered[i])
                continue;
            first = i < first ? i : first;
            end = i + 1;
        }
    }
    *at = end ? first : 0;
    *bytes = end ? end - first : 0;
    clear_own_locals();
    *of_thread = locals && memcmp(locals, remembered_locals, locals_size) != 0;
}

/* Byte by byte, with no function of the library, because it is called in the middle of kernels. */
int xl_static_snapshot_differs(uint64_t at, uint64_t bytes)
{
    for (uint64_t i = at; i < at + bytes; i++)
        if (((const volatile unsigned char *)statics)[i] != remembered[i])
            return 1;
    return 0;
}
