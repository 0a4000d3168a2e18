/* sat_sub_i32: the difference of two 32-bit integers, saturating.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"
#include "native.h"

XL_KERNEL(sat_sub_i32, .summary = "r[i] = a[i] - b[i], saturating",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, XL_ELEMENTWISE_2(i32))

XL_LANE_2(sat_sub_i32, i32)
{
    int32_t rest;
    if (!__builtin_sub_overflow(a, b, &rest))
        return rest;
    return a < 0 ? INT32_MIN : INT32_MAX;
}

XL_STEP_2(sat_sub_i32, i32)
{
#if XL_ON_NEON
    return vqsubq_s32(a, b);
#elif XL_ON_SVE
    return svqsub_s32(a, b);
#elif XL_ON_RVV
    return __riscv_vssub_vv_i32m1(a, b, vl);
#else
    /* The least and the greatest b with which the difference does not wrap. */
    xl_i32 ones = xl_i32_set1(-1, vl);
    xl_i32 lo = xl_i32_sub(xl_i32_max(a, ones, vl), xl_i32_set1(INT32_MAX, vl), vl);
    xl_i32 hi = xl_i32_sub(xl_i32_min(a, ones, vl), xl_i32_set1(INT32_MIN, vl), vl);
    return xl_i32_sub(a, xl_i32_min(xl_i32_max(b, lo, vl), hi, vl), vl);
#endif
}
