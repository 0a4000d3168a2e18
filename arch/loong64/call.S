/* The guarded call of LoongArch, LP64D, and the poison of its ISAs; arch/call.h says what they do.
 * SPDX-License-Identifier: MIT
 *
 * LoongArch psABI, register usage: sp, fp (s9), s0-s8 and fs0-fs7 (f24-f31) are preserved across calls,
 * of a vector register just the 64 bits that are fs0-fs7; fcsr is as C11 7.6 has it, so that a function
 * keeps the rounding mode, may raise flags and clears none. r21 is reserved: nothing touches it.
 */
#include "call.h"

        .text

/* What is kept, to or from the array at t0. Entry 0 is sp, entry 1 the canary. */
        .macro  xl_kept op, fop
        .set    xl_at, 16
        .irp    r, fp, s0, s1, s2, s3, s4, s5, s6, s7, s8
        \op     $\r, $t0, xl_at
        .set    xl_at, xl_at + 8
        .endr
        .irp    r, fs0, fs1, fs2, fs3, fs4, fs5, fs6, fs7
        \fop    $\r, $t0, xl_at
        .set    xl_at, xl_at + 8
        .endr
        \op     $r21, $t0, xl_at
        .endm

        .globl  xl_call_raw
        .type   xl_call_raw, @function
xl_call_raw:
        addi.d  $t0, $a0, XL_CALL_SAVED
        xl_kept st.d, fst.d
        st.d    $ra, $t0, 0             /* the place of sp, which FRAME tells */
        addi.d  $sp, $sp, -80           /* eight arguments, the canary, and alignment */
        movfcsr2gr $t1, $fcsr0
        st.d    $t1, $a0, XL_CALL_CONTROL_SAVED
        ld.d    $t1, $a0, XL_CALL_POISON
        jirl    $ra, $t1, 0

        addi.d  $t0, $a0, XL_CALL_BEFORE
        st.d    $sp, $t0, 0
        st.d    $sp, $a0, XL_CALL_FRAME
        .set    xl_at, 0
        .rept   8
        ld.d    $t1, $a0, XL_CALL_ARGUMENTS + 64 + xl_at
        st.d    $t1, $sp, xl_at
        .set    xl_at, xl_at + 8
        .endr
        ld.d    $t1, $t0, 8
        ld.d    $t2, $a0, XL_CALL_CANARY_AT
        add.d   $t2, $t2, $sp
        st.d    $t1, $t2, 0
        xl_kept ld.d, fld.d
        ld.d    $t1, $a0, XL_CALL_CONTROL
        movgr2fcsr $fcsr0, $t1
        movfcsr2gr $t1, $fcsr0
        st.d    $t1, $a0, XL_CALL_CONTROL_BEFORE
        ld.d    $t1, $a0, XL_CALL_FUNCTION
        li.d    $t0, XL_POISON
        .irp    r, t2, t3, t4, t5, t6, t7, t8
        move    $\r, $t0
        .endr
        fld.d   $fa0, $a0, XL_CALL_FLOATS
        fld.d   $fa1, $a0, XL_CALL_FLOATS + 8
        fld.d   $fa2, $a0, XL_CALL_FLOATS + 16
        fld.d   $fa3, $a0, XL_CALL_FLOATS + 24
        ld.d    $a7, $a0, XL_CALL_ARGUMENTS + 56
        ld.d    $a6, $a0, XL_CALL_ARGUMENTS + 48
        ld.d    $a5, $a0, XL_CALL_ARGUMENTS + 40
        ld.d    $a4, $a0, XL_CALL_ARGUMENTS + 32
        ld.d    $a3, $a0, XL_CALL_ARGUMENTS + 24
        ld.d    $a2, $a0, XL_CALL_ARGUMENTS + 16
        ld.d    $a1, $a0, XL_CALL_ARGUMENTS + 8
        ld.d    $a0, $a0, XL_CALL_ARGUMENTS
        jirl    $ra, $t1, 0

        la.tls.le $t0, xl_call_current
        add.d   $t0, $t0, $tp
        ld.d    $t1, $t0, 0
        st.d    $a0, $t1, XL_CALL_RESULT
        fst.s   $fa0, $t1, XL_CALL_RESULT_F32
        fst.d   $fa0, $t1, XL_CALL_RESULT_F64
        movfcsr2gr $t2, $fcsr0
        st.d    $t2, $t1, XL_CALL_CONTROL_AFTER
        addi.d  $t0, $t1, XL_CALL_AFTER
        xl_kept st.d, fst.d
        st.d    $sp, $t0, 0
        ld.d    $sp, $t1, XL_CALL_FRAME
        ld.d    $t2, $t1, XL_CALL_CANARY_AT
        add.d   $t2, $t2, $sp
        ld.d    $t2, $t2, 0
        st.d    $t2, $t0, 8

        ld.d    $t2, $t1, XL_CALL_CONTROL_SAVED
        movgr2fcsr $fcsr0, $t2
        addi.d  $t0, $t1, XL_CALL_SAVED
        xl_kept ld.d, fld.d
        ld.d    $ra, $t0, 0
        addi.d  $sp, $sp, 80
        jr      $ra
        .size   xl_call_raw, . - xl_call_raw

        .globl  xl_poison_scalar
        .type   xl_poison_scalar, @function
xl_poison_scalar:
        ld.d    $t0, $a0, XL_CALL_PATTERN
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
        movgr2fr.d $f\n, $t0
        .endr
        jr      $ra

        .globl  xl_poison_lsx
        .type   xl_poison_lsx, @function
xl_poison_lsx:
        ld.d    $t0, $a0, XL_CALL_PATTERN
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
        vreplgr2vr.d $vr\n, $t0
        .endr
        jr      $ra

/* xvreplgr2vr.d of t0 (r12) as a word: LLVM's assembler takes its name only with a flag that would let all of the agent use
 * LASX. */
        .globl  xl_poison_lasx
        .type   xl_poison_lasx, @function
xl_poison_lasx:
        ld.d    $t0, $a0, XL_CALL_PATTERN
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
        .word   0x769f0c00 | 12 << 5 | \n
        .endr
        jr      $ra

        /* Where the code of this file ends. */
        .globl  xl_call_end
xl_call_end:

        .section .note.GNU-stack, "", @progbits
