/* The vector code of halve_i16. SPDX-License-Identifier: MIT */
#define NAME__(ISA) halve_i16__##ISA
#define NAME_(ISA) NAME__(ISA)
#define NAME NAME_(XL_ISA)

#if defined(XL_ISA_IS_neon) || defined(XL_ISA_IS_vx) || defined(XL_ISA_IS_vxe) || defined(XL_ISA_IS_vxe2)
        .text
        .balign 16
        .globl  NAME
        .type   NAME, %function
NAME:
#ifdef XL_ISA_IS_neon
        subs    x2, x2, #8
        b.lo    2f
1:      ld1     {v0.8h}, [x0], #16
        sshr    v0.8h, v0.8h, #1
        st1     {v0.8h}, [x1], #16
        subs    x2, x2, #8
        b.hs    1b
2:      adds    x2, x2, #8
        b.eq    4f
3:      ldrsh   w3, [x0], #2
        asr     w3, w3, #1
        strh    w3, [x1], #2
        subs    x2, x2, #1
        b.ne    3b
4:      ret
#else
        aghi    %r4, -8
        jl      2f
1:      vl      %v0, 0(%r2)
        vesrah  %v0, %v0, 1
        vst     %v0, 0(%r3)
        la      %r2, 16(%r2)
        la      %r3, 16(%r3)
        aghi    %r4, -8
        jnl     1b
2:      aghi    %r4, 8
        je      3f
        sllg    %r4, %r4, 1
        aghi    %r4, -1
        vll     %v0, %r4, 0(%r2)
        vesrah  %v0, %v0, 1
        vstl    %v0, %r4, 0(%r3)
3:      br      %r14
#endif
        .size   NAME, . - NAME
#endif

        .section .note.GNU-stack, "", %progbits
