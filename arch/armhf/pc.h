/* The instruction at which a signal of ARMv7 arrived.
 * SPDX-License-Identifier: MIT
 * Fields: glibc, sysdeps/unix/sysv/linux/arm/sys/ucontext.h.
 */
#ifndef XL_ARCH_PC_H
#define XL_ARCH_PC_H

#include <stdint.h>
#include <ucontext.h>

/* Bytes within which si_addr tells where a fault was. */
enum { XL_FAULT_GRAIN = 1 };

/* What a function's address has and its first instruction's has not: bit 0 says Thumb (AAPCS32,
 * interworking). */
enum { XL_ENTRY_MARK = 1 };

static inline uint64_t xl_context_pc(const void *context)
{
    return (uint64_t)((const ucontext_t *)context)->uc_mcontext.arm_pc;
}

static inline uint64_t xl_context_sp(const void *context)
{
    return (uint64_t)((const ucontext_t *)context)->uc_mcontext.arm_sp;
}

/* What a function returns to as long as it has called none: r14: AAPCS32 6.1.1. */
static inline uint64_t xl_context_link(const void *context)
{
    return (uint64_t)((const ucontext_t *)context)->uc_mcontext.arm_lr;
}

/* General register number n of DWARF: AADWARF32 4.1: r0 to r15. */
static inline uint64_t xl_context_register(const void *context, unsigned n)
{
    return n < 16 ? (&((const ucontext_t *)context)->uc_mcontext.arm_r0)[n] : 0;
}

/* Bytes below the stack pointer that signals leave alone: AAPCS32 6.2.1.1: the same of SP. */
enum { XL_RED_ZONE = 0 };

/* Places of integer arguments: so many have none on the stack; so many bytes above the stack
 * pointer the first that has begins, and a place is so long. AAPCS32 6.5. */
enum { XL_PLACES_OFF_STACK = 4, XL_PLACES_AT = 0, XL_PLACE_BYTES = 4 };

/* Instructions that do nothing, the longest first, each with its bytes, of the instruction set that
 * the agent is compiled for: DDI 0406C, NOP. */
#ifdef __thumb__
#define XL_NOPS                                                                                    \
    {4, {0xaf, 0xf3, 0x00, 0x80}},                                                                 \
    {                                                                                              \
        2, {0x00, 0xbf}                                                                            \
    }
#else
#define XL_NOPS {4, {0x00, 0xf0, 0x20, 0xe3}}
#endif

/* An illegal instruction, and its first half is one of Thumb: DDI 0406C, UDF. */
#define XL_TRAP {0xf0, 0xde, 0xf0, 0xe7}

#endif
