/* The guarded call of AArch64, and the poison of its ISAs; arch/call.h says what they do.
 * SPDX-License-Identifier: MIT
 *
 * AAPCS64 (ARM IHI 0055) 6.1.1: x19-x28 are callee-saved, x29 is the frame pointer. 6.1.2: the low
 * 64 bits of v8-v15 are, and in the vector calling convention v8-v23 whole. 6.1.1: FPCR is a global register that a function keeps; the flags of FPSR
 * are not kept, but C11 7.6 has a function clear no exception flag. 6.1.3, 6.1.4: of SVE's registers only what overlaps d8-d15 is kept, because no
 * kernel takes or returns SVE's types. 6.5, 6.6: streaming mode and ZA are off when a function returns that is called with both off. No
 * kernel is called in another way. 6.1.1: x18 is the platform's: Linux leaves it to functions, others reserve it. The CPU clears vector registers where streaming mode changes, so it is left before registers are restored.
 */
#include "call.h"

        .arch   armv8-a
        .text

/* What is kept, by str to or by ldr from the array at x9. Entry 0 is sp, entry 1 the canary. */
        .macro  xl_kept op
        \op     x19, [x9, #16]
        \op     x20, [x9, #24]
        \op     x21, [x9, #32]
        \op     x22, [x9, #40]
        \op     x23, [x9, #48]
        \op     x24, [x9, #56]
        \op     x25, [x9, #64]
        \op     x26, [x9, #72]
        \op     x27, [x9, #80]
        \op     x28, [x9, #88]
        \op     x29, [x9, #96]
        \op     d8, [x9, #104]
        \op     d9, [x9, #112]
        \op     d10, [x9, #120]
        \op     d11, [x9, #128]
        \op     d12, [x9, #136]
        \op     d13, [x9, #144]
        \op     d14, [x9, #152]
        \op     d15, [x9, #160]
        \op     x18, [x9, #184]
        .endm

/* v8 to v23, which the vector calling convention keeps: into `vectors` of x9's array, `at` bytes into each. */
        .macro  xl_keep_vectors call, at
        add     x9, \call, #XL_CALL_VECTORS
        .irp    n, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23
        str     q\n, [x9, #(\n - 8) * 64 + \at]
        .endr
        .endm

/* SVCR, the modes of SME, whose assembler's name older assemblers do not know: bit 0 is streaming mode, bit 1 is ZA. */
#define SVCR S3_3_C4_C2_2
#define STREAMING_AT 168
#define ZA_AT 176

/* The control word is FPCR low, FPSR high. */
        .macro  xl_read_control call, at
        mrs     x10, fpcr
        str     w10, [\call, #\at]
        mrs     x10, fpsr
        str     w10, [\call, #\at + 4]
        .endm
        .macro  xl_set_control call, at
        ldr     w10, [\call, #\at]
        msr     fpcr, x10
        ldr     w10, [\call, #\at + 4]
        msr     fpsr, x10
        .endm

        .global xl_call_raw
        .type   xl_call_raw, %function
xl_call_raw:
        add     x9, x0, #XL_CALL_SAVED
        xl_kept str
        str     x30, [x9]               /* the place of sp, which FRAME tells */
        sub     sp, sp, #80             /* eight arguments, the canary, and alignment */
        xl_read_control x0, XL_CALL_CONTROL_SAVED
        ldr     x10, [x0, #XL_CALL_POISON]
        blr     x10

        add     x9, x0, #XL_CALL_BEFORE
        mov     x10, sp
        str     x10, [x9]
        str     x10, [x0, #XL_CALL_FRAME]
        ldp     x12, x13, [x0, #XL_CALL_ARGUMENTS + 64]
        stp     x12, x13, [sp]
        ldp     x12, x13, [x0, #XL_CALL_ARGUMENTS + 80]
        stp     x12, x13, [sp, #16]
        ldp     x12, x13, [x0, #XL_CALL_ARGUMENTS + 96]
        stp     x12, x13, [sp, #32]
        ldp     x12, x13, [x0, #XL_CALL_ARGUMENTS + 112]
        stp     x12, x13, [sp, #48]
        str     xzr, [x9, #STREAMING_AT]
        str     xzr, [x9, #ZA_AT]
        ldr     x10, [x9, #8]
        ldr     x12, [x0, #XL_CALL_CANARY_AT]
        str     x10, [sp, x12]
        xl_kept ldr
        ldr     x10, [x0, #XL_CALL_PATTERN] /* a load has cleared the upper halves */
        .irp    n, 8, 9, 10, 11, 12, 13, 14, 15
        mov     v\n\().d[1], x10
        .endr
        xl_keep_vectors x0, 0
        xl_set_control x0, XL_CALL_CONTROL
        xl_read_control x0, XL_CALL_CONTROL_BEFORE
        ldr     x16, [x0, #XL_CALL_FUNCTION]
        ldr     x8, =XL_POISON
        mov     x9, x8
        mov     x10, x8
        mov     x11, x8
        mov     x12, x8
        mov     x13, x8
        mov     x14, x8
        mov     x15, x8
        mov     x17, x8
        ldr     x6, [x0, #XL_CALL_FLOAT_COUNT]
        cbz     x6, 1f                  /* a load clears the rest of the vector register */
        ldp     d0, d1, [x0, #XL_CALL_FLOATS]
        ldp     d2, d3, [x0, #XL_CALL_FLOATS + 16]
1:      ldp     x6, x7, [x0, #XL_CALL_ARGUMENTS + 48]
        ldp     x4, x5, [x0, #XL_CALL_ARGUMENTS + 32]
        ldp     x2, x3, [x0, #XL_CALL_ARGUMENTS + 16]
        ldp     x0, x1, [x0, #XL_CALL_ARGUMENTS]
        blr     x16

        mrs     x9, tpidr_el0
        add     x9, x9, #:tprel_hi12:xl_call_current, lsl #12
        add     x9, x9, #:tprel_lo12_nc:xl_call_current
        ldr     x1, [x9]
        str     x0, [x1, #XL_CALL_RESULT]
        str     s0, [x1, #XL_CALL_RESULT_F32]
        str     d0, [x1, #XL_CALL_RESULT_F64]
        xl_read_control x1, XL_CALL_CONTROL_AFTER
        add     x9, x1, #XL_CALL_AFTER
        mov     x10, sp
        str     x10, [x9]
        ldr     x11, [x1, #XL_CALL_FRAME]
        ldr     x10, [x1, #XL_CALL_CANARY_AT]
        ldr     x10, [x11, x10]
        str     x10, [x9, #8]
        xl_kept str
        xl_keep_vectors x1, 16
        add     x9, x1, #XL_CALL_AFTER
        str     xzr, [x9, #STREAMING_AT]
        str     xzr, [x9, #ZA_AT]
        ldr     x10, [x1, #XL_CALL_HAS_MODES]
        cbz     x10, 2f
        mrs     x10, SVCR
        msr     SVCR, xzr
        and     x12, x10, #1
        str     x12, [x9, #STREAMING_AT]
        and     x12, x10, #2
        str     x12, [x9, #ZA_AT]
2:
        mov     sp, x11
        xl_set_control x1, XL_CALL_CONTROL_SAVED
        add     x9, x1, #XL_CALL_SAVED
        xl_kept ldr
        ldr     x30, [x9]
        add     sp, sp, #80
        ret
        .size   xl_call_raw, . - xl_call_raw
        .ltorg

        .global xl_poison_scalar
        .global xl_poison_neon
        .type   xl_poison_scalar, %function
        .type   xl_poison_neon, %function
xl_poison_scalar:
xl_poison_neon:
        ldr     x16, [x0, #XL_CALL_PATTERN]
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
        dup     v\n\().2d, x16
        .endr
        ret

/* Predicates: all false where the pattern is zero; else all true in turn with one lane in eight; first-fault register: nothing loaded. */
        .arch   armv8.2-a+sve
        .global xl_poison_sve
        .global xl_poison_sve2
        .global xl_poison_sve2p1
        .global xl_poison_sme2
        .type   xl_poison_sve, %function
        .type   xl_poison_sve2, %function
        .type   xl_poison_sve2p1, %function
        .type   xl_poison_sme2, %function
xl_poison_sve:
xl_poison_sve2:
xl_poison_sve2p1:
xl_poison_sme2:
        ldr     x16, [x0, #XL_CALL_PATTERN]
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
        dup     z\n\().d, x16
        .endr
        pfalse  p0.b
        wrffr   p0.b
        cbnz    x16, 1f
        .irp    n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        pfalse  p\n\().b
        .endr
        ret
1:
        .irp    n, 0, 2, 4, 6, 8, 10, 12, 14
        ptrue   p\n\().b
        .endr
        .irp    n, 1, 3, 5, 7, 9, 11, 13, 15
        ptrue   p\n\().d
        .endr
        ret

        /* Where the code of this file ends. */
        .globl  xl_call_end
xl_call_end:

        .section .note.GNU-stack, "", %progbits
