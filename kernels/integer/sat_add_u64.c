/* sat_add_u64: the sum of two unsigned 64-bit integers, saturating.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"
#include "native.h"

XL_KERNEL(sat_add_u64, .summary = "r[i] = a[i] + b[i], saturating",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, XL_ELEMENTWISE_2(u64))

XL_LANE_2(sat_add_u64, u64)
{
    uint64_t sum = a + b;
    return sum < a ? UINT64_MAX : sum;
}

XL_STEP_2(sat_add_u64, u64)
{
#if XL_ON_NEON
    return vqaddq_u64(a, b);
#elif XL_ON_SVE
    return svqadd_u64(a, b);
#elif XL_ON_RVV
    return __riscv_vsaddu_vv_u64m1(a, b, vl);
#else
    return xl_u64_add(a, xl_u64_min(b, xl_u64_not(a, vl), vl), vl);
#endif
}
