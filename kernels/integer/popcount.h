/* The number of bits set in each lane.
 * SPDX-License-Identifier: MIT
 *
 * Where the ISA has no instruction: the sums of pairs of bits, of pairs of those, and of all bytes
 * by a multiplication, whose highest byte they are (Knuth, "The Art of Computer
 * Programming", 7.1.3).
 */
#ifndef XL_KERNELS_INTEGER_POPCOUNT_H
#define XL_KERNELS_INTEGER_POPCOUNT_H

#include "kernel.h"
#include "native.h"

/* The sum of the bits of each byte; ONES has 1 in each byte. */
#define XL_POPCOUNT_BYTES(T, ONES)                                                                 \
    XL_VEC xl_##T xl_popcount_bytes_##T(xl_##T a, size_t vl)                                       \
    {                                                                                              \
        xl_##T m1 = xl_##T##_set1(0x55 * ONES, vl), m2 = xl_##T##_set1(0x33 * ONES, vl);           \
        a = xl_##T##_sub(a, xl_##T##_and(xl_##T##_shr(a, 1, vl), m1, vl), vl);                     \
        xl_##T high = xl_##T##_and(xl_##T##_shr(a, 2, vl), m2, vl);                                \
        a = xl_##T##_add(xl_##T##_and(a, m2, vl), high, vl);                                       \
        a = xl_##T##_add(a, xl_##T##_shr(a, 4, vl), vl);                                           \
        return xl_##T##_and(a, xl_##T##_set1(0x0f * ONES, vl), vl);                                \
    }
XL_POPCOUNT_BYTES(u8, UINT8_C(1))
XL_POPCOUNT_BYTES(u32, UINT32_C(0x01010101))
XL_POPCOUNT_BYTES(u64, UINT64_C(0x0101010101010101))

XL_VEC xl_u8 xl_popcount_u8(xl_u8 a, size_t vl)
{
#if XL_ON_NEON
    (void)vl;
    return vcntq_u8(a);
#elif XL_ON_SVE
    (void)vl;
    return svcnt_u8_x(svptrue_b8(), a);
#elif XL_ISA_IS_rva23
    return xl_zvbb_cpop_u8(a, vl);
#elif XL_ON_VSX || XL_ON_VX
    (void)vl;
    return vec_popcnt(a);
#else
    return xl_popcount_bytes_u8(a, vl);
#endif
}

XL_VEC xl_u32 xl_popcount_u32(xl_u32 a, size_t vl)
{
#if XL_ON_NEON
    (void)vl;
    return vpaddlq_u16(vpaddlq_u8(vcntq_u8(vreinterpretq_u8_u32(a))));
#elif XL_ON_SVE
    (void)vl;
    return svcnt_u32_x(svptrue_b32(), a);
#elif XL_ISA_IS_rva23
    return xl_zvbb_cpop_u32(a, vl);
#elif XL_ON_VSX || XL_ON_VX
    (void)vl;
    return vec_popcnt(a);
#else
    xl_u32 ones = xl_u32_set1(0x01010101, vl);
    return xl_u32_shr(xl_u32_mul(xl_popcount_bytes_u32(a, vl), ones, vl), 24, vl);
#endif
}

XL_VEC xl_u64 xl_popcount_u64(xl_u64 a, size_t vl)
{
#if XL_ON_NEON
    (void)vl;
    return vpaddlq_u32(vpaddlq_u16(vpaddlq_u8(vcntq_u8(vreinterpretq_u8_u64(a)))));
#elif XL_ON_SVE
    (void)vl;
    return svcnt_u64_x(svptrue_b64(), a);
#elif XL_ISA_IS_rva23
    return xl_zvbb_cpop_u64(a, vl);
#elif XL_ON_VSX || XL_ON_VX
    (void)vl;
    return vec_popcnt(a);
#else
    xl_u64 ones = xl_u64_set1(UINT64_C(0x0101010101010101), vl);
    return xl_u64_shr(xl_u64_mul(xl_popcount_bytes_u64(a, vl), ones, vl), 56, vl);
#endif
}

#endif
