/* exp2_f32: 2 to the power of x.
 * SPDX-License-Identifier: MIT
 *
 * x = k + t with k the nearest integer; both are exact, and so is a power of two. Polynomial:
 * exp.h.
 *
 * Bound, in ULP: the polynomial's last step rounds by 0.5. What that step adds to 1 is below 0.42
 * and off by 2 roundings: 0.5 of a result above 0.7. All 2^32 arguments: 0.879 at most.
 */
#include "exp.h"

XL_KERNEL(exp2_f32, .summary = "r[i] = 2 to the power of a[i]",
          .contract = {XL_ULP, .ulp = 0.9, .reproducible = 1}, .function = "exp2",
          /* Overflow; the least normal result; the least of all; the reduction's first boundary. */
          .dense = {{127.9, 128.1}, {-126.1, -125.9}, {-150.1, -148.9}, {0.49, 0.51}},
          .elementwise = 1, .in_place = 1, .args = {XL_IN(f32, a, 1), XL_OUT(f32, r, 1), XL_COUNT})

XL_MATH_UNARY(exp2_f32, f32)
