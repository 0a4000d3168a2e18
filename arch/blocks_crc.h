/* Steps of CRC-32C for blocks.h without an instruction for them.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_BLOCKS_CRC_H
#define XL_ARCH_BLOCKS_CRC_H

#ifndef XL_HAS_CRC32C

/* What the lowest 4 bits of a CRC become when they leave it. */
static const uint32_t xl_crc32c_nibble[16] __attribute__((unused)) = {
    0x00000000, 0x105ec76f, 0x20bd8ede, 0x30e349b1, 0x417b1dbc, 0x5125dad3, 0x61c69362, 0x7198540d,
    0x82f63b78, 0x92a8fc17, 0xa24bb5a6, 0xb21572c9, 0xc38d26c4, 0xd3d3e1ab, 0xe330a81a, 0xf36e6f75,
};

XL_VEC uint32_t xl_u8_crc32c(uint32_t crc, uint8_t x)
{
    crc ^= x;
    crc = crc >> 4 ^ xl_crc32c_nibble[crc & 15];
    return crc >> 4 ^ xl_crc32c_nibble[crc & 15];
}

XL_VEC uint32_t xl_u64_crc32c(uint32_t crc, uint64_t x)
{
    for (unsigned i = 0; i < 8; i++)
        crc = xl_u8_crc32c(crc, (uint8_t)(x >> 8 * i));
    return crc;
}

#endif

#endif
