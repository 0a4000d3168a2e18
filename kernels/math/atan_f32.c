/* atan_f32: the inverse tangent.
 * SPDX-License-Identifier: MIT
 *
 * Method and bound: atan.h. All 2^32 arguments: 1.371 ULP at most.
 */
#include "atan.h"

XL_KERNEL(atan_f32, .summary = "r[i] = atan(a[i])",
          .contract = {XL_ULP, .ulp = 1.4, .reproducible = 1}, .function = "atan",
          /* Where the argument is inverted. */
          .dense = {{0.99, 1.01}}, .elementwise = 1, .in_place = 1,
          .args = {XL_IN(f32, a, 1), XL_OUT(f32, r, 1), XL_COUNT})

XL_MATH_UNARY(atan_f32, f32)
