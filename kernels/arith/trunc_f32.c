/* trunc_f32: to an integer, toward zero.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "elementwise.h"

XL_KERNEL(trunc_f32, .summary = "r[i] = trunc(a[i])", .contract = {XL_EXACT}, XL_ELEMENTWISE_1(f32))

XL_LANE_1(trunc_f32, f32)
{
    return truncf(a);
}

XL_STEP_1(trunc_f32, f32)
{
    return xl_f32_trunc(a, vl);
}
