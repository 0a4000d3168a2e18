/* absdiff_f32: the absolute difference of two arrays of floats.
 * SPDX-License-Identifier: MIT
 *
 * Not for other rounding modes: compilers may take |b - a| for it, as gcc does on SVE.
 */
#include <math.h>

#include "elementwise.h"

XL_KERNEL(absdiff_f32, .summary = "r[i] = |a[i] - b[i]|", .contract = {XL_EXACT}, .vector_steps = 1,
          XL_ELEMENTWISE_2(f32))

XL_LANE_2(absdiff_f32, f32)
{
    return fabsf(a - b);
}

XL_STEP_2(absdiff_f32, f32)
{
    return xl_f32_abs(xl_f32_sub(a, b, vl), vl);
}
