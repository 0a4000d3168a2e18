/* more_than_isa: an instruction that the ISA does not promise, and that each CPU of the row's kind
 * has: a permutation of bytes (AVX512_VBMI) in code for AVX-512 F, BW, DQ and VL.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

#include <string.h>

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
