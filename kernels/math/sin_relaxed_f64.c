/* sin_relaxed_f64: the sine, not the same bits on every ISA.
 * SPDX-License-Identifier: MIT
 *
 * Method: trig.h, as sin_relaxed_f32.c has it. `.dense`: sin_f64.c.
 */
#define XL_MATH_RELAXED
#include "trig.h"

XL_KERNEL(sin_relaxed_f64, .summary = "r[i] = sin(a[i]), without a promise of the same bits",
          .contract = {XL_ULP, .ulp = 1.3}, .function = "sin",
          .dense = {{0x1.6ac5b262ca1ffp+849, 0x1.6ac5b262ca1ffp+849}}, .period = M_PI_4,
          .elementwise = 1, .in_place = 1, .args = {XL_IN(f64, a, 1), XL_OUT(f64, r, 1), XL_COUNT})

XL_VEC xl_f64 xl_math_sin_relaxed_f64(xl_f64 x, size_t vl)
{
    return xl_math_sin_f64(x, vl);
}

XL_MATH_UNARY(sin_relaxed_f64, f64)
