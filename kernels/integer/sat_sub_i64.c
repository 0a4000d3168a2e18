/* sat_sub_i64: the difference of two 64-bit integers, saturating.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"
#include "native.h"

XL_KERNEL(sat_sub_i64, .summary = "r[i] = a[i] - b[i], saturating",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, XL_ELEMENTWISE_2(i64))

XL_LANE_2(sat_sub_i64, i64)
{
    int64_t rest;
    if (!__builtin_sub_overflow(a, b, &rest))
        return rest;
    return a < 0 ? INT64_MIN : INT64_MAX;
}

XL_STEP_2(sat_sub_i64, i64)
{
#if XL_ON_NEON
    return vqsubq_s64(a, b);
#elif XL_ON_SVE
    return svqsub_s64(a, b);
#elif XL_ON_RVV
    return __riscv_vssub_vv_i64m1(a, b, vl);
#else
    /* The least and the greatest b with which the difference does not wrap. */
    xl_i64 ones = xl_i64_set1(-1, vl);
    xl_i64 lo = xl_i64_sub(xl_i64_max(a, ones, vl), xl_i64_set1(INT64_MAX, vl), vl);
    xl_i64 hi = xl_i64_sub(xl_i64_min(a, ones, vl), xl_i64_set1(INT64_MIN, vl), vl);
    return xl_i64_sub(a, xl_i64_min(xl_i64_max(b, lo, vl), hi, vl), vl);
#endif
}
