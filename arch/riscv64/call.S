/* The guarded call of RISC-V, LP64D, and the poison of its ISAs; arch/call.h says what they do.
 * SPDX-License-Identifier: MIT
 *
 * RISC-V psABI, register conventions: sp, s0-s11 and fs0-fs11 are preserved across calls; fcsr is as
 * C11 7.6 has it, so that a function keeps frm, may raise flags and clears none. v0-v31, vl, vtype, vxrm and vxsat
 * are not preserved, and unspecified upon entry: they are poisoned and not compared. vstart is zero
 * upon entry and return. gp and tp are unallocatable: a function keeps them.
 */
#include "call.h"

        .text

#define XL_GP_AT 208                    /* behind what xl_kept has */
#define XL_VSTART_AT 216

/* What is kept, to or from the array at t0. Entry 0 is sp, entry 1 the canary. */
        .macro  xl_kept op, fop
        .set    xl_at, 16
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
        \op     s\n, xl_at(t0)
        \fop    fs\n, xl_at + 96(t0)
        .set    xl_at, xl_at + 8
        .endr
        .endm

        .globl  xl_call_raw
        .type   xl_call_raw, @function
xl_call_raw:
        addi    t0, a0, XL_CALL_SAVED
        xl_kept sd, fsd
        sd      ra, 0(t0)               /* the place of sp, which FRAME tells */
        sd      gp, XL_GP_AT(t0)
        addi    sp, sp, -80             /* eight arguments, the canary, and alignment */
        frcsr   t1
        sd      t1, XL_CALL_CONTROL_SAVED(a0)
        ld      t1, XL_CALL_POISON(a0)
        jalr    t1

        addi    t0, a0, XL_CALL_BEFORE
        sd      sp, 0(t0)
        sd      sp, XL_CALL_FRAME(a0)
        .set    xl_at, 0
        .rept   8
        ld      t1, XL_CALL_ARGUMENTS + 64 + xl_at(a0)
        sd      t1, xl_at(sp)
        .set    xl_at, xl_at + 8
        .endr
        ld      t1, 8(t0)
        ld      t2, XL_CALL_CANARY_AT(a0)
        add     t2, t2, sp
        sd      t1, 0(t2)
        xl_kept ld, fld
        sd      gp, XL_GP_AT(t0)
        sd      zero, XL_VSTART_AT(t0)
        ld      t1, XL_CALL_CONTROL(a0)
        fscsr   t1
        frcsr   t1
        sd      t1, XL_CALL_CONTROL_BEFORE(a0)
        ld      t1, XL_CALL_FUNCTION(a0)
        li      t0, XL_POISON
        mv      t2, t0
        mv      t3, t0
        mv      t4, t0
        mv      t5, t0
        mv      t6, t0
        fld     fa0, XL_CALL_FLOATS(a0)
        fld     fa1, XL_CALL_FLOATS + 8(a0)
        fld     fa2, XL_CALL_FLOATS + 16(a0)
        fld     fa3, XL_CALL_FLOATS + 24(a0)
        ld      a7, XL_CALL_ARGUMENTS + 56(a0)
        ld      a6, XL_CALL_ARGUMENTS + 48(a0)
        ld      a5, XL_CALL_ARGUMENTS + 40(a0)
        ld      a4, XL_CALL_ARGUMENTS + 32(a0)
        ld      a3, XL_CALL_ARGUMENTS + 24(a0)
        ld      a2, XL_CALL_ARGUMENTS + 16(a0)
        ld      a1, XL_CALL_ARGUMENTS + 8(a0)
        ld      a0, XL_CALL_ARGUMENTS(a0)
        jalr    t1

        lui     t0, %tprel_hi(xl_call_current)
        add     t0, t0, tp, %tprel_add(xl_call_current)
        ld      t1, %tprel_lo(xl_call_current)(t0)
        sd      a0, XL_CALL_RESULT(t1)
        fsw     fa0, XL_CALL_RESULT_F32(t1)
        fsd     fa0, XL_CALL_RESULT_F64(t1)
        frcsr   t2
        sd      t2, XL_CALL_CONTROL_AFTER(t1)
        addi    t0, t1, XL_CALL_AFTER
        xl_kept sd, fsd
        sd      sp, 0(t0)
        ld      sp, XL_CALL_FRAME(t1)
        ld      t2, XL_CALL_CANARY_AT(t1)
        add     t2, t2, sp
        ld      t2, 0(t2)
        sd      t2, 8(t0)
        sd      gp, XL_GP_AT(t0)
        ld      gp, XL_CALL_SAVED + XL_GP_AT(t1)
        sd      zero, XL_VSTART_AT(t0)
        ld      t2, XL_CALL_POISON(t1)
        lla     t3, xl_poison_rvv
        bne     t2, t3, 1f              /* the CPU may not have vectors */
        .option push
        .option arch, +v
        csrr    t2, vstart
        csrw    vstart, zero
        .option pop
        sd      t2, XL_VSTART_AT(t0)
1:
        ld      t2, XL_CALL_CONTROL_SAVED(t1)
        fscsr   t2
        addi    t0, t1, XL_CALL_SAVED
        xl_kept ld, fld
        ld      ra, 0(t0)
        addi    sp, sp, 80
        ret
        .size   xl_call_raw, . - xl_call_raw

        .globl  xl_poison_scalar
        .type   xl_poison_scalar, @function
xl_poison_scalar:
        ld      t0, XL_CALL_PATTERN(a0)
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
        fmv.d.x f\n, t0
        .endr
        ret

        .option push
        .option arch, +v
        .globl  xl_poison_rvv
        .globl  xl_poison_rva23
        .type   xl_poison_rvv, @function
        .type   xl_poison_rva23, @function
xl_poison_rvv:
xl_poison_rva23:
        ld      t0, XL_CALL_PATTERN(a0)
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
        fmv.d.x f\n, t0
        .endr
        vsetvli t1, zero, e64, m8, ta, ma
        .irp    n, 0, 8, 16, 24
        vmv.v.x v\n, t0
        .endr
        vsetivli zero, 3, e16, m2, tu, mu       /* what some other function may have left */
        ld      t0, XL_CALL_ARGUMENTS(a0)       /* any rounding: the intrinsics set what they need */
        ld      t1, XL_CALL_ARGUMENTS + 8(a0)
        add     t0, t0, t1
        srli    t0, t0, 2
        csrw    vxrm, t0
        csrwi   vxsat, 1
        ret
        .option pop

        /* Where the code of this file ends. */
        .globl  xl_call_end
xl_call_end:

        .section .note.GNU-stack, "", @progbits
