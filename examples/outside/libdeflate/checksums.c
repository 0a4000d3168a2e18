/* libdeflate's CRC-32 and Adler-32.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

#include "libdeflate.h"

/* As arch_select_crc32_func of lib/x86 and lib/arm. Those of AVX-512 with 512 bits are for some
 * CPUs only. */
XL_KERNEL(crc32, .summary = "libdeflate_crc32", .contract = {XL_EXACT},
          .sizes = {.thresholds = {64, 512, 4096}},
          .args = {XL_VALUE(u32, crc), XL_IN(u8, a, 1), XL_COUNT, XL_RETURNS(u32)},
          .dispatch = {
              {"avx512 vpclmulqdq pclmulqdq", "crc32_x86_vpclmulqdq_avx512_vl*"},
              {"avx2 vpclmulqdq pclmulqdq", "crc32_x86_vpclmulqdq_avx2"},
              {"avx2 pclmulqdq", "crc32_x86_pclmulqdq_avx"}, /* vectors of 128 bits */
              {"sse2 pclmulqdq", "crc32_x86_pclmulqdq"},
              {"half", "crc32_slice*"},                      /* 32-bit Arm */
              {"crc32 pmull", "crc32_arm_crc_pmullcombine"}, /* vectors only combine its parts */
              {"crc32", "crc32_arm_crc"},
              {"neon pmull", "crc32_arm_pmullx4"},
              {"", "crc32_slice*"}})

XL_REFERENCE(crc32)(uint32_t crc, const uint8_t *a, size_t n, uint32_t *result)
{
    crc = ~crc;
    for (size_t i = 0; i < n; i++) {
        crc ^= a[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (0xEDB88320 & -(crc & 1));
    }
    *result = ~crc;
}

XL_VECTOR(uint32_t, crc32)(uint32_t crc, const uint8_t *a, size_t n)
{
    return libdeflate_crc32(crc, a, n);
}

/* Of values that are no checksum nothing is promised: each half is below 65521. */
XL_KERNEL(adler32, .summary = "libdeflate_adler32", .contract = {XL_EXACT},
          .sizes = {.thresholds = {64, 5552}},
          .args = {XL_VALUE_RANGE(u32, low, 0, 65520), XL_VALUE_RANGE(u32, high, 0, 65520),
                   XL_IN(u8, a, 1), XL_COUNT, XL_RETURNS(u32)},
          .dispatch = {{"avx512 avx512_vnni", "adler32_x86_avx512_vl*_vnni"},
                       {"avx2 avx_vnni", "adler32_x86_avx2_vnni"},
                       {"avx2", "adler32_x86_avx2"},
                       {"sse2", "adler32_x86_sse2"},
                       {"neon asimddp", "adler32_arm_neon_dotprod"},
                       {"neon", "adler32_arm_neon"},
                       {"neon32", "adler32_arm_neon"},
                       {"", "adler32_generic"}})

XL_REFERENCE(adler32)(uint32_t low, uint32_t high, const uint8_t *a, size_t n, uint32_t *result)
{
    for (size_t i = 0; i < n; i++) {
        low = (low + a[i]) % 65521;
        high = (high + low) % 65521;
    }
    *result = high << 16 | low;
}

XL_VECTOR(uint32_t, adler32)(uint32_t low, uint32_t high, const uint8_t *a, size_t n)
{
    return libdeflate_adler32(high << 16 | low, a, n);
}
