/* The reduction of a double modulo pi/2, for sin cos tan.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_KERNELS_MATH_REDUCE_F64_H
#define XL_KERNELS_MATH_REDUCE_F64_H

#include "pieces.h"

/* The largest argument. Beyond, the bits of 2/pi that matter depend on the exponent, and to choose
 * them takes a gather of 64-bit lanes, which the vocabulary does not have. */
#define XL_MATH_REDUCE_MOST_F64 0x1p30

#define XL_W 64
#include "reduce_body.h"

/* |x| = (pi/2) (4 j + quadrant) + r + low, for |x| up to the limit above. B and C make pi/2 good
 * for 2^-161. The rounding in low is at most 2^30 2^-54 2^-53. No double up to 2^30 is nearer to a
 * multiple of pi/2 than 2^-62, so that r + low is good for 2^-66 of its size. */
XL_VEC xl_f64 xl_math_reduce_f64(xl_f64 x, xl_f64 *low, xl_u64 *quadrant, size_t vl)
{
    return xl_math_reduce_near_f64(xl_f64_abs(x, vl), low, quadrant, vl);
}

#endif
