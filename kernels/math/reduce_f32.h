/* The reduction of a float modulo pi/2, for sin cos tan.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_KERNELS_MATH_REDUCE_F32_H
#define XL_KERNELS_MATH_REDUCE_F32_H

#include "pieces.h"

#define XL_W 32
#include "reduce_body.h"

/* Up to here pi/2 in three floats, good for 2^-75, is enough: no float up to 2^13 is nearer to a
 * multiple of pi/2 than 2^-29, and k times the rest of pi/2 is below 2^-62. */
#define XL_MATH_NEAR_F32 0x1p13f
#define XL_MATH_FAR_LEAST_F32 0.5f

/* The fraction and the quadrant of x 2/pi for a float x from 1/2 on, in fixed point: 2 bits and 62,
 * of which the lower 32 come through a pointer.
 *
 * Payne and Hanek, "Radian Reduction for Trigonometric Arguments" (SIGNUM Newsletter 18, 1983): the
 * product of x's significand and 2/pi, without the bits of 2/pi that give multiples of 4. With e
 * the exponent field and m the significand as an integer,
 *
 *     x = (m 2^(e mod 8)) 2^(8 (e div 8) - 150)
 *
 * and the bracket is below 2^31. It is multiplied by 96 bits of 2/pi; e div 8 says which, and the
 * table has them at every multiple of 8 bits. The last bit of the result is off by less than 2. */
XL_VEC xl_u32 xl_math_quarter_turns_f32(xl_f32 x, xl_u32 *lower, size_t vl)
{
    static const uint32_t two_over_pi[] = {
        0x00000000, 0x000000a2, 0x0000a2f9, 0x00a2f983, 0xa2f9836e, 0xf9836e4e, 0x836e4e44,
        0x6e4e4415, 0x4e441529, 0x441529fc, 0x1529fc27, 0x29fc2757, 0xfc2757d1, 0x2757d1f5,
        0x57d1f534, 0xd1f534dd, 0xf534ddc0, 0x34ddc0db, 0xddc0db62, 0xc0db6295, 0xdb629599,
        0x6295993c, 0x95993c43, 0x993c4390, 0x3c439041};

    xl_u32 bits = xl_u32_bitcast_f32(x);
    xl_u32 row = xl_u32_sub(xl_u32_shr(bits, 26, vl), xl_u32_set1(15, vl), vl);
    xl_u32 a = xl_u32_gather(two_over_pi, row, vl);
    xl_u32 b = xl_u32_gather(two_over_pi + 4, row, vl);
    xl_u32 c = xl_u32_gather(two_over_pi + 8, row, vl);

    /* m 2^(e mod 8) is a float, too: one with the exponent field 150 + e mod 8. */
    xl_u32 scaled = xl_u32_add(xl_u32_and(bits, xl_u32_set1(0x03ffffff, vl), vl),
                               xl_u32_set1(150u << 23, vl), vl);
    xl_u32 m = xl_u32_bitcast_i32(xl_i32_from_f32(xl_f32_bitcast_u32(scaled), vl));

    xl_u32 before = xl_u32_mul(m, b, vl);
    *lower = xl_u32_add(before, xl_u32_mulhi(m, c, vl), vl);
    xl_m32 carries = xl_u32_lt(*lower, before, vl);
    xl_u32 carry = xl_u32_select(carries, xl_u32_set1(1, vl), xl_u32_set1(0, vl), vl);
    xl_u32 upper = xl_u32_add(xl_u32_mul(m, a, vl), xl_u32_mulhi(m, b, vl), vl);
    return xl_u32_add(upper, carry, vl);
}

/* |x| = (pi/2) (4 j + quadrant) + r + low, with |r| <= pi/4 and |low| below 2 ULP of r, for any |x|
 * from 1/2 on. Infinity gives NaN in low. No float is nearer to a multiple of pi/2 than 2^-30, so
 * that the error of the fixed-point number is below 2^-30 of its size. */
XL_VEC xl_f32 xl_math_reduce_far_f32(xl_f32 magnitude, xl_f32 *low, xl_u32 *quadrant, size_t vl)
{
    xl_u32 lower, mask = xl_u32_set1(0xff, vl);
    xl_u32 upper = xl_math_quarter_turns_f32(magnitude, &lower, vl);
    *quadrant = xl_u32_shr(xl_u32_add(upper, xl_u32_set1(1u << 29, vl), vl), 30, vl);
    upper = xl_u32_sub(upper, xl_u32_shl(*quadrant, 30, vl), vl);

    /* The fraction as exact pieces of 24, 24 and 16 bits. The second is above 0 even where the
     * first is below, and may all but cancel it: so they are summed first, without loss. */
    xl_u32 middle = xl_u32_shl(xl_u32_and(upper, mask, vl), 16, vl);
    middle = xl_u32_or(middle, xl_u32_shr(lower, 16, vl), vl);
    upper = xl_u32_and(upper, xl_u32_not(mask, vl), vl);
    lower = xl_u32_and(lower, xl_u32_set1(0xffff, vl), vl);
    xl_f32 first = xl_f32_from_i32(xl_i32_bitcast_u32(upper), vl);
    first = xl_f32_mul(first, xl_f32_set1(0x1p-30f, vl), vl);
    xl_f32 second = xl_f32_from_i32(xl_i32_bitcast_u32(middle), vl);
    second = xl_f32_mul(second, xl_f32_set1(0x1p-46f, vl), vl);
    xl_f32 third = xl_f32_from_i32(xl_i32_bitcast_u32(lower), vl);
    xl_f32 sum = xl_f32_add(first, second, vl);
    xl_f32 rest = xl_f32_add(xl_f32_sub(first, sum, vl), second, vl);
    rest = xl_f32_fma(third, xl_f32_set1(0x1p-62f, vl), rest, vl);
    xl_f32 t = xl_f32_add(sum, rest, vl);
    xl_f32 t_low = xl_f32_add(xl_f32_sub(sum, t, vl), rest, vl);

    /* Times pi/2, which is two numbers as well. */
    xl_f32 half_pi = xl_f32_set1(0x1.921fb6p+0f, vl);
    xl_f32 r = xl_f32_mul(t, half_pi, vl);
    xl_f32 r_low = xl_f32_mul(t_low, half_pi, vl);
    r_low = xl_f32_fma(t, xl_f32_set1(-0x1.777a5cp-25f, vl), r_low, vl);
    r_low = xl_f32_add(xl_f32_fma(t, half_pi, xl_f32_neg(r, vl), vl), r_low, vl);

    xl_f32 none = xl_f32_sub(magnitude, magnitude, vl); /* NaN for infinity, else 0 */
    *low = xl_f32_add(r_low, none, vl);
    return r;
}

#endif
