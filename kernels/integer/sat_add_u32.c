/* sat_add_u32: the sum of two unsigned 32-bit integers, saturating.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"
#include "native.h"

XL_KERNEL(sat_add_u32, .summary = "r[i] = a[i] + b[i], saturating",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, XL_ELEMENTWISE_2(u32))

XL_LANE_2(sat_add_u32, u32)
{
    uint32_t sum = a + b;
    return sum < a ? UINT32_MAX : sum;
}

XL_STEP_2(sat_add_u32, u32)
{
#if XL_ON_NEON
    return vqaddq_u32(a, b);
#elif XL_ON_SVE
    return svqadd_u32(a, b);
#elif XL_ON_RVV
    return __riscv_vsaddu_vv_u32m1(a, b, vl);
#else
    return xl_u32_add(a, xl_u32_min(b, xl_u32_not(a, vl), vl), vl);
#endif
}
