/* The instruction at which a signal of LoongArch arrived.
 * SPDX-License-Identifier: MIT
 * Fields: glibc, sysdeps/unix/sysv/linux/loongarch/sys/ucontext.h.
 */
#ifndef XL_ARCH_PC_H
#define XL_ARCH_PC_H

#include <stdint.h>
#include <ucontext.h>

/* Bytes within which si_addr tells where a fault was. */
enum { XL_FAULT_GRAIN = 1 };

/* What a function's address has and its first instruction's has not. */
enum { XL_ENTRY_MARK = 0 };

static inline uint64_t xl_context_pc(const void *context)
{
    return (uint64_t)((const ucontext_t *)context)->uc_mcontext.__pc;
}

static inline uint64_t xl_context_sp(const void *context)
{
    return (uint64_t)((const ucontext_t *)context)->uc_mcontext.__gregs[3];
}

/* What a function returns to as long as it has called none: $ra, r1: LoongArch psABI. */
static inline uint64_t xl_context_link(const void *context)
{
    return (uint64_t)((const ucontext_t *)context)->uc_mcontext.__gregs[1];
}

/* General register number n of DWARF: LoongArch psABI, "DWARF register numbers": $r0 to $r31. */
static inline uint64_t xl_context_register(const void *context, unsigned n)
{
    return n < 32 ? (uint64_t)((const ucontext_t *)context)->uc_mcontext.__gregs[n] : 0;
}

/* Bytes below the stack pointer that signals leave alone: psABI: the stack is from $sp upwards. */
enum { XL_RED_ZONE = 0 };

/* Places of integer arguments: so many have none on the stack; so many bytes above the stack
 * pointer the first that has begins, and a place is so long. LoongArch psABI, "Procedure calling
 * convention". */
enum { XL_PLACES_OFF_STACK = 8, XL_PLACES_AT = 0, XL_PLACE_BYTES = 8 };

/* Instructions that do nothing, the longest first, each with its bytes: LoongArch Reference Manual
 * volume 1: andi $zero, $zero, 0. */
#define XL_NOPS {4, {0x00, 0x00, 0x40, 0x03}}

/* An illegal instruction: no opcode of LoongArch is all zeros. */
#define XL_TRAP {0x00, 0x00, 0x00, 0x00}

#endif
