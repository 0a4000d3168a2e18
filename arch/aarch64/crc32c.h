/* Steps of CRC-32C by AArch64's CRC32CB and CRC32CX. The intrinsics of arm_acle.h exist only where the flags of the file allow them.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_AARCH64_CRC32C_H
#define XL_ARCH_AARCH64_CRC32C_H

#ifdef __clang__
#define XL_CRC32C_B __builtin_arm_crc32cb
#define XL_CRC32C_X __builtin_arm_crc32cd
#else
#define XL_CRC32C_B __builtin_aarch64_crc32cb
#define XL_CRC32C_X __builtin_aarch64_crc32cx
#endif
XL_BLOCKS_TARGET XL_VEC uint32_t xl_u8_crc32c(uint32_t crc, uint8_t x) { return XL_CRC32C_B(crc, x); }
XL_BLOCKS_TARGET XL_VEC uint32_t xl_u64_crc32c(uint32_t crc, uint64_t x) { return XL_CRC32C_X(crc, x); }

#endif
