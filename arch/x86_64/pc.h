/* The instruction at which a signal of x86-64 arrived.
 * SPDX-License-Identifier: MIT
 * Fields: glibc, sysdeps/unix/sysv/linux/x86/sys/ucontext.h.
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
    return (uint64_t)((const ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
}

static inline uint64_t xl_context_sp(const void *context)
{
    return (uint64_t)((const ucontext_t *)context)->uc_mcontext.gregs[REG_RSP];
}

/* What a function returns to is on the stack, and in no register. */
static inline uint64_t xl_context_link(const void *context __attribute__((unused)))
{
    return 0;
}

/* General register number n of DWARF: System V psABI, AMD64 supplement, figure 3.36. */
static inline uint64_t xl_context_register(const void *context, unsigned n)
{
    static const unsigned char at[] = {REG_RAX, REG_RDX, REG_RCX, REG_RBX, REG_RSI, REG_RDI,
                                       REG_RBP, REG_RSP, REG_R8,  REG_R9,  REG_R10, REG_R11,
                                       REG_R12, REG_R13, REG_R14, REG_R15, REG_RIP};
    return n < sizeof at ? (uint64_t)((const ucontext_t *)context)->uc_mcontext.gregs[at[n]] : 0;
}

/* Bytes below the stack pointer that signals leave alone: psABI 3.2.2: the red zone. */
enum { XL_RED_ZONE = 128 };

/* Places of integer arguments: so many have none on the stack; so many bytes above the stack
 * pointer the first that has begins, and a place is so long. System V psABI, AMD64
 * supplement, 3.2.3. */
enum { XL_PLACES_OFF_STACK = 6, XL_PLACES_AT = 0, XL_PLACE_BYTES = 8 };

/* Windows x64 calling convention: eight places on the stack at least, the first four of them the
 * shadow space. It keeps XL_MS_VECTORS registers, from number XL_MS_FIRST on: entries of arch.def's
 * XL_STATE from XL_MS_KEPT on. */
enum { XL_MS_PLACES_AT = 8, XL_MS_KEPT = 15, XL_MS_FIRST = 6, XL_MS_VECTORS = 10 };
#define XL_MS_PLACES_AT XL_MS_PLACES_AT
#define XL_MS_VECTORS XL_MS_VECTORS

/* Bits of the vector registers behind which the call looks, or 0; the entry of arch.def's XL_STATE
 * that tells of it.
 * `__builtin_cpu_supports` asks the CPU once, and XGETBV too. */
#define XL_CPU_HAS_MODES()                                                                         \
    (__builtin_cpu_supports("avx512f") ? 512 : __builtin_cpu_supports("avx") ? 256 : 0)
enum { XL_UPPER_HALVES = 12 };
#define XL_UPPER_HALVES XL_UPPER_HALVES

/* Instructions that do nothing, the longest first, each with its bytes: Intel SDM volume 2, NOP. */
#define XL_NOPS {1, {0x90}}

/* An illegal instruction, not longer than any: Intel SDM volume 2, PUSH: ES in 64-bit mode. */
#define XL_TRAP {0x06}

#endif
