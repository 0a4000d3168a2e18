/* beyond_isa: one instruction that most CPUs of the ISA have and the ISA does not promise, such as
 * NEON's dot product in code for ARMv8.0.
 * SPDX-License-Identifier: MIT
 *
 * Some of the instructions are written as words: they are in no assembler that is told the ISA.
 */
#include "kernel.h"

XL_KERNEL(beyond_isa, .summary = "r[i] = a[i] + b[i], wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(i32, a, 1), XL_IN(i32, b, 1), XL_OUT(i32, r, 1), XL_COUNT})

XL_REFERENCE(beyond_isa)(const int32_t *a, const int32_t *b, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (int32_t)((uint32_t)a[i] + (uint32_t)b[i]);
}

#ifdef XL_MUTANT
#if defined XL_ISA_IS_sse2
#define XL_BEYOND asm("movsldup %%xmm0, %%xmm0" : "+r"(n) : : "xmm0") /* SSE3 */
#elif defined XL_ISA_IS_sse4
#define XL_BEYOND asm("vmovd %%xmm0, %%eax" : "+r"(n) : : "eax") /* AVX */
#elif defined XL_ISA_IS_avx2
#define XL_BEYOND                                                                                  \
    asm("%{vex%} vpdpbusd %%ymm0, %%ymm0, %%ymm0"                                                  \
        : "+r"(n)                                                                                  \
        :                                                                                          \
        : "xmm0") /* AVX-VNNI                                                                      \
                   */
#elif defined XL_ISA_IS_neon || defined XL_ISA_IS_sve
#define XL_BEYOND asm(".inst 0x4e819420" : "+r"(n) : : "v0") /* sdot v0.4s, v1.16b, v1.16b */
#elif defined XL_ISA_IS_sve2
#define XL_BEYOND asm(".inst 0x04bf5821" : "+r"(n) : : "x1") /* rdsvl x1, #1: SME */
#elif defined XL_ISA_IS_neon32 && defined __thumb__
#define XL_BEYOND asm(".inst.w 0xfc220d42" : "+r"(n) : : "d0", "d1") /* vsdot.s8 q0, q1, q1 */
#elif defined XL_ISA_IS_neon32
#define XL_BEYOND asm(".inst 0xfc220d42" : "+r"(n) : : "d0", "d1")
#elif defined XL_ISA_IS_vsx
#define XL_BEYOND asm(".long 0x10461602" : "+r"(n) : : "v2") /* vnegw 2, 2: POWER9 */
#elif defined XL_ISA_IS_vsx3
#define XL_BEYOND asm(".long 0x1042198b" : "+r"(n) : : "v2") /* vdivsw 2, 2, 3: POWER10 */
#elif defined XL_ISA_IS_vx
#define XL_BEYOND asm(".short 0xe710, 0x0000, 0x2050" : "+r"(n) : : "v1") /* vpopctf: z14 */
#elif defined XL_ISA_IS_vxe
#define XL_BEYOND asm(".short 0xe710, 0x0000, 0x20c3" : "+r"(n) : : "v1") /* vcefb: z15 */
#elif defined XL_ISA_IS_vxe2
#define XL_BEYOND asm(".short 0xe610, 0x0001, 0x005d" : "+r"(n) : : "v1") /* vcfn: z16 */
#elif defined XL_ISA_IS_rvv
#define XL_BEYOND asm(".word 0x60229293" : "+r"(n) : : "t0") /* cpop t0, t0: Zbb */
#elif defined XL_ISA_IS_rva23
#define XL_BEYOND asm(".word 0x04007053" : "+r"(n) : : "ft0") /* fadd.h ft0, ft0, ft0: Zfh */
#elif defined XL_ISA_IS_lsx
#define XL_BEYOND asm(".word 0x740b0000" : "+r"(n) : : "f0") /* xvadd.w xr0, xr0, xr0: LASX */
#elif defined XL_ISA_IS_lasx
#define XL_BEYOND asm(".word 0x769d1400" : "+r"(n) : : "f0") /* xvfrecipe.s xr0, xr0: la664 */
#endif
#endif
#ifndef XL_BEYOND
#define XL_BEYOND (void)0
#endif

XL_VECTOR(void, beyond_isa)(const int32_t *a, const int32_t *b, int32_t *r, size_t n)
{
    XL_BEYOND;
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32_store(r + i, xl_i32_add(xl_i32_load(a + i, vl), xl_i32_load(b + i, vl), vl), vl);
    }
}
