/* crc32c: the cyclic redundancy check of iSCSI (RFC 3720, appendix B.4), from tables.
 * SPDX-License-Identifier: MIT
 *
 * A CRC is linear: each lane keeps that of its own bytes alone, and a step takes it past as many
 * bytes as there are lanes. What a CRC becomes past that many is the exclusive or of four table
 * entries, one for each of its bytes. At the end the lanes are joined.
 */
#include "kernel.h"

XL_KERNEL(crc32c, .summary = "the CRC-32C of p", .contract = {XL_EXACT, .flags = XL_ALL_FLAGS},
          .args = {XL_IN(u8, p, 1), XL_COUNT, XL_RETURNS(u32)})

XL_REFERENCE(crc32c)(const uint8_t *p, size_t n, uint32_t *result)
{
    uint32_t crc = UINT32_MAX;
    for (size_t i = 0; i < n; i++) {
        crc ^= p[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0x82f63b78 : 0);
    }
    *result = ~crc;
}

/* Past one byte; the byte itself is in the CRC already. table: what each byte becomes. */
XL_VEC uint32_t xl_crc32c_step(const uint32_t *table, uint32_t crc)
{
    return crc >> 8 ^ table[crc & 0xff];
}

/* A table from its entries for powers of two: all others are their sums. */
XL_VEC void xl_crc32c_fill(uint32_t table[256], const uint32_t powers[8])
{
    table[0] = 0;
    for (unsigned k = 0; k < 8; k++)
        for (unsigned low = 0; low < 1u << k; low++)
            table[(1u << k) + low] = powers[k] ^ table[low];
}

XL_VEC void xl_crc32c_byte_table(uint32_t table[256])
{
    uint32_t powers[8], crc = 1;
    for (unsigned k = 8; k-- > 0;)
        powers[k] = crc = crc >> 1 ^ (crc & 1 ? 0x82f63b78 : 0);
    xl_crc32c_fill(table, powers);
}

/* What byte k of a CRC becomes past so many bytes. */
XL_VEC void xl_crc32c_stride_table(uint32_t table[256], const uint32_t *byte_table, unsigned k,
                                   size_t bytes)
{
    uint32_t powers[8];
    for (unsigned bit = 0; bit < 8; bit++) {
        powers[bit] = UINT32_C(1) << (8 * k + bit);
        for (size_t i = 0; i < bytes; i++)
            powers[bit] = xl_crc32c_step(byte_table, powers[bit]);
    }
    xl_crc32c_fill(table, powers);
}

/* Each lane's CRC past as many bytes as the tables are for. */
XL_VEC xl_u32 xl_crc32c_advance(uint32_t (*tables)[256], xl_u32 crc, size_t vl)
{
    xl_u32 sum = xl_u32_set1(0, vl);
    for (unsigned k = 0; k < 4; k++) {
        xl_u32 byte = xl_u32_and(xl_u32_shr(crc, 8 * k, vl), xl_u32_set1(0xff, vl), vl);
        sum = xl_u32_xor(sum, xl_u32_gather(tables[k], byte, vl), vl);
    }
    return sum;
}

XL_VECTOR(uint32_t, crc32c)(const uint8_t *p, size_t n)
{
    uint32_t bytes[256], stride[4][256], crc = UINT32_MAX;
    size_t lanes = xl_u32_lanes(), i = 0;
    xl_crc32c_byte_table(bytes);
    for (unsigned k = 0; k < 4; k++)
        xl_crc32c_stride_table(stride[k], bytes, k, lanes);

    /* Full strips only. The CRC before the first byte is lane 0's. */
    xl_u32 sums = xl_u32_merge(xl_u32_set1(0, lanes), xl_u32_set1(crc, 1), 1);
    for (; n - i >= lanes; i += lanes) {
        if (i)
            sums = xl_crc32c_advance(stride, sums, lanes);
        sums = xl_u32_xor(sums, xl_u32_load_widen_u8(p + i, lanes), lanes);
    }
    /* Lane j's byte is followed by those of the lanes after it. */
    crc = i ? 0 : crc;
    for (size_t lane = 0; lane < lanes && i; lane++)
        crc = xl_crc32c_step(bytes, crc ^ xl_u32_get(sums, lane, lanes));
    for (; i < n; i++)
        crc = xl_crc32c_step(bytes, crc ^ p[i]);
    return ~crc;
}
