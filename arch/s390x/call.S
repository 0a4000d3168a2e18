/* The guarded call of s390x, and the poison of its ISAs; arch/call.h says what they do.
 * SPDX-License-Identifier: MIT
 *
 * s390x ELF ABI supplement, "Registers": r6-r13 and r15 are saved across calls (r6 although it holds
 * the fifth argument), f8-f15 are; of FPC the flags and DXC are volatile, the masks and the rounding
 * modes are kept; C11 7.6 has a function clear no flag. The program mask is a mode of the program, and
 * zero when it begins ("Process initialization"): a function keeps it. Access registers 0 and 1 are the
 * thread pointer. Of the vector registers only the halves that are f8-f15 are kept. The callee may
 * write to the 160 bytes of its caller's register save area.
 */
#include "call.h"

        .text

/* What is kept, to or from the array at r1. Entry 0 is r15, entry 1 the canary, entry 2 is r6. */
        .macro  xl_kept op, fop
        \op     %r6, 16(%r1)
        \op     %r7, 24(%r1)
        \op     %r8, 32(%r1)
        \op     %r9, 40(%r1)
        \op     %r10, 48(%r1)
        \op     %r11, 56(%r1)
        \op     %r12, 64(%r1)
        \op     %r13, 72(%r1)
        \fop    %f8, 80(%r1)
        \fop    %f9, 88(%r1)
        \fop    %f10, 96(%r1)
        \fop    %f11, 104(%r1)
        \fop    %f12, 112(%r1)
        \fop    %f13, 120(%r1)
        \fop    %f14, 128(%r1)
        \fop    %f15, 136(%r1)
        .endm

#define XL_MASK_AT 144

/* The program mask, to the array at r1; clobbers r0. */
        .macro  xl_store_mask
        lghi    %r0, 0
        ipm     %r0
        nilh    %r0, 0x0f00
        stg     %r0, XL_MASK_AT(%r1)
        .endm

        .globl  xl_call_raw
        .type   xl_call_raw, @function
        .balign 8
xl_call_raw:
        lay     %r1, XL_CALL_SAVED(%r2)
        xl_kept stg, std
        stg     %r14, 0(%r1)            /* the place of r15, which FRAME tells */
        lay     %r15, -256(%r15)        /* save area, eleven arguments, the canary */
        stfpc   XL_CALL_CONTROL_SAVED+4(%r2)
        lg      %r1, XL_CALL_POISON(%r2)
        basr    %r14, %r1

        lay     %r1, XL_CALL_BEFORE(%r2)
        stg     %r15, 0(%r1)
        stg     %r15, XL_CALL_FRAME(%r2)
        mvc     160(88,%r15), XL_CALL_ARGUMENTS+40(%r2)
        lg      %r3, XL_CALL_CANARY_AT(%r2)
        lg      %r0, 8(%r1)
        stg     %r0, 0(%r3,%r15)
        lg      %r0, XL_CALL_ARGUMENTS+32(%r2)
        stg     %r0, 16(%r1)            /* r6 is kept, and an argument */
        xl_kept lg, ld
        xl_store_mask
        lfpc    XL_CALL_CONTROL+4(%r2)
        stfpc   XL_CALL_CONTROL_BEFORE+4(%r2)
        ld      %f0, XL_CALL_FLOATS(%r2)
        ld      %f2, XL_CALL_FLOATS+8(%r2)
        ld      %f4, XL_CALL_FLOATS+16(%r2)
        ld      %f6, XL_CALL_FLOATS+24(%r2)
        lg      %r1, XL_CALL_FUNCTION(%r2)
        lg      %r5, XL_CALL_ARGUMENTS+24(%r2)
        lg      %r4, XL_CALL_ARGUMENTS+16(%r2)
        lg      %r3, XL_CALL_ARGUMENTS+8(%r2)
        lg      %r2, XL_CALL_ARGUMENTS(%r2)
        basr    %r14, %r1

        ear     %r1, %a0                /* the thread pointer */
        sllg    %r1, %r1, 32
        ear     %r1, %a1
        larl    %r3, xl_current_at
        ag      %r1, 0(%r3)
        lg      %r3, 0(%r1)
        stg     %r2, XL_CALL_RESULT(%r3)
        ste     %f0, XL_CALL_RESULT_F32+4(%r3)
        std     %f0, XL_CALL_RESULT_F64(%r3)
        stfpc   XL_CALL_CONTROL_AFTER+4(%r3)
        lay     %r1, XL_CALL_AFTER(%r3)
        xl_kept stg, std
        xl_store_mask
        stg     %r15, 0(%r1)
        lg      %r15, XL_CALL_FRAME(%r3)
        lg      %r4, XL_CALL_CANARY_AT(%r3)
        lg      %r0, 0(%r4,%r15)
        stg     %r0, 8(%r1)

        lay     %r1, XL_CALL_BEFORE(%r3)
        lg      %r0, XL_MASK_AT(%r1)
        spm     %r0
        lfpc    XL_CALL_CONTROL_SAVED+4(%r3)
        lay     %r1, XL_CALL_SAVED(%r3)
        xl_kept lg, ld
        lg      %r14, 0(%r1)
        la      %r15, 256(%r15)
        br      %r14
        .size   xl_call_raw, . - xl_call_raw

        .section .rodata
        .balign 8
xl_current_at:
        .quad   xl_call_current@ntpoff
        .text

        .globl  xl_poison_scalar
        .type   xl_poison_scalar, @function
        .balign 8
xl_poison_scalar:
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        ld      %f\n, XL_CALL_PATTERN(%r2)
        .endr
        br      %r14

        .machine z13
        .globl  xl_poison_vx
        .globl  xl_poison_vxe
        .globl  xl_poison_vxe2
        .type   xl_poison_vx, @function
        .type   xl_poison_vxe, @function
        .type   xl_poison_vxe2, @function
        .balign 8
xl_poison_vx:
xl_poison_vxe:
xl_poison_vxe2:
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
        vlrepg  %v\n, XL_CALL_PATTERN(%r2)
        .endr
        br      %r14

        /* Where the code of this file ends. */
        .globl  xl_call_end
xl_call_end:

        .section .note.GNU-stack, "", @progbits
