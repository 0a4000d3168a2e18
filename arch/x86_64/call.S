/* The guarded call of x86-64, and the poison of its ISAs; arch/call.h says what they do.
 * SPDX-License-Identifier: MIT
 *
 * System V psABI, AMD64 supplement, 3.2.1 and figure 3.4: rbx, rbp, rsp, r12-r15, the control bits of
 * MXCSR and the x87 control word are callee-saved; DF is clear, and the CPU is in x87 mode, on entry
 * and on return. No vector register is kept. C11 7.6: a function may raise exception flags, of MXCSR and
 * of the x87 status word, and clears none. AC, which the psABI does not name, would make its caller's
 * unaligned accesses trap: it is clear on return as on entry. The psABI lets a function leave anything in the upper halves
 * of vector registers, which makes its caller's SSE code slow (Intel, Optimization Reference Manual, 15.3): call.c looks at them.
 *
 * Windows x64 calling convention ("x64 calling convention", "x64 register usage"): an argument has the place of its number, the first
 * four in rcx, rdx, r8 and r9 or xmm0 to xmm3, the others behind 32 bytes of shadow space. rsi, rdi and the low halves of xmm6 to
 * xmm15 are callee-saved too.
 */
#include "call.h"

        .text

/* What is kept of general registers, to or from the array at rax. Entry 0 is rsp, entry 1 the canary,
 * entries 8 to 11 are the x87 control word, the x87 tag word, DF and AC. */
        .macro  xl_store_kept
        movq    %rbx, 16(%rax)
        movq    %rbp, 24(%rax)
        movq    %r12, 32(%rax)
        movq    %r13, 40(%rax)
        movq    %r14, 48(%rax)
        movq    %r15, 56(%rax)
        .endm
        .macro  xl_load_kept
        movq    16(%rax), %rbx
        movq    24(%rax), %rbp
        movq    32(%rax), %r12
        movq    40(%rax), %r13
        movq    48(%rax), %r14
        movq    56(%rax), %r15
        .endm

/* The control word is MXCSR low, the exception flags of the x87 status word high. */
        .macro  xl_read_control at
        stmxcsr \at(%rdi)
        fnstsw  \at+4(%rdi)
        andl    $0x3f, \at+4(%rdi)
        .endm

        .globl  xl_call_raw
        .type   xl_call_raw, @function
xl_call_raw:
        leaq    XL_CALL_SAVED(%rdi), %rax
        xl_store_kept
        subq    $136, %rsp              /* sixteen places at most, and the canary */
        stmxcsr XL_CALL_CONTROL_SAVED(%rdi)
        fnstcw  XL_CALL_CONTROL_SAVED+4(%rdi)
        call    *XL_CALL_POISON(%rdi)

        leaq    XL_CALL_BEFORE(%rdi), %rax
        movq    %rsp, (%rax)
        movq    %rsp, XL_CALL_FRAME(%rdi)
        cmpq    $0, XL_CALL_MS_ABI(%rdi)
        jne     1f
        .irp    n, 0, 8, 16, 24, 32, 40, 48, 56, 64, 72
        movq    XL_CALL_ARGUMENTS+48+\n(%rdi), %rcx
        movq    %rcx, \n(%rsp)
        .endr
        jmp     2f
1:      .irp    n, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120
        movq    XL_CALL_ARGUMENTS+\n(%rdi), %rcx
        movq    %rcx, \n(%rsp)
        .endr
        movabsq $XL_POISON, %rcx
        .irp    n, 0, 8, 16, 24
        movq    %rcx, \n(%rsp)
        .endr
2:
        movq    8(%rax), %rcx
        movq    XL_CALL_CANARY_AT(%rdi), %rdx
        movq    %rcx, (%rsp,%rdx)
        xl_load_kept
        fninit                          /* leaves 0x37f; the rounding mode is MXCSR's, 3 bits lower */
        movl    XL_CALL_CONTROL(%rdi), %ecx
        shrl    $3, %ecx
        andl    $0xc00, %ecx
        orl     $0x37f, %ecx
        movq    %rcx, 64(%rax)
        fldcw   64(%rax)
        movq    $0xffff, 72(%rax)       /* all empty */
        movq    $0, 80(%rax)
        movq    $0, 88(%rax)
        fnstenv XL_CALL_SCRATCH(%rdi)
        movl    XL_CALL_CONTROL+4(%rdi), %ecx
        movw    %cx, XL_CALL_SCRATCH+4(%rdi)
        movl    64(%rax), %ecx
        movw    %cx, XL_CALL_SCRATCH(%rdi)
        fldenv  XL_CALL_SCRATCH(%rdi)
        ldmxcsr XL_CALL_CONTROL(%rdi)
        xl_read_control XL_CALL_CONTROL_BEFORE
        movlpd  XL_CALL_FLOATS(%rdi), %xmm0     /* what is above stays poisoned */
        movlpd  XL_CALL_FLOATS+8(%rdi), %xmm1
        movlpd  XL_CALL_FLOATS+16(%rdi), %xmm2
        movlpd  XL_CALL_FLOATS+24(%rdi), %xmm3
        movq    XL_CALL_FUNCTION(%rdi), %r11
        movabsq $XL_POISON, %rax
        movq    %rax, %r10
        cmpq    $0, XL_CALL_MS_ABI(%rdi)
        jne     1f
        movq    XL_CALL_ARGUMENTS+40(%rdi), %r9
        movq    XL_CALL_ARGUMENTS+32(%rdi), %r8
        movq    XL_CALL_ARGUMENTS+24(%rdi), %rcx
        movq    XL_CALL_ARGUMENTS+16(%rdi), %rdx
        movq    XL_CALL_ARGUMENTS+8(%rdi), %rsi
        movq    XL_CALL_ARGUMENTS(%rdi), %rdi
        jmp     2f
