/* The references of conversions from floating point to integers: toward zero, what does not fit at
 * the limits, a NaN 0.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_KERNELS_CONVERT_CLAMPED_H
#define XL_KERNELS_CONVERT_CLAMPED_H

#include <stdint.h>

static inline int32_t xl_clamped_i32(double x)
{
    if (x != x)
        return 0;
    if (x > INT32_MAX)
        return INT32_MAX;
    return x < INT32_MIN ? INT32_MIN : (int32_t)x;
}

/* INT64_MAX is no double; every double below 2^63 fits. */
static inline int64_t xl_clamped_i64(double x)
{
    if (x != x)
        return 0;
    if (x >= 0x1p63)
        return INT64_MAX;
    return x < -0x1p63 ? INT64_MIN : (int64_t)x;
}

#endif
