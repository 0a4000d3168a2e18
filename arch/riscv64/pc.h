/* The instruction at which a signal of RISC-V arrived.
 * SPDX-License-Identifier: MIT
 * Fields: glibc, sysdeps/unix/sysv/linux/riscv/sys/ucontext.h.
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
    return (uint64_t)((const ucontext_t *)context)->uc_mcontext.__gregs[REG_PC];
}

static inline uint64_t xl_context_sp(const void *context)
{
    return (uint64_t)((const ucontext_t *)context)->uc_mcontext.__gregs[REG_SP];
}

/* What a function returns to as long as it has called none: ra, x1: RISC-V psABI. */
static inline uint64_t xl_context_link(const void *context)
{
    return (uint64_t)((const ucontext_t *)context)->uc_mcontext.__gregs[REG_RA];
}

/* General register number n of DWARF: RISC-V psABI, "DWARF register numbers": x0 to x31. The place
 * of x0 is the program counter's. */
static inline uint64_t xl_context_register(const void *context, unsigned n)
{
    const ucontext_t *c = (const ucontext_t *)context;
    return n && n < 32 ? (uint64_t)c->uc_mcontext.__gregs[n] : 0;
}

/* Bytes below the stack pointer that signals leave alone: psABI: procedures must not rely on what
 * is below the stack pointer. */
enum { XL_RED_ZONE = 0 };

/* Places of integer arguments: so many have none on the stack; so many bytes above the stack
 * pointer the first that has begins, and a place is so long. RISC-V psABI, "Integer calling
 * convention". */
enum { XL_PLACES_OFF_STACK = 8, XL_PLACES_AT = 0, XL_PLACE_BYTES = 8 };

/* Instructions that do nothing, the longest first, each with its bytes: the RISC-V unprivileged
 * manual, 2.9 and 18.5: addi x0, x0, 0; c.nop. */
#define XL_NOPS                                                                                    \
    {4, {0x13, 0x00, 0x00, 0x00}},                                                                 \
    {                                                                                              \
        2, {0x01, 0x00}                                                                            \
    }

/* An illegal instruction: the RISC-V unprivileged manual, 1.5: all zeros. */
#define XL_TRAP {0x00, 0x00}

#endif
