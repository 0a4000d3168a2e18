/* trunc_f64: to an integer, toward zero.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "elementwise.h"

XL_KERNEL(trunc_f64, .summary = "r[i] = trunc(a[i])", .contract = {XL_EXACT}, XL_ELEMENTWISE_1(f64))

XL_LANE_1(trunc_f64, f64)
{
    return trunc(a);
}

XL_STEP_1(trunc_f64, f64)
{
    return xl_f64_trunc(a, vl);
}
