/* Replaces instructions of the kernel's code by no-operations, and puts them back.
 * SPDX-License-Identifier: MIT
 */
#define _GNU_SOURCE /* for XL_PC_HEADER */
#include "agent.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include XL_PC_HEADER

enum { XL_MOST_NOP_BYTES = 6 };

static const struct {
    size_t bytes;
    unsigned char code[XL_MOST_NOP_BYTES];
} nops[] = {XL_NOPS};

/* Mapped, because static memory is compared. */
static struct replaced {
    unsigned char *at;
    unsigned char bytes, original[XL_MOST_NOPPED_BYTES];
} *replaced;
static size_t count;

/* The page stays executable: it may also hold code of the agent. */
static int allow_writes(const unsigned char *at, size_t bytes)
{
    const uintptr_t from = (uintptr_t)at & ~(uintptr_t)(XL_PAGE - 1);
    return mprotect((void *)from, (uintptr_t)at + bytes - from, PROT_READ | PROT_WRITE | PROT_EXEC);
}

static void write_nops(unsigned char *at, size_t bytes)
{
    for (size_t i = 0; i < sizeof nops / sizeof nops[0]; i++)
        for (; bytes >= nops[i].bytes; bytes -= nops[i].bytes, at += nops[i].bytes)
            memcpy(at, nops[i].code, nops[i].bytes);
}

static int replace(unsigned char *at, size_t bytes)
{
    if (!replaced) {
        void *memory = mmap(NULL, XL_MOST_NOPS * sizeof *replaced, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED)
            return -1;
        replaced = memory;
    }
    if (count == XL_MOST_NOPS || bytes > XL_MOST_NOPPED_BYTES) {
        errno = E2BIG;
        return -1;
    }
    if (allow_writes(at, bytes))
        return -1;
    struct replaced *r = &replaced[count++];
    r->at = at;
    r->bytes = (unsigned char)bytes;
    memcpy(r->original, at, bytes);
    write_nops(at, bytes);
    __builtin___clear_cache((char *)at, (char *)at + bytes);
    return 1;
}

int xl_patch_command(const char *line)
{
    unsigned long address;
    unsigned bytes;
    if (strcmp(line, "restore\n") != 0)
        return sscanf(line, "nop %lx %x", &address, &bytes) == 2
                   ? replace((unsigned char *)address, bytes)
                   : 0;
    for (; count; count--) {
        const struct replaced *r = &replaced[count - 1];
        memcpy(r->at, r->original, r->bytes);
        __builtin___clear_cache((char *)r->at, (char *)r->at + r->bytes);
    }
    return 1;
}
