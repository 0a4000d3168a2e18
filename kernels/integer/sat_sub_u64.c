/* sat_sub_u64: the difference of two unsigned 64-bit integers, saturating.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"
#include "native.h"

XL_KERNEL(sat_sub_u64, .summary = "r[i] = a[i] - b[i], saturating",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, XL_ELEMENTWISE_2(u64))

XL_LANE_2(sat_sub_u64, u64)
{
    return a < b ? 0 : a - b;
}

XL_STEP_2(sat_sub_u64, u64)
{
#if XL_ON_NEON
    return vqsubq_u64(a, b);
#elif XL_ON_SVE
    return svqsub_u64(a, b);
#elif XL_ON_RVV
    return __riscv_vssubu_vv_u64m1(a, b, vl);
#else
    return xl_u64_sub(xl_u64_max(a, b, vl), b, vl);
#endif
}
