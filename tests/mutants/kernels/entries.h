/* Entries of functions in assembly, for tests of what records ask beyond the ABI.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_TESTS_MUTANTS_ENTRIES_H
#define XL_TESTS_MUTANTS_ENTRIES_H

#include "base.h"

/* Functions that begin with a landing pad; x86-64's compilers make them by an option only. */
#if defined(__aarch64__)
#define PADDED __attribute__((target("branch-protection=bti")))
#else
#define PADDED
#endif

/* SYMBOL(name): its vector code. ENTRY(name, pad, code): begins with a pad and goes on elsewhere,
 * with unwind information; BARE has none. */
#define SYMBOL(NAME) XL_STRING(XL_PASTE(NAME##__, XL_ISA))
#define STUB(NAME, BEGIN, INSTRUCTIONS, END)                                                       \
    __asm__(".pushsection .text." #NAME ",\"ax\",%progbits\n" MODE ".balign 4\n.globl " SYMBOL(    \
        NAME) "\n.type " SYMBOL(NAME) ", %function\n" SYMBOL(NAME) ":\n" LOCAL(NAME)               \
                BEGIN INSTRUCTIONS "\n" END                                                        \
                                   ".size " SYMBOL(NAME) ", .-" SYMBOL(NAME) "\n.popsection");
#ifdef __PCREL__ /* does not keep r2 */
#define LOCAL(NAME) ".localentry " SYMBOL(NAME) ", 1\n"
#else
#define LOCAL(NAME)
#endif
#ifdef __thumb__
#define MODE ".thumb\n"
#else
#define MODE
#endif
#ifdef XL_KERNEL_HOST
#define ENTRY(NAME, INSTRUCTIONS)
#define BARE(NAME, INSTRUCTIONS)
#else
#define ENTRY(NAME, INSTRUCTIONS) STUB(NAME, ".cfi_startproc\n", INSTRUCTIONS, ".cfi_endproc\n")
#define BARE(NAME, INSTRUCTIONS) STUB(NAME, "", INSTRUCTIONS, "")
#endif

#if defined(__x86_64__)
#define JUMP(TO) "jmp " TO
#elif defined(__s390x__)
#define JUMP(TO) "jg " TO
#elif defined(__riscv)
#define JUMP(TO) "tail " TO
#elif defined(__PCREL__)
#define JUMP(TO) "b " TO "@notoc"
#else
#define JUMP(TO) "b " TO
#endif

/* A callee-saved register that small kernels do not use, and a place where it is not saved. */
#if defined(__x86_64__)
#define CFI_ELSEWHERE "3, -80"
#elif defined(__aarch64__)
#define CFI_ELSEWHERE "25, -80"
#elif defined(__arm__)
#define CFI_ELSEWHERE "9, -80"
#elif defined(__powerpc64__)
#define CFI_ELSEWHERE "20, -80"
#elif defined(__s390x__)
#define CFI_ELSEWHERE "7, -80"
#elif defined(__riscv)
#define CFI_ELSEWHERE "22, -80"
#elif defined(__loongarch__)
#define CFI_ELSEWHERE "27, -80"
#endif

#endif
