/* roundeven_f64: to the nearest integer, ties to even.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "elementwise.h"

XL_KERNEL(roundeven_f64, .summary = "r[i] = a[i] to the nearest integer, ties to even",
          .contract = {XL_EXACT}, XL_ELEMENTWISE_1(f64))

XL_LANE_1(roundeven_f64, f64)
{
    return rint(a);
}

XL_STEP_1(roundeven_f64, f64)
{
    return xl_f64_roundeven(a, vl);
}
