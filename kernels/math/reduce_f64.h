/* The reduction of a double modulo pi/2, for sin cos tan.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_KERNELS_MATH_REDUCE_F64_H
#define XL_KERNELS_MATH_REDUCE_F64_H

#include "pieces.h"

/* The largest argument. Beyond, the bits of 2/pi that matter depend on the exponent, and to choose
 * them takes a gather of 64-bit lanes, which the vocabulary does not have. */
#define XL_MATH_REDUCE_MOST_F64 0x1p30

/* |x| = (pi/2) (4 j + quadrant) + r + low, with |r| <= pi/4 and low far smaller than r, for |x| up
 * to the limit above.
 *
 * Cody and Waite's reduction, fused: pi/2 = A + B + C, three doubles, good for 2^-161. |x| - k A is
 * a multiple of 2^-52 below 1, hence exact. k B is two doubles, and subtracting the upper one
 * leaves an error that Knuth's two-sum finds. What rounds is in low, and at most 2^30 2^-54 2^-53.
 * No double up to 2^30 is nearer to a multiple of pi/2 than 2^-62, so that r + low is good for
 * 2^-66 of its size. */
XL_VEC xl_f64 xl_math_reduce_f64(xl_f64 x, xl_f64 *low, xl_u64 *quadrant, size_t vl)
{
    xl_f64 magnitude = xl_f64_abs(x, vl);
    xl_f64 k =
        xl_f64_roundeven(xl_f64_mul(magnitude, xl_f64_set1(0x1.45f306dc9c883p-1, vl), vl), vl);
    *quadrant = xl_u64_bitcast_i64(xl_i64_from_f64(k, vl));

    xl_f64 b = xl_f64_set1(0x1.1a62633145c07p-54, vl), kb = xl_f64_mul(k, b, vl);
    xl_f64 kb_low = xl_f64_fma(k, b, xl_f64_neg(kb, vl), vl);
    kb_low = xl_f64_fma(k, xl_f64_set1(-0x1.f1976b7ed8fbcp-110, vl), kb_low, vl);

    xl_f64 first = xl_f64_fma(k, xl_f64_set1(-0x1.921fb54442d18p+0, vl), magnitude, vl);
    xl_f64 r = xl_f64_sub(first, kb, vl);
    xl_f64 taken = xl_f64_sub(first, r, vl); /* kb as far as it went into r */
    xl_f64 error = xl_f64_sub(first, xl_f64_add(r, taken, vl), vl);
    error = xl_f64_sub(error, xl_f64_sub(kb, taken, vl), vl);
    *low = xl_f64_sub(error, kb_low, vl);
    return r;
}

#endif
