/* CRC-32C from tables, for ISAs without carry-less products and steps of a CRC.
 * SPDX-License-Identifier: MIT
 *
 * A CRC is linear: each lane keeps that of its own words of 4 bytes, and a step takes it past as
 * many bytes as a vector has. What a CRC becomes past that many is the exclusive or of four table
 * entries, one for each of its bytes. At the end the lanes are joined.
 */
#ifndef XL_KERNELS_TEXT_CRC32C_TABLES_H
#define XL_KERNELS_TEXT_CRC32C_TABLES_H

#include "kernel.h"

/* The polynomial of CRC-32C, with its bits reversed. */
#define XL_CRC32C_POLYNOMIAL UINT32_C(0x82f63b78)

/* Past one bit: the CRC times x. */
XL_VEC uint32_t xl_crc32c_bit(uint32_t crc)
{
    return crc >> 1 ^ (crc & 1 ? XL_CRC32C_POLYNOMIAL : 0);
}

/* Past one byte; the byte itself is in the CRC already. table: what each byte becomes. */
XL_VEC uint32_t xl_crc32c_step(const uint32_t *table, uint32_t crc)
{
    return crc >> 8 ^ table[crc & 0xff];
}

/* What each byte of a CRC becomes past so many bytes, from what 1, which is bit 31, becomes. Lower
 * bits are higher powers of x. A table's entries for powers of two make all others. */
XL_VEC void xl_crc32c_tables(uint32_t tables[][256], unsigned count, uint32_t one)
{
    uint32_t power = one;
    for (unsigned k = count; k-- > 0;) {
        tables[k][0] = 0;
        for (unsigned bit = 0x80; bit > 0; bit /= 2, power = xl_crc32c_bit(power))
            tables[k][bit] = power;
        for (unsigned bit = 2; bit < 256; bit *= 2)
            for (unsigned low = 1; low < bit; low++)
                tables[k][bit + low] = tables[k][bit] ^ tables[k][low];
    }
}

/* 4 bytes to a lane, the first of them lowest. p is a multiple of 4. */
XL_VEC xl_u32 xl_crc32c_words(const uint8_t *p, size_t vl)
{
    xl_u32 v = xl_u32_load((const uint32_t *)(const void *)p, vl);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    xl_u32 mask = xl_u32_set1(0x00ff00ff, vl);
    xl_u32 odd = xl_u32_and(xl_u32_shr(v, 8, vl), mask, vl);
    v = xl_u32_or(odd, xl_u32_shl(xl_u32_and(v, mask, vl), 8, vl), vl);
    v = xl_u32_or(xl_u32_shr(v, 16, vl), xl_u32_shl(v, 16, vl), vl);
#endif
    return v;
}

/* Each lane's CRC past as many bytes as the tables are for. */
XL_VEC xl_u32 xl_crc32c_advance(uint32_t (*tables)[256], xl_u32 crc, size_t vl)
{
    xl_u32 mask = xl_u32_set1(0xff, vl);
    xl_u32 sum = xl_u32_gather(tables[0], xl_u32_and(crc, mask, vl), vl);
    for (unsigned k = 1; k < 4; k++) {
        xl_u32 byte = xl_u32_shr(crc, 8 * k, vl);
        byte = k < 3 ? xl_u32_and(byte, mask, vl) : byte;
        sum = xl_u32_xor(sum, xl_u32_gather(tables[k], byte, vl), vl);
    }
    return sum;
}

XL_VEC uint32_t xl_crc32c_by_tables(const uint8_t *p, size_t n)
{
    /* Bit 7 moves out of a CRC in 8 bits: it becomes the polynomial. */
    uint32_t bytes[1][256], crc = UINT32_MAX;
    xl_crc32c_tables(bytes, 1, XL_CRC32C_POLYNOMIAL);
    for (; n > 0 && (uintptr_t)p % 4 > 0; p++, n--)
        crc = xl_crc32c_step(bytes[0], crc ^ *p);

    size_t lanes = xl_u32_lanes(), step = 4 * lanes, i = 0;
    if (n >= 2 * step) {
        uint32_t stride[4][256], one = UINT32_C(1) << 31;
        for (size_t k = 0; k < step; k++)
            one = xl_crc32c_step(bytes[0], one);
        xl_crc32c_tables(stride, 4, one);

        /* The CRC before the first word is lane 0's. */
        xl_u32 first = xl_u32_merge(xl_u32_set1(0, lanes), xl_u32_set1(crc, 1), 1);
        xl_u32 sums = xl_u32_xor(first, xl_crc32c_words(p, lanes), lanes);
        for (i = step; n - i >= step; i += step) {
            sums = xl_crc32c_advance(stride, sums, lanes);
            sums = xl_u32_xor(sums, xl_crc32c_words(p + i, lanes), lanes);
        }
        /* Each lane's word is followed by those of the lanes after it. */
        crc = 0;
        for (size_t lane = 0; lane < lanes; lane++) {
            crc ^= xl_u32_get(sums, lane, lanes);
            for (unsigned k = 0; k < 4; k++)
                crc = xl_crc32c_step(bytes[0], crc);
        }
    }
    for (; i < n; i++)
        crc = xl_crc32c_step(bytes[0], crc ^ p[i]);
    return ~crc;
}

#endif