1:      movlpd  XL_CALL_ARGUMENTS(%rdi), %xmm0
        movlpd  XL_CALL_ARGUMENTS+8(%rdi), %xmm1
        movlpd  XL_CALL_ARGUMENTS+16(%rdi), %xmm2
        movlpd  XL_CALL_ARGUMENTS+24(%rdi), %xmm3
        .irp    n, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        movups  XL_CALL_PATTERN(%rdi), %xmm\n
        .endr
        movq    XL_CALL_ARGUMENTS(%rdi), %rcx
        movq    XL_CALL_ARGUMENTS+8(%rdi), %rdx
        movq    XL_CALL_ARGUMENTS+16(%rdi), %r8
        movq    XL_CALL_ARGUMENTS+24(%rdi), %r9
        movq    XL_CALL_BEFORE+104(%rdi), %rsi
        movq    XL_CALL_BEFORE+112(%rdi), %rdi
2:      call    *%r11

        movq    %fs:xl_call_current@tpoff, %rcx
        movq    %rsi, XL_CALL_AFTER+104(%rcx)
        movq    %rdi, XL_CALL_AFTER+112(%rcx)
        .irp    n, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        movups  %xmm\n, XL_CALL_VECTORS+64*\n(%rcx)
        .endr
        movq    %rax, XL_CALL_RESULT(%rcx)
        movss   %xmm0, XL_CALL_RESULT_F32(%rcx)
        movsd   %xmm0, XL_CALL_RESULT_F64(%rcx)
        stmxcsr XL_CALL_CONTROL_AFTER(%rcx)
        leaq    XL_CALL_AFTER(%rcx), %rax
        xl_store_kept
        movq    %rsp, (%rax)
        movq    XL_CALL_FRAME(%rcx), %rsp
        movq    XL_CALL_CANARY_AT(%rcx), %rdx
        movq    (%rsp,%rdx), %rdx
        movq    %rdx, 8(%rax)
        pushfq
        popq    %rdx
        cld
        movl    %edx, %esi
        andl    $0x400, %edx
        movq    %rdx, 80(%rax)
        andl    $0x40000, %esi
        movq    %rsi, 88(%rax)
        jz      1f
        pushfq
        xorl    %esi, (%rsp)
        popfq
1:
        fnstenv XL_CALL_SCRATCH(%rcx)
        movl    XL_CALL_SCRATCH+4(%rcx), %edx
        andl    $0x3f, %edx
        movl    %edx, XL_CALL_CONTROL_AFTER+4(%rcx)
        movzwl  XL_CALL_SCRATCH(%rcx), %edx
        movq    %rdx, 64(%rax)
        movzwl  XL_CALL_SCRATCH+8(%rcx), %edx
        movq    %rdx, 72(%rax)

        cmpl    $256, XL_CALL_HAS_MODES(%rcx)
        jb      3f
        ja      2f
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        vmovups %ymm\n, XL_CALL_VECTORS+64*\n(%rcx)
        .endr
        vzeroupper
        jmp     3f
2:
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        vmovups %zmm\n, XL_CALL_VECTORS+64*\n(%rcx)
        .endr
        vzeroupper
3:
        fninit
        fldcw   XL_CALL_CONTROL_SAVED+4(%rcx)
        ldmxcsr XL_CALL_CONTROL_SAVED(%rcx)
        leaq    XL_CALL_SAVED(%rcx), %rax
        xl_load_kept
        addq    $136, %rsp
        ret
        .size   xl_call_raw, . - xl_call_raw

        .globl  xl_poison_scalar
        .globl  xl_poison_sse2
        .globl  xl_poison_sse4
        .type   xl_poison_scalar, @function
        .type   xl_poison_sse2, @function
        .type   xl_poison_sse4, @function
xl_poison_scalar:
xl_poison_sse2:
xl_poison_sse4:
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        movaps  XL_CALL_PATTERN(%rdi), %xmm\n
        .endr
        ret

        .globl  xl_poison_avx2
        .type   xl_poison_avx2, @function
xl_poison_avx2:
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        vbroadcastsd XL_CALL_PATTERN(%rdi), %ymm\n
        .endr
        ret

/* Masks as well: of the poison none is all ones, and none is zero. */
        .globl  xl_poison_avx512
        .type   xl_poison_avx512, @function
xl_poison_avx512:
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
        vbroadcastsd XL_CALL_PATTERN(%rdi), %zmm\n
        .endr
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7
        kmovq   XL_CALL_PATTERN(%rdi), %k\n
        .endr
        ret

        /* Where the code of this file ends. */
        .globl  xl_call_end
xl_call_end:

        .section .note.GNU-stack, "", @progbits
