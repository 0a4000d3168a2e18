/* The instruction at which a signal of AArch64 arrived.
 * SPDX-License-Identifier: MIT
 * Fields: glibc, sysdeps/unix/sysv/linux/aarch64/sys/ucontext.h.
 */
#ifndef XL_ARCH_PC_H
#define XL_ARCH_PC_H

#include <stdint.h>
#include <sys/auxv.h>
#include <ucontext.h>

/* Bytes within which si_addr tells where a fault was. */
enum { XL_FAULT_GRAIN = 1 };

/* What a function's address has and its first instruction's has not. */
enum { XL_ENTRY_MARK = 0 };

static inline uint64_t xl_context_pc(const void *context)
{
    return (uint64_t)((const ucontext_t *)context)->uc_mcontext.pc;
}

static inline uint64_t xl_context_sp(const void *context)
{
    return (uint64_t)((const ucontext_t *)context)->uc_mcontext.sp;
}

/* What a function returns to as long as it has called none: x30: AAPCS64 6.1.1. */
static inline uint64_t xl_context_link(const void *context)
{
    return (uint64_t)((const ucontext_t *)context)->uc_mcontext.regs[30];
}

/* General register number n of DWARF: AADWARF64 4.1: x0 to x30, sp. */
static inline uint64_t xl_context_register(const void *context, unsigned n)
{
    const ucontext_t *c = (const ucontext_t *)context;
    return n < 31 ? c->uc_mcontext.regs[n] : n == 31 ? c->uc_mcontext.sp : 0;
}

/* Bytes below the stack pointer that signals leave alone: AAPCS64 6.4.5.1: a thread reads and
 * writes from SP upwards only. */
enum { XL_RED_ZONE = 0 };

/* Places of integer arguments: so many have none on the stack; so many bytes above the stack
 * pointer the first that has begins, and a place is so long. AAPCS64 6.8.2. */
enum { XL_PLACES_OFF_STACK = 8, XL_PLACES_AT = 0, XL_PLACE_BYTES = 8 };

/* The vector calling convention of AAPCS64 6.1.2 keeps v8 to v23 whole: xl_guarded_call's `vectors`
 * have each, as the function gets it, and as it leaves it. The entry of arch.def's XL_STATE that
 * tells of them. */
enum { XL_WHOLE_VECTORS = 24 };
#define XL_WHOLE_VECTORS XL_WHOLE_VECTORS

/* Whether there is SVCR: HWCAP2_SME, Linux, arch/arm64/include/uapi/asm/hwcap.h. */
#define XL_CPU_HAS_MODES() (getauxval(AT_HWCAP2) >> 23 & 1)

/* Instructions that do nothing, the longest first, each with its bytes: DDI 0487, NOP. */
#define XL_NOPS {4, {0x1f, 0x20, 0x03, 0xd5}}

/* An illegal instruction: DDI 0487, UDF. */
#define XL_TRAP {0x00, 0x00, 0x00, 0x00}

#endif
