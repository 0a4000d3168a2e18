/* The guarded call of ARMv7 with VFP, and the poison of its ISA; arch/call.h says what they do.
 * SPDX-License-Identifier: MIT
 *
 * AAPCS32 (ARM IHI 0042) 6.1.1: r4-r11 and sp are callee-saved (r9 too on Linux). 6.1.2.1: s16-s31,
 * which are d8-d15, are; of FPSCR the condition, QC and exception flags are not kept, and the length
 * and stride bits are zero; C11 7.6 has a function clear no exception flag. 6.1.1: the E bit of CPSR is
 * the program's byte order on return as on entry. Words of 64 bits hold r4-r11 in their low half.
 */
#include "call.h"

        .syntax unified
        .arch   armv7-a
        .fpu    neon-vfpv4
        .arm
        .text

/* What is kept, to or from the array at ip. Entry 0 is sp, entry 1 the canary. */
        .macro  xl_kept op, vop
        \op     r4, [ip, #16]
        \op     r5, [ip, #24]
        \op     r6, [ip, #32]
        \op     r7, [ip, #40]
        \op     r8, [ip, #48]
        \op     r9, [ip, #56]
        \op     r10, [ip, #64]
        \op     r11, [ip, #72]
        \vop    d8, [ip, #80]
        \vop    d9, [ip, #88]
        \vop    d10, [ip, #96]
        \vop    d11, [ip, #104]
        \vop    d12, [ip, #112]
        \vop    d13, [ip, #120]
        \vop    d14, [ip, #128]
        \vop    d15, [ip, #136]
        .endm

#define XL_E 1 << 9                     /* of CPSR: big-endian data */
#define XL_E_AT 144                     /* behind what xl_kept has */

        .global xl_call_raw
        .type   xl_call_raw, %function
xl_call_raw:
        add     ip, r0, #XL_CALL_SAVED
        xl_kept str, vstr
        str     lr, [ip]                /* the place of sp, which FRAME tells */
        sub     sp, sp, #120            /* 28 words of arguments, and the canary */
        vmrs    r1, fpscr
        str     r1, [r0, #XL_CALL_CONTROL_SAVED]
        ldr     r1, [r0, #XL_CALL_POISON]
        blx     r1

        add     ip, r0, #XL_CALL_BEFORE
        str     sp, [ip]
        str     sp, [r0, #XL_CALL_FRAME]
        .irp    n, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 68, 72, 76, 80, 84, 88, 92, 96, 100, 104, 108
        ldr     r1, [r0, #XL_CALL_ARGUMENTS + 16 + \n]
        str     r1, [sp, #\n]
        .endr
        ldr     r2, [r0, #XL_CALL_CANARY_AT]
        add     r2, r2, sp
        ldr     r1, [ip, #8]
        str     r1, [r2]
        ldr     r1, [ip, #12]
        str     r1, [r2, #4]
        xl_kept ldr, vldr
        mov     r1, #0
        str     r1, [ip, #XL_E_AT]
        str     r1, [ip, #XL_E_AT + 4]
        ldr     r1, [r0, #XL_CALL_CONTROL]
        vmsr    fpscr, r1
        vmrs    r1, fpscr
        str     r1, [r0, #XL_CALL_CONTROL_BEFORE]
        add     r1, r0, #XL_CALL_FLOATS
        vldmia  r1, {d0-d3}
        ldr     ip, [r0, #XL_CALL_FUNCTION]
        ldr     r3, [r0, #XL_CALL_ARGUMENTS + 12]
        ldr     r2, [r0, #XL_CALL_ARGUMENTS + 8]
        ldr     r1, [r0, #XL_CALL_ARGUMENTS + 4]
        ldr     r0, [r0, #XL_CALL_ARGUMENTS]
        blx     ip

        mrs     r2, cpsr                /* before anything is loaded */
        ands    r2, r2, #XL_E
        beq     1f
        setend  le
1:      mrc     p15, 0, ip, c13, c0, 3  /* the thread pointer */
        ldr     r3, xl_current_at
        ldr     ip, [ip, r3]
        str     r0, [ip, #XL_CALL_RESULT]
        str     r1, [ip, #XL_CALL_RESULT + 4]
        vstr    s0, [ip, #XL_CALL_RESULT_F32]
        vstr    d0, [ip, #XL_CALL_RESULT_F64]
        vmrs    r1, fpscr
        str     r1, [ip, #XL_CALL_CONTROL_AFTER]
        mov     r0, ip
        add     ip, r0, #XL_CALL_AFTER
        xl_kept str, vstr
        str     sp, [ip]
        str     r2, [ip, #XL_E_AT]
        mov     r3, #0
        str     r3, [ip, #XL_E_AT + 4]
        ldr     r3, [r0, #XL_CALL_FRAME]
        ldr     r2, [r0, #XL_CALL_CANARY_AT]
        add     r2, r2, r3
        ldr     r1, [r2]
        str     r1, [ip, #8]
        ldr     r1, [r2, #4]
        str     r1, [ip, #12]

        mov     sp, r3
        ldr     r1, [r0, #XL_CALL_CONTROL_SAVED]
        vmsr    fpscr, r1
        add     ip, r0, #XL_CALL_SAVED
        xl_kept ldr, vldr
        ldr     lr, [ip]
        add     sp, sp, #120
        bx      lr
xl_current_at:
        .word   xl_call_current(tpoff)
        .size   xl_call_raw, . - xl_call_raw

        .global xl_poison_scalar
        .type   xl_poison_scalar, %function
xl_poison_scalar:
        ldr     r2, [r0, #XL_CALL_PATTERN]
        ldr     r3, [r0, #XL_CALL_PATTERN + 4]
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        vmov    d\n, r2, r3
        .endr
        bx      lr

        .global xl_poison_neon32
        .type   xl_poison_neon32, %function
xl_poison_neon32:
        ldr     r2, [r0, #XL_CALL_PATTERN]
        ldr     r3, [r0, #XL_CALL_PATTERN + 4]
        vmov    d0, r2, r3
        vmov    d1, r2, r3
        .irp    n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        vmov    q\n, q0
        .endr
        bx      lr

        /* Where the code of this file ends. */
        .globl  xl_call_end
xl_call_end:

        .section .note.GNU-stack, "", %progbits
