/* The first 1 to 15 bytes of an LSX vector, from and to memory, for LSX and LASX.
 * SPDX-License-Identifier: MIT
 *
 * `unit` is the number of bytes of a lane: the compiler knows it, and drops what lanes of that size do not need. Lanes of 32 bits are
 * two scalar accesses that overlap. Lanes of 8 and 16 bits are copied through memory: code for each length, in every load and store,
 * makes the kernels a third longer and slower to compile. Bytes that are not loaded are zero.
 *
 * With -fno-lax-vector-conversions, clang 19 refuses its own macros for vpickve2gr.wu and .du: the signed ones, and a cast, serve.
 */
#ifndef XL_ARCH_LOONG64_PARTIAL_H
#define XL_ARCH_LOONG64_PARTIAL_H

/* Word number i of p. */
typedef int64_t xl_lx_word __attribute__((may_alias));
XL_VEC const xl_lx_word *xl_lx_word64(const void *p, int64_t i) { return (const xl_lx_word *)p + (uint64_t)i; }

XL_VEC void xl_lsx_read_part(const uint8_t *p, size_t n, size_t unit, uint64_t word[2])
{
    word[0] = word[1] = 0;
    if (unit == 8) {
        memcpy(&word[0], p, 8);
    } else if (unit == 4 && n > 4) {
        uint32_t last;
        memcpy(&word[0], p, 8);
        memcpy(&last, p + n - 4, 4);
        word[1] = n > 8 ? last : 0;
    } else if (unit == 4) {
        uint32_t only;
        memcpy(&only, p, 4);
        word[0] = only;
    } else {
        memcpy(word, p, n);
    }
}

XL_VEC void xl_lsx_write_part(uint8_t *p, uint64_t low, uint64_t high, size_t n, size_t unit)
{
    if (unit == 8) {
        memcpy(p, &low, 8);
    } else if (unit == 4 && n > 4) {
        uint32_t last = n > 8 ? (uint32_t)high : (uint32_t)(low >> 32);
        memcpy(p, &low, 8);
        memcpy(p + n - 4, &last, 4);
    } else if (unit == 4) {
        uint32_t only = (uint32_t)low;
        memcpy(p, &only, 4);
    } else {
        const uint64_t word[2] = {low, high};
        memcpy(p, word, n);
    }
}

XL_VEC __m128i xl_lsx_load_part(const uint8_t *p, size_t bytes, size_t unit)
{
    uint64_t word[2];
    xl_lsx_read_part(p, bytes, unit, word);
    return __lsx_vinsgr2vr_d(__lsx_vinsgr2vr_d(__lsx_vldi(0), (long)word[0], 0), (long)word[1], 1);
}
XL_VEC void xl_lsx_store_part(uint8_t *p, __m128i v, size_t bytes, size_t unit)
{
    xl_lsx_write_part(p, (uint64_t)__lsx_vpickve2gr_d(v, 0), (uint64_t)__lsx_vpickve2gr_d(v, 1), bytes, unit);
}

#endif
