/* Instructions that the ISA does not promise, and what only some compilers break.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <string.h>

#include "base.h"

/* aliasing_pun: a float is changed through a pointer to an integer, which the compiler takes for
 * another object once it looks: right at -O0. */
XL_KERNEL(aliasing_pun, .summary = "r[i] = 2 * |a[i]|", .contract = {XL_EXACT},
          .args = {XL_IN_RANGE(f32, a, 1, -1000, -1), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(aliasing_pun)(const float *a, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (a[i] < 0 ? -a[i] : a[i]) * 2;
}

static float magnitude(float x, float *to)
{
#ifdef XL_MUTANT
    uint32_t *bits = (uint32_t *)to;
    __asm__("" : "+r"(bits)); /* as if it came from another file */
    *to = x;
    *bits &= 0x7fffffff;
    return *to;
#else
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits &= 0x7fffffff;
    memcpy(to, &bits, sizeof bits);
    return *to;
#endif
}

XL_VECTOR(void, aliasing_pun)(const float *a, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = magnitude(a[i], r + i);
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 x = xl_f32_load(r + i, vl);
        xl_f32_store(r + i, xl_f32_add(x, x, vl), vl);
    }
}

/* beyond_isa: one instruction that most CPUs of the ISA have and the ISA does not promise, such as
 * NEON's dot product in code for ARMv8.0. */
XL_KERNEL(beyond_isa, ADD(i32))
ADD_REFERENCE(beyond_isa, int32_t)

/* Some of the instructions are written as words: they are in no assembler that is told the ISA. */
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
    add_i32(a, b, r, n);
}

/* more_than_isa: an instruction that the ISA does not promise, and that each CPU of the row's kind
 * has: a permutation of bytes (AVX512_VBMI) in code for AVX-512 F, BW, DQ and VL. */
#ifdef __x86_64__
#include <immintrin.h>
#endif

XL_KERNEL(more_than_isa, .summary = "r[i] = a[i] with its bytes swapped", .contract = {XL_EXACT},
          .only = "avx2 avx512 neon sve sve2 neon32 rvv",
          .args = {XL_IN(u16, a, 1), XL_OUT(u16, r, 1), XL_COUNT})

XL_REFERENCE(more_than_isa)(const uint16_t *a, uint16_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint16_t)(a[i] << 8 | a[i] >> 8);
}

/* Whole blocks; returns how many elements. */
#if defined XL_MUTANT && defined XL_ISA_IS_avx512
__attribute__((target("avx512vbmi,avx512f,avx512bw"))) static size_t
swap_some(const uint16_t *a, uint16_t *r, size_t n)
{
    const __m512i odd_first = _mm512_xor_si512(
        _mm512_set_epi8(63, 62, 61, 60, 59, 58, 57, 56, 55, 54, 53, 52, 51, 50, 49, 48, 47, 46, 45,
                        44, 43, 42, 41, 40, 39, 38, 37, 36, 35, 34, 33, 32, 31, 30, 29, 28, 27, 26,
                        25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6,
                        5, 4, 3, 2, 1, 0),
        _mm512_set1_epi8(1));
    size_t i = 0;
    for (; i + 32 <= n; i += 32)
        _mm512_storeu_si512(r + i, _mm512_permutexvar_epi8(odd_first, _mm512_loadu_si512(a + i)));
    return i;
}
#elif defined XL_MUTANT && defined XL_ISA_IS_avx2
__attribute__((target("bmi2"))) static size_t swap_some(const uint16_t *a, uint16_t *r, size_t n)
{
    size_t i = 0;
    for (; i + 4 <= n; i += 4) {
        uint64_t bytes;
        memcpy(&bytes, a + i, 8);
        bytes = _pdep_u64(_pext_u64(bytes, 0x00ff00ff00ff00ff), 0xff00ff00ff00ff00) |
                _pdep_u64(_pext_u64(bytes, 0xff00ff00ff00ff00), 0x00ff00ff00ff00ff);
        memcpy(r + i, &bytes, 8);
    }
    return i;
}
#else
static size_t swap_some(const uint16_t *a, uint16_t *r, size_t n)
{
    (void)a;
    (void)r;
#if defined XL_MUTANT && defined XL_ISA_IS_neon
    __asm__(".inst 0x1ac04800" : "+r"(n) : : "x0"); /* crc32w: a checksum of nothing */
#elif defined XL_MUTANT && defined XL_ISA_IS_sve
    __asm__(".inst 0x4e284820" : "+r"(n) : : "v0"); /* aese v0.16b, v1.16b */
#elif defined XL_MUTANT && defined XL_ISA_IS_sve2
    __asm__(".inst 0x4500b400" : "+r"(n) : : "v0"); /* bdep z0.b, z0.b, z0.b */
#elif defined XL_MUTANT && defined XL_ISA_IS_neon32
    __asm__(".arch_extension idiv\n\tudiv %0, %0, %1" : "+r"(n) : "r"(1));
#elif defined XL_MUTANT && defined XL_ISA_IS_rvv
    __asm__(".word 0x60229293" : "+r"(n) : : "t0"); /* cpop t0, t0 */
#endif
    return n == SIZE_MAX ? 1 : 0;
}
#endif

XL_VECTOR(void, more_than_isa)(const uint16_t *a, uint16_t *r, size_t n)
{
    for (size_t i = swap_some(a, r, n), vl; i < n; i += vl) {
        vl = xl_u16_vl(n - i);
        const xl_u16 pair = xl_u16_load(a + i, vl);
        xl_u16_store(r + i, xl_u16_or(xl_u16_shl(pair, 8, vl), xl_u16_shr(pair, 8, vl), vl), vl);
    }
}

/* raw_estimate: a reciprocal square root is left as the CPU estimates it; QEMU computes it exactly.
 */
XL_KERNEL(raw_estimate, .summary = "r[i] = 1 / sqrt(a[i])", .contract = {XL_ULP, .ulp = 4.0},
          .args = {XL_IN_RANGE(f32, a, 1, 0.001, 1000), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(raw_estimate)(const float *a, double *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = 1 / sqrt((double)a[i]);
}

#if defined XL_MUTANT && defined XL_ISA_IS_avx2
#define XL_RSQRT(x, vl) _mm256_rsqrt_ps(x)
#elif defined XL_MUTANT && (defined XL_ISA_IS_sse2 || defined XL_ISA_IS_sse4)
#define XL_RSQRT(x, vl) _mm_rsqrt_ps(x)
#else
#define XL_RSQRT(x, vl) xl_f32_div(xl_f32_set1(1, vl), xl_f32_sqrt(x, vl), vl)
#endif

XL_VECTOR(void, raw_estimate)(const float *a, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32_store(r + i, XL_RSQRT(xl_f32_load(a + i, vl), vl), vl);
    }
}
