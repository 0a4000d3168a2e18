/* sin_relaxed_f32: the sine, not the same bits on every ISA.
 * SPDX-License-Identifier: MIT
 *
 * Method: trig.h. Where the ISA has no FMA, the parts of pi/2 are shorter: reduce_body.h.
 *
 * On SSE2, all arguments up to 2^13: 0.865 ULP at most. Every 501st beyond: 1.016.
 */
#define XL_MATH_RELAXED
#include "trig.h"

XL_KERNEL(sin_relaxed_f32, .summary = "r[i] = sin(a[i]), without a promise of the same bits",
          .contract = {XL_ULP, .ulp = 1.3}, .function = "sin",
          /* The float nearest to a multiple of pi/2, and one close to it from the other side. */
          .dense = {{0x1.f37c8ap+95, 0x1.f37c8ap+95}, {0x1.b08c4ap+112, 0x1.b08c4ap+112}},
          .period = M_PI_4, .elementwise = 1, .in_place = 1,
          .args = {XL_IN(f32, a, 1), XL_OUT(f32, r, 1), XL_COUNT})

XL_VEC xl_f32 xl_math_sin_relaxed_f32(xl_f32 x, size_t vl)
{
    return xl_math_sin_f32(x, vl);
}

XL_MATH_UNARY(sin_relaxed_f32, f32)
