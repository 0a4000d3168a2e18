/* Blocks of 128 bits, a part of the vocabulary of its own: AES, carry-less products; and steps of CRC-32C.
 * SPDX-License-Identifier: MIT
 *
 * What each operation promises is in vec.h. A kernel includes this header after kernel.h. Instructions beyond the flags of the ISA are
 * used on request:
 *
 *     #define XL_USE_CRYPTO (XL_ISA_IS_neon || XL_ISA_IS_avx2)
 *     #include "blocks.h"
 *
 * Its record then has .needs, as {"neon", "aes pmull crc32"} and {"avx2", "aes pclmulqdq"}. Functions that call these operations
 * begin with XL_BLOCKS_VEC where others begin with XL_VEC, and with XL_BLOCKS_TARGET where others begin with XL_VECTOR.
 *
 * Without such instructions, an AES round reads a table at indices that depend on the data: it does not hide keys from who shares the CPU.
 */
#ifndef XL_ARCH_BLOCKS_H
#define XL_ARCH_BLOCKS_H

#include "vec.h"

#ifndef XL_USE_CRYPTO
#define XL_USE_CRYPTO 0
#endif

/* Blocks in memory are bytes. */
typedef uint8_t xl_e_u128;

/* Each header defines xl_u128, xl_u128_lanes, and how its bits are those of xl_u8 and xl_u64; up64 and down64; and what it has
 * instructions for: XL_HAS_AES, XL_HAS_CLMUL, XL_HAS_CRC32C. With XL_USE_CRYPTO, XL_BLOCKS_NEEDS is what the CPU must have beyond the ISA,
 * as in .needs, and XL_BLOCKS_TARGET makes compilers accept the instructions. */
#if defined XL_ARCH_SCALAR_SCALAR_H
#define XL_BLOCKS_TARGET
#include "scalar/blocks.h"
#elif defined __x86_64__
#include "x86_64/blocks.h"
#elif defined __ARM_FEATURE_SVE
#include "aarch64/sve_blocks.h"
#elif defined __ARM_NEON
#include "neon_blocks.h"
#elif defined __riscv
#include "riscv64/blocks.h"
#elif defined __powerpc64__
#include "ppc64el/blocks.h"
#elif defined __s390x__
#include "s390x/blocks.h"
#elif defined __loongarch64
#include "loong64/blocks.h"
#endif

#ifndef XL_BLOCKS_NEEDS
#define XL_BLOCKS_NEEDS ""
#endif
#define XL_BLOCKS_VEC XL_BLOCKS_TARGET XL_VEC

#ifndef XL_HAS_BLOCKS_MEMORY
XL_VEC size_t xl_u128_lanes(void) { return xl_u8_lanes() / 16; }
XL_VEC size_t xl_u128_vl(size_t n) { return n < xl_u128_lanes() ? n : xl_u128_lanes(); }
XL_VEC xl_u128 xl_u128_load(const uint8_t *p, size_t vl) { return xl_u128_of_u8(xl_u8_load(p, 16 * vl)); }
XL_VEC void xl_u128_store(uint8_t *p, xl_u128 v, size_t vl) { xl_u8_store(p, xl_u8_of_u128(v), 16 * vl); }
XL_VEC xl_u128 xl_u128_xor(xl_u128 a, xl_u128 b, size_t vl)
{
    return xl_u128_of_u64(xl_u64_xor(xl_u64_of_u128(a), xl_u64_of_u128(b), 2 * vl));
}
#endif

#include "blocks_aes.h"
#include "blocks_clmul.h"
#include "blocks_crc.h"

#endif
