/* srshr_i32: a shift right by a number of bits modulo 32, rounded to nearest, ties up, without
 * overflow.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"
#include "native.h"

XL_KERNEL(srshr_i32, .summary = "r[i] = (a[i] + 2^(k-1)) >> k, k = by mod 32; a[i] for k = 0",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, XL_ELEMENTWISE_BY(i32, u8))

XL_LANE_BY(srshr_i32, i32, u8)
{
    unsigned k = by % 32;
    int64_t half = k ? (int64_t)1 << (k - 1) : 0;
    return (int32_t)((a + half) >> k);
}

XL_STEP_BY(srshr_i32, i32, u8)
{
#if XL_ON_NEON
    return vrshlq_s32(a, vdupq_n_s32(-(by % 32)));
#elif XL_ON_SVE2
    return svrshl_n_s32_x(svptrue_b32(), a, -(by % 32));
#elif XL_ON_RVV
    return __riscv_vssra_vx_i32m1(a, by % 32, __RISCV_VXRM_RNU, vl);
#else
    unsigned k = by % 32;
    /* The bit shifted out last is half a unit; for k = 0 it is 0. */
    xl_i32 half = xl_i32_shr(xl_i32_shl(a, 1, vl), k, vl);
    half = xl_i32_and(half, xl_i32_set1(1, vl), vl);
    return xl_i32_add(xl_i32_shr(a, k, vl), half, vl);
#endif
}
