/* absdiff_f64: the absolute difference of two arrays of doubles.
 * SPDX-License-Identifier: MIT
 *
 * Not for other rounding modes: compilers may take |b - a| for it, as gcc does on SVE.
 */
#include <math.h>

#include "elementwise.h"

XL_KERNEL(absdiff_f64, .summary = "r[i] = |a[i] - b[i]|", .contract = {XL_EXACT},
          XL_ELEMENTWISE_2(f64))

XL_LANE_2(absdiff_f64, f64)
{
    return fabs(a - b);
}

XL_STEP_2(absdiff_f64, f64)
{
    return xl_f64_abs(xl_f64_sub(a, b, vl), vl);
}
