/* Bytes of three, with LSX: what LSX and LASX share.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_LOONG64_THIRD_H
#define XL_ARCH_LOONG64_THIRD_H

/* Byte i of the result: byte 3i + k of the 48 in v0, v1 and v2. An index counts on from v0 to v1, and in the second
 * shuffle from the first's result to v2.
 */
XL_VEC __m128i xl_lsx_third(__m128i v0, __m128i v1, __m128i v2, __m128i first, __m128i second)
{
    return __lsx_vshuf_b(v2, __lsx_vshuf_b(v1, v0, first), second);
}

XL_VEC void xl_lsx_load3(const uint8_t *p, __m128i *a, __m128i *b, __m128i *c)
{
    static const uint8_t first[3][16] = {{0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30},
                                         {1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 31},
                                         {2, 5, 8, 11, 14, 17, 20, 23, 26, 29}};
    static const uint8_t second[3][16] = {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 17, 20, 23, 26, 29},
                                          {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 18, 21, 24, 27, 30},
                                          {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 19, 22, 25, 28, 31}};
    __m128i v0 = __lsx_vld(p, 0), v1 = __lsx_vld(p, 16), v2 = __lsx_vld(p, 32);
    *a = xl_lsx_third(v0, v1, v2, __lsx_vld(first[0], 0), __lsx_vld(second[0], 0));
    *b = xl_lsx_third(v0, v1, v2, __lsx_vld(first[1], 0), __lsx_vld(second[1], 0));
    *c = xl_lsx_third(v0, v1, v2, __lsx_vld(first[2], 0), __lsx_vld(second[2], 0));
}

#endif
