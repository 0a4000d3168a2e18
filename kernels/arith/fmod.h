/* The remainder of a division that truncates, exact for all doubles.
 * SPDX-License-Identifier: MIT
 *
 * As long as x >= y > 0, x is replaced by x - q y 2^k, which leaves its remainder by y as it is. k
 * is chosen so that x / (y 2^k) is below 2^52. Then q, that quotient rounded to an integer, is at
 * most one too large, and x - q y 2^k is exact when fused: it is a multiple of a unit in the last
 * place of y 2^k, and not above y 2^k. One too large makes it negative, and adding y 2^k, exactly,
 * mends that.
 */
#ifndef XL_KERNELS_ARITH_FMOD_H
#define XL_KERNELS_ARITH_FMOD_H

#include <math.h>

#include "kernel.h"

/* x is at least 2^50 y 2^k if k is not 0, so that a step takes 51 from the difference of the
 * exponents, which is at most 1023 + 1074. */
enum { XL_FMOD_BITS = 51, XL_FMOD_STEPS = (1023 + 1074) / XL_FMOD_BITS + 1 };

/* The exponent of x > 0 plus 1023, of a subnormal too, which is made normal for it. */
XL_VEC xl_i64 xl_fmod_exponent(xl_f64 x, size_t vl)
{
    xl_m64 small = xl_f64_lt(x, xl_f64_set1(0x1p-1000, vl), vl);
    xl_f64 normal = xl_f64_select(small, xl_f64_mul(x, xl_f64_set1(0x1p64, vl), vl), x, vl);
    xl_i64 exponent = xl_i64_shr(xl_i64_bitcast_f64(normal), 52, vl);
    return xl_i64_select(small, xl_i64_sub(exponent, xl_i64_set1(64, vl), vl), exponent, vl);
}

/* x 2^k for 0 <= k <= 2046, in two factors. */
XL_VEC xl_f64 xl_fmod_scale(xl_f64 x, xl_i64 k, size_t vl)
{
    xl_i64 bias = xl_i64_set1(1023, vl), half = xl_i64_shr(k, 1, vl),
           rest = xl_i64_sub(k, half, vl);
    x = xl_f64_mul(x, xl_f64_bitcast_i64(xl_i64_shl(xl_i64_add(half, bias, vl), 52, vl)), vl);
    return xl_f64_mul(x, xl_f64_bitcast_i64(xl_i64_shl(xl_i64_add(rest, bias, vl), 52, vl)), vl);
}

/* One step for x >= y > 0, both finite. */
XL_VEC xl_f64 xl_fmod_step(xl_f64 x, xl_f64 y, size_t vl)
{
    xl_i64 above = xl_i64_sub(xl_fmod_exponent(x, vl), xl_fmod_exponent(y, vl), vl);
    xl_i64 k = xl_i64_sub(above, xl_i64_set1(XL_FMOD_BITS, vl), vl);
    xl_f64 multiple = xl_fmod_scale(y, xl_i64_max(k, xl_i64_set1(0, vl), vl), vl);
    xl_f64 q = xl_f64_roundeven(xl_f64_div(x, multiple, vl), vl);
    xl_f64 rest = xl_f64_fma(xl_f64_neg(q, vl), multiple, x, vl);
    xl_m64 negative = xl_f64_lt(rest, xl_f64_set1(0, vl), vl);
    return xl_f64_select(negative, xl_f64_add(rest, multiple, vl), rest, vl);
}

/* a - trunc(a / b) b with the sign of a; NaN where a is infinite or b is 0. */
XL_VEC xl_f64 xl_fmod(xl_f64 a, xl_f64 b, size_t vl)
{
    xl_f64 x = xl_f64_abs(a, vl), y = xl_f64_abs(b, vl);
    xl_m64 finite = xl_f64_lt(x, xl_f64_set1(INFINITY, vl), vl);
    xl_m64 defined = xl_m64_and(finite, xl_f64_lt(xl_f64_set1(0, vl), y, vl), vl);
    for (int step = 0; step < XL_FMOD_STEPS; step++) {
        xl_m64 active = xl_m64_and(defined, xl_f64_le(y, x, vl), vl);
        if (!xl_m64_any(active, vl))
            break;
        x = xl_f64_select(active, xl_fmod_step(x, y, vl), x, vl);
    }
    x = xl_f64_select(defined, xl_f64_copysign(x, a, vl), xl_f64_set1(NAN, vl), vl);
    return x;
}

#endif
