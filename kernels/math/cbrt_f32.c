/* cbrt_f32: the cube root.
 * SPDX-License-Identifier: MIT
 *
 * Method and bound: cbrt.h. All 2^32 arguments: 0.5001 ULP at most.
 */
#include "cbrt.h"

XL_KERNEL(cbrt_f32, .summary = "r[i] = the cube root of a[i]",
          .contract = {XL_ULP, .ulp = 0.51, .reproducible = 1}, .function = "cbrt",
          /* Subnormals; where the scale changes. */
          .dense = {{0x1p-149, 0x1p-126}, {0.999e-30, 1.001e-30}, {0.999e30, 1.001e30}},
          .elementwise = 1, .in_place = 1, .args = {XL_IN(f32, a, 1), XL_OUT(f32, r, 1), XL_COUNT})

XL_MATH_UNARY(cbrt_f32, f32)
