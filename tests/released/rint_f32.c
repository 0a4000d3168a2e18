/* rint_f32: to the nearest integer, ties to even.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "elementwise.h"

XL_KERNEL(rint_f32, .summary = "r[i] = a[i] to the nearest integer, ties to even",
          .contract = {XL_EXACT}, XL_ELEMENTWISE_1(f32))

XL_LANE_1(rint_f32, f32)
{
    return rintf(a);
}

XL_STEP_1(rint_f32, f32)
{
    return xl_f32_rint(a, vl);
}
