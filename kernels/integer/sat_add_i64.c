/* sat_add_i64: the sum of two 64-bit integers, saturating.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"
#include "native.h"

XL_KERNEL(sat_add_i64, .summary = "r[i] = a[i] + b[i], saturating",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, XL_ELEMENTWISE_2(i64))

XL_LANE_2(sat_add_i64, i64)
{
    int64_t sum;
    if (!__builtin_add_overflow(a, b, &sum))
        return sum;
    return a < 0 ? INT64_MIN : INT64_MAX;
}

XL_STEP_2(sat_add_i64, i64)
{
#if XL_ON_NEON
    return vqaddq_s64(a, b);
#elif XL_ON_SVE
    return svqadd_s64(a, b);
#elif XL_ON_RVV
    return __riscv_vsadd_vv_i64m1(a, b, vl);
#else
    /* The least and the greatest b with which the sum does not wrap. */
    xl_i64 zero = xl_i64_set1(0, vl);
    xl_i64 lo = xl_i64_sub(xl_i64_set1(INT64_MIN, vl), xl_i64_min(a, zero, vl), vl);
    xl_i64 hi = xl_i64_sub(xl_i64_set1(INT64_MAX, vl), xl_i64_max(a, zero, vl), vl);
    return xl_i64_add(a, xl_i64_min(xl_i64_max(b, lo, vl), hi, vl), vl);
#endif
}
