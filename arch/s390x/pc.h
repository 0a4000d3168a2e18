/* The instruction at which a signal of s390x arrived.
 * SPDX-License-Identifier: MIT
 * Fields: glibc, sysdeps/unix/sysv/linux/s390/sys/ucontext.h. It may be past the instruction:
 * z/Architecture Principles of Operation, chapter 6.
 */
#ifndef XL_ARCH_PC_H
#define XL_ARCH_PC_H

#include <stdint.h>
#include <string.h>
#include <ucontext.h>

/* Bytes within which si_addr tells where a fault was: the CPU tells the kernel the page
 * (z/Architecture Principles of Operation, chapter 3, translation-exception identification). */
enum { XL_FAULT_GRAIN = 4096 };

/* What a function's address has and its first instruction's has not. */
enum { XL_ENTRY_MARK = 0 };

static inline uint64_t xl_context_pc(const void *context)
{
    return (uint64_t)((const ucontext_t *)context)->uc_mcontext.psw.addr;
}

static inline uint64_t xl_context_sp(const void *context)
{
    return (uint64_t)((const ucontext_t *)context)->uc_mcontext.gregs[15];
}

/* What a function returns to as long as it has called none: r14: s390x ELF ABI. */
static inline uint64_t xl_context_link(const void *context)
{
    return (uint64_t)((const ucontext_t *)context)->uc_mcontext.gregs[14];
}

/* General register number n of DWARF: s390x ELF ABI, "DWARF register number mapping": r0 to r15,
 * and those of floats, where gcc saves general ones. */
static inline uint64_t xl_context_register(const void *context, unsigned n)
{
    static const unsigned char floats[] = {0, 2, 4, 6, 1, 3, 5, 7, 8, 10, 12, 14, 9, 11, 13, 15};
    const ucontext_t *c = (const ucontext_t *)context;
    uint64_t bits = 0;
    if (n < 16)
        return c->uc_mcontext.gregs[n];
    if (n - 16 < sizeof floats)
        memcpy(&bits, &c->uc_mcontext.fpregs.fprs[floats[n - 16]], sizeof bits);
    return bits;
}

/* Bytes below the stack pointer that signals leave alone: s390x ELF ABI: no part of the stack is
 * below r15. */
enum { XL_RED_ZONE = 0 };

/* Places of integer arguments: so many have none on the stack; so many bytes above the stack
 * pointer the first that has begins, and a place is so long. s390x ELF ABI, "Parameter passing". */
enum { XL_PLACES_OFF_STACK = 5, XL_PLACES_AT = 160, XL_PLACE_BYTES = 8 };

/* Instructions that do nothing, the longest first, each with its bytes: Principles of Operation:
 * brcl 0, 0; bc 0, 0; bcr 0, 0. */
#define XL_NOPS                                                                                    \
    {6, {0xc0, 0x04, 0, 0, 0, 0}}, {4, {0x47, 0, 0, 0}},                                           \
    {                                                                                              \
        2, {0x07, 0x00}                                                                            \
    }

/* An illegal instruction: Principles of Operation, "Operation exception". */
#define XL_TRAP {0x00, 0x00}

#endif
