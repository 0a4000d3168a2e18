/* The agent's own static memory, in which a kernel may keep something between calls.
 * SPDX-License-Identifier: MIT
 */
#include "statics.h"

#include <elf.h>
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

static void find_statics(void)
{
    const ElfW(Phdr) *segment = (const void *)getauxval(AT_PHDR);
    uintptr_t inside = (uintptr_t)&remembered;
    while (segment->p_type != PT_LOAD || inside - segment->p_vaddr >= segment->p_memsz)
        segment++;
    statics = (unsigned char *)segment->p_vaddr;
    size = segment->p_memsz;
}

void xl_statics_remember(void)
{
    if (!remembered) {
        find_statics();
        void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) {
            perror("crosslane-agent: cannot remember static memory");
            exit(1);
        }
        remembered = memory;
    }
    memcpy(remembered, statics, size);
}

void xl_statics_compare(uint64_t *at, uint64_t *bytes)
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
}

/* Byte by byte, with no function of the library, because it is called in the middle of kernels. */
int xl_statics_differ(uint64_t at, uint64_t bytes)
{
    for (uint64_t i = at; i < at + bytes; i++)
        if (((const volatile unsigned char *)statics)[i] != remembered[i])
            return 1;
    return 0;
}
