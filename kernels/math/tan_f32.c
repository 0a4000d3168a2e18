/* tan_f32: the tangent.
 * SPDX-License-Identifier: MIT
 *
 * Method and bound: trig.h. All 2^32 arguments: 1.731 ULP at most.
 */
#include "trig.h"

XL_KERNEL(tan_f32, .summary = "r[i] = tan(a[i])",
          .contract = {XL_ULP, .ulp = 1.8, .reproducible = 1}, .function = "tan",
          /* The float nearest to a multiple of pi/2, and one close to it from the other side. */
          .dense = {{0x1.f37c8ap+95, 0x1.f37c8ap+95}, {0x1.b08c4ap+112, 0x1.b08c4ap+112}},
          .period = M_PI_4, .elementwise = 1, .in_place = 1,
          .args = {XL_IN(f32, a, 1), XL_OUT(f32, r, 1), XL_COUNT})

XL_MATH_UNARY(tan_f32, f32)
