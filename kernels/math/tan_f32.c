/* tan_f32: the tangent.
 * SPDX-License-Identifier: MIT
 *
 * With the reduction of trig_f32.h, tan(r + low) = w + low (1 + w^2) for w = tan(r), and w is r +
 * r^3 T(r^2), T the minimax polynomial of degree 6 whose coefficients are floats. Its relative
 * error is below 2^-29 of w. In every other quadrant the result is -1 over that.
 *
 * Bound, in ULP: what is added to r last is at most 0.22 of the result and off by 3 roundings of
 * its own; a rounding is up to 1 ULP, half of that for the last: 1.16. The division adds 0.5, and
 * where it takes a number just below a power of two to one just above a power of two, the ULP
 * before it is twice as large a part of the result: 2.9. All 2^32 arguments: WORST.
 */
#include "trig_f32.h"

XL_KERNEL(tan_f32, .summary = "r[i] = tan(a[i])", .contract = {XL_ULP, .ulp = 2.0},
          .elementwise = 1, .in_place = 1, .args = {XL_IN(f32, a, 1), XL_OUT(f32, r, 1), XL_COUNT})
XL_MATH_REFERENCE(tan_f32, float, double, tan)

XL_VEC xl_f32 xl_math_tan_f32(xl_f32 x, size_t vl)
{
    static const float coefficients[] = {0x1.1e65b6p-8f, 0x1.b1c552p-14f, 0x1.62aa52p-7f,
                                         0x1.5cc6bep-6f, 0x1.bad942p-5f,  0x1.110dap-3f,
                                         0x1.55556p-2f};
    xl_f32 low;
    xl_u32 quadrant;
    xl_f32 r = xl_math_reduce_f32(x, &low, &quadrant, vl);
    xl_f32 r2 = xl_f32_mul(r, r, vl);
    xl_f32 cubic =
        xl_f32_mul(xl_f32_mul(r, r2, vl), XL_MATH_POLYNOMIAL(f32, coefficients, r2, vl), vl);
    xl_f32 w = xl_f32_add(r, cubic, vl);
    low = xl_f32_fma(low, xl_f32_mul(w, w, vl), low, vl);
    w = xl_f32_add(r, xl_f32_add(cubic, low, vl), vl);

    xl_u32 odd = xl_u32_and(quadrant, xl_u32_set1(1, vl), vl);
    xl_f32 inverse = xl_f32_div(xl_f32_set1(-1, vl), w, vl);
    w = xl_f32_select(xl_u32_eq(odd, xl_u32_set1(0, vl), vl), w, inverse, vl);
    return xl_math_negate_f32(w, xl_u32_bits_f32(x), vl);
}

XL_MATH_UNARY(tan_f32, f32)
