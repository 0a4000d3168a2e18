/* The first 1 to 16 bytes of an LSX vector, from and to memory, for LSX and LASX.
 * SPDX-License-Identifier: MIT
 *
 * Two scalar accesses overlap. `unit` is the number of bytes of a lane: the compiler knows it, and drops what lanes of that size do
 * not need. Bytes that are not loaded are zero.
 *
 * With -fno-lax-vector-conversions, clang 19 refuses its own macros for vpickve2gr.wu and .du: the signed ones, and a cast, serve.
 */
#ifndef XL_ARCH_LOONG64_PARTIAL_H
#define XL_ARCH_LOONG64_PARTIAL_H

/* 1 to 15 bytes. */
XL_VEC void xl_lsx_read_part(const uint8_t *p, size_t n, size_t unit, uint64_t word[2])
{
    word[1] = 0;
    if (unit == 8 || n >= 8) {
        memcpy(&word[0], p, 8);
        if (unit < 8) {
            memcpy(&word[1], p + n - 8, 8);
            word[1] = word[1] >> 1 >> (127 - 8 * n); /* 16 - n bytes, which can be 8 */
        }
    } else if (unit == 4 || n >= 4) {
        uint32_t first, last;
        memcpy(&first, p, 4);
        memcpy(&last, p + n - 4, 4);
        word[0] = first | (unit < 4 ? (uint64_t)last << 8 * (n - 4) : 0);
    } else if (unit == 2) {
        uint16_t only;
        memcpy(&only, p, 2);
        word[0] = only;
    } else {
        word[0] = p[0] | (uint64_t)p[n / 2] << 8 * (n / 2) | (uint64_t)p[n - 1] << 8 * (n - 1);
    }
}

XL_VEC void xl_lsx_write_part(uint8_t *p, uint64_t low, uint64_t high, size_t n, size_t unit)
{
    if (unit == 8 || n >= 8) {
        memcpy(p, &low, 8);
        if (unit < 8) {
            uint64_t last = low >> 8 * (n - 8) | high << 1 << (127 - 8 * n);
            memcpy(p + n - 8, &last, 8);
        }
    } else if (unit == 4 || n >= 4) {
        uint32_t first = (uint32_t)low, last = (uint32_t)(low >> 8 * (n - 4));
        memcpy(p, &first, 4);
        if (unit < 4)
            memcpy(p + n - 4, &last, 4);
    } else if (unit == 2) {
        uint16_t only = (uint16_t)low;
        memcpy(p, &only, 2);
    } else {
        p[0] = (uint8_t)low;
        p[n / 2] = (uint8_t)(low >> 8 * (n / 2));
        p[n - 1] = (uint8_t)(low >> 8 * (n - 1));
    }
}

#endif
