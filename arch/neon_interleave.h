/* Interleaved memory by the structure loads and stores of Advanced SIMD, the same on AArch64 and ARMv7.
 * SPDX-License-Identifier: MIT
 *
 * They transfer whole vectors. A partial strip takes its way through a buffer.
 */
#ifndef XL_ARCH_NEON_INTERLEAVE_H
#define XL_ARCH_NEON_INTERLEAVE_H

/* The n bytes from p on copied to a buffer, which has room for whole vectors, and the reverse. */
XL_VEC void xl_neon_fill(uint8_t *buffer, const void *from, size_t n)
{
    const uint8_t *p = (const uint8_t *)from;
    for (size_t i = 0; i < n; i += 16)
        vst1q_u8(buffer + i, xl_neon_load(p + i, n - i < 16 ? n - i : 16));
}

XL_VEC void xl_neon_drain(void *to, const uint8_t *buffer, size_t n)
{
    uint8_t *p = (uint8_t *)to;
    for (size_t i = 0; i < n; i += 16)
        xl_neon_store(p + i, vld1q_u8(buffer + i), n - i < 16 ? n - i : 16);
}

/* The types of N vectors. */
#define XL_NEON_TYPE_u8 uint8x16x
#define XL_NEON_TYPE_u16 uint16x8x
#define XL_NEON_TYPE_u32 uint32x4x
#define XL_NEON_V(N) XL_JOIN(XL_JOIN(XL_NEON_TYPE_, XL_T, ), N, _t)

#define XL_HAS_INTERLEAVE2
#define XL_HAS_INTERLEAVE3
#define XL_HAS_INTERLEAVE4
#define XL_T u8
#include "neon_interleave_lane.h"
#define XL_T u16
#include "neon_interleave_lane.h"
#define XL_T u32
#include "neon_interleave_lane.h"

#endif
