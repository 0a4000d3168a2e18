/* The instruction at which a signal of POWER arrived.
 * SPDX-License-Identifier: MIT
 * Fields: glibc, sysdeps/unix/sysv/linux/powerpc/sys/ucontext.h; 32 is PT_NIP of asm/ptrace.h.
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
    return (uint64_t)((const ucontext_t *)context)->uc_mcontext.gp_regs[32];
}

static inline uint64_t xl_context_sp(const void *context)
{
    return (uint64_t)((const ucontext_t *)context)->uc_mcontext.gp_regs[1];
}

/* What a function returns to as long as it has called none: LR, PT_LNK of asm/ptrace.h. */
static inline uint64_t xl_context_link(const void *context)
{
    return (uint64_t)((const ucontext_t *)context)->uc_mcontext.gp_regs[36];
}

/* General register number n of DWARF: ELFv2 2.4.1: r0 to r31. */
static inline uint64_t xl_context_register(const void *context, unsigned n)
{
    return n < 32 ? (uint64_t)((const ucontext_t *)context)->uc_mcontext.gp_regs[n] : 0;
}

/* Bytes below the stack pointer that signals leave alone: ELFv2 2.2.3.1: 288 bytes, and up to 512
 * that the system may not touch. */
enum { XL_RED_ZONE = 512 };

/* Places of integer arguments: so many have none on the stack; so many bytes above the stack
 * pointer the first that has begins, and a place is so long. ELFv2 2.2.3.3: the stack has a place
 * for those in registers too. */
enum { XL_PLACES_OFF_STACK = 0, XL_PLACES_AT = 32, XL_PLACE_BYTES = 8 };

/* Instructions that do nothing, the longest first, each with its bytes: Power ISA 3.1, 3.3.13: ori
 * 0, 0, 0. */
#define XL_NOPS {4, {0x00, 0x00, 0x00, 0x60}}

/* An illegal instruction: Power ISA 3.1, book I, 1.8.2: all zeros. */
#define XL_TRAP {0x00, 0x00, 0x00, 0x00}

#endif
