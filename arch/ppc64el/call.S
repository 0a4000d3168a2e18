/* The guarded call of POWER, ELFv2, and the poison of its ISAs; arch/call.h says what they do.
 * SPDX-License-Identifier: MIT
 *
 * OpenPOWER ELFv2 ABI 2.2.1.1, register roles: r1, r14-r31, f14-f31, v20-v31 and fields 2 to 4 of CR
 * are nonvolatile. FPSCR and VSCR are limited-access: a function keeps the rounding mode, the enables,
 * NI and NJ; the status bits are volatile, but C11 7.6 has a function clear no exception flag. r13 is
 * the thread pointer. 3.4.1, st_other: on return r2 holds the TOC pointer, or what it held on entry,
 * unless the function's local entry point has the value 1; the host knows of which function that is
 * so. The callee may write to the CR and LR words of its caller's frame, and to the
 * parameter save area.
 */
#include "call.h"

        .machine power8
        .abiversion 2
        .text

#define XL_CR_KEPT_FIRST 8              /* fields 2 to 4: bits 8 to 19 of CR's 32 */
#define XL_CR_KEPT_LAST 19

#define XL_R2_AT 312

/* What is kept, to or from the array at r11; clobbers r0. Entry 0 is r1, entry 1 the canary, entry 2
 * CR, entry 39 r2, which fills the place before v20 at a multiple of 16. */
        .macro  xl_kept op, fop, vop
        .set    xl_at, 24
        .irp    n, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
        \op     \n, xl_at(11)
        \fop    \n, xl_at + 18 * 8(11)
        .set    xl_at, xl_at + 8
        .endr
        .set    xl_at, 320
        .irp    n, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
        li      0, xl_at
        \vop    \n, 11, 0
        .set    xl_at, xl_at + 16
        .endr
        .endm

/* The control word is FPSCR low, VSCR high. mfvscr has it in the last word of the register. */
        .macro  xl_read_control call, at
        mffs    0
        stfd    0, \at(\call)
        mfvscr  0
        li      0, XL_CALL_SCRATCH
        stvx    0, \call, 0
        lwz     0, XL_CALL_SCRATCH(\call)
        stw     0, \at + 4(\call)
        .endm
        .macro  xl_set_control call, at
        lwz     0, \at + 4(\call)
        std     0, XL_CALL_SCRATCH(\call)
        li      0, 0
        std     0, XL_CALL_SCRATCH + 8(\call)
        li      0, XL_CALL_SCRATCH
        lvx     0, \call, 0
        mtvscr  0
        lfd     0, \at(\call)
        mtfsf   0xff, 0
        .endm

        .globl  xl_call_raw
        .type   xl_call_raw, @function
xl_call_raw:
        addi    11, 3, XL_CALL_SAVED
        xl_kept std, stfd, stvx
        mflr    0
        std     0, 0(11)                /* the place of r1, which FRAME tells, ... */
        std     2, 8(11)                /* of the canary, which has no owner, ... */
        mfcr    0
        std     0, 16(11)
        stdu    1, -176(1)              /* header, parameter save area of 16, and the canary */
        xl_read_control 3, XL_CALL_CONTROL_SAVED
        ld      12, XL_CALL_POISON(3)
        mtctr   12
        bctrl

        xl_set_control 3, XL_CALL_CONTROL
        xl_read_control 3, XL_CALL_CONTROL_BEFORE
        ld      4, XL_CALL_PATTERN(3)   /* f0 and v0 as the others again */
        mtvsrd  0, 4
        mtvsrd  32, 4
        addi    11, 3, XL_CALL_BEFORE
        std     1, 0(11)
        std     1, XL_CALL_FRAME(3)
        .set    xl_at, 0
        .rept   16
        ld      0, XL_CALL_ARGUMENTS + xl_at(3)
        std     0, 32 + xl_at(1)
        .set    xl_at, xl_at + 8
        .endr
        ld      12, XL_CALL_CANARY_AT(3)
        ld      0, 8(11)
        stdx    0, 12, 1
        lwz     0, 16(11)
        rlwinm  0, 0, 0, XL_CR_KEPT_FIRST, XL_CR_KEPT_LAST
        std     0, 16(11)
        mtcrf   0x38, 0
        std     2, XL_R2_AT(11)
        xl_kept ld, lfd, lvx
        ld      12, XL_CALL_FLOAT_COUNT(3)
        cmpdi   12, 0
        beq     1f                      /* a load leaves the rest of the vector register undefined */
        lfd     1, XL_CALL_FLOATS(3)
        lfd     2, XL_CALL_FLOATS + 8(3)
        lfd     3, XL_CALL_FLOATS + 16(3)
        lfd     4, XL_CALL_FLOATS + 24(3)
1:      ld      12, XL_CALL_FUNCTION(3)
        mtctr   12
        mr      11, 4
        mr      0, 4
        ld      10, XL_CALL_ARGUMENTS + 56(3)
        ld      9, XL_CALL_ARGUMENTS + 48(3)
        ld      8, XL_CALL_ARGUMENTS + 40(3)
        ld      7, XL_CALL_ARGUMENTS + 32(3)
        ld      6, XL_CALL_ARGUMENTS + 24(3)
        ld      5, XL_CALL_ARGUMENTS + 16(3)
        ld      4, XL_CALL_ARGUMENTS + 8(3)
        ld      3, XL_CALL_ARGUMENTS(3)
        bctrl

        addis   12, 13, xl_call_current@tprel@ha
        ld      12, xl_call_current@tprel@l(12)
        std     3, XL_CALL_RESULT(12)
        stfs    1, XL_CALL_RESULT_F32(12)
        stfd    1, XL_CALL_RESULT_F64(12)
        addi    11, 12, XL_CALL_AFTER
        xl_kept std, stfd, stvx
        std     1, 0(11)
        std     2, XL_R2_AT(11)
        mfcr    0
        rlwinm  0, 0, 0, XL_CR_KEPT_FIRST, XL_CR_KEPT_LAST
        std     0, 16(11)
        ld      1, XL_CALL_FRAME(12)
        ld      0, XL_CALL_CANARY_AT(12)
        ldx     0, 1, 0
        std     0, 8(11)
        xl_read_control 12, XL_CALL_CONTROL_AFTER

        xl_set_control 12, XL_CALL_CONTROL_SAVED
        addi    11, 12, XL_CALL_SAVED
        xl_kept ld, lfd, lvx
        ld      0, 16(11)
        mtcrf   0x38, 0
        ld      2, 8(11)
        ld      0, 0(11)
        mtlr    0
        addi    1, 1, 176
        blr
        .size   xl_call_raw, . - xl_call_raw

/* All 64 VSX registers: f0-f31 with their other halves, and v0-v31. */
        .globl  xl_poison_scalar
        .globl  xl_poison_vsx
        .globl  xl_poison_vsx3
        .globl  xl_poison_vsx31
        .type   xl_poison_scalar, @function
        .type   xl_poison_vsx, @function
        .type   xl_poison_vsx3, @function
        .type   xl_poison_vsx31, @function
xl_poison_scalar:
xl_poison_vsx:
xl_poison_vsx3:
xl_poison_vsx31:
        ld      4, XL_CALL_PATTERN(3)
        mtvsrd  0, 4
        xxpermdi 0, 0, 0, 0
        .set    xl_n, 1
        .rept   63
        xxlor   xl_n, 0, 0
        .set    xl_n, xl_n + 1
        .endr
        blr

        /* Where the code of this file ends. */
        .globl  xl_call_end
xl_call_end:

        .section .note.GNU-stack, "", @progbits
