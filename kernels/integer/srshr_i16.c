/* srshr_i16: a shift right by a number of bits modulo 16, rounded to nearest, ties up, without
 * overflow.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"
#include "native.h"

XL_KERNEL(srshr_i16, .summary = "r[i] = (a[i] + 2^(k-1)) >> k, k = by mod 16; a[i] for k = 0",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, XL_ELEMENTWISE_BY(i16, u8))

XL_LANE_BY(srshr_i16, i16, u8)
{
    unsigned k = by % 16;
    int32_t half = k ? (int32_t)1 << (k - 1) : 0;
    return (int16_t)((a + half) >> k);
}

XL_STEP_BY(srshr_i16, i16, u8)
{
#if XL_ON_NEON
    return vrshlq_s16(a, vdupq_n_s16(-(by % 16)));
#elif XL_ON_SVE2
    return svrshl_n_s16_x(svptrue_b16(), a, -(by % 16));
#elif XL_ON_RVV
    return __riscv_vssra_vx_i16m1(a, by % 16, __RISCV_VXRM_RNU, vl);
#else
    unsigned k = by % 16;
    /* The bit shifted out last is half a unit; for k = 0 it is 0. */
    xl_i16 half = xl_i16_shr(xl_i16_shl(a, 1, vl), k, vl);
    half = xl_i16_and(half, xl_i16_set1(1, vl), vl);
    return xl_i16_add(xl_i16_shr(a, k, vl), half, vl);
#endif
}
