/* sat_sub_u32: the difference of two unsigned 32-bit integers, saturating.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"
#include "native.h"

XL_KERNEL(sat_sub_u32, .summary = "r[i] = a[i] - b[i], saturating",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, XL_ELEMENTWISE_2(u32))

XL_LANE_2(sat_sub_u32, u32)
{
    return a < b ? 0 : a - b;
}

XL_STEP_2(sat_sub_u32, u32)
{
#if XL_ON_NEON
    return vqsubq_u32(a, b);
#elif XL_ON_SVE
    return svqsub_u32(a, b);
#elif XL_ON_RVV
    return __riscv_vssubu_vv_u32m1(a, b, vl);
#else
    return xl_u32_sub(xl_u32_max(a, b, vl), b, vl);
#endif
}
