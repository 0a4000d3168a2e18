/* pow.
 * SPDX-License-Identifier: MIT
 *
 * |x|^y = 2^(y log2 |x|). An absolute error of the product is a relative one of the result, and the
 * product goes up to 150 (f64: 1075), so that the logarithm needs 8 (11) bits more than a number
 * has: it is the sum of two. With s = f / (2 + f) for the f of log.h and L = 2 / ln 2,
 *
 *     log2 |x| = k + s (L + s^2 (L/3 + s^2 P(s^2)))
 *
 * P is the minimax polynomial of degree 3 (7) whose coefficients are numbers of the type, good for
 * 2^-39 (2^-71) of the logarithm. s^2 is below 0.0295, so s^4 P is below 2^-12 of the bracket and
 * may be one number. s, s^2, L, L/3 and all sums are two.
 *
 * Bound, in ULP. The steps on single numbers are off by 2^-36 (2^-65) of the logarithm, those on
 * pairs by far less; times the product that is 2^-28 (2^-55), 0.1 (0.5) ULP of the result. 2^t is
 * good for 0.9 as in exp2_f32.c, and t was rounded: 2^-26 ln 2, or 0.35 ULP. That is 1.4 (1.8).
 */
#ifndef XL_KERNELS_MATH_POW_H
#define XL_KERNELS_MATH_POW_H

#include "exp.h"
#include "log.h"

static const float xl_math_pow_f32_coefficients[] = {0x1.0faf98p-2f, 0x1.48975ep-2f, 0x1.a615aep-2f,
                                                     0x1.2776c6p-1f};
static const double xl_math_pow_f64_coefficients[] = {
    0x1.60390dd768773p-3, 0x1.593b5fa794c85p-3, 0x1.8a061d05d2adp-3,  0x1.c68f050bcc799p-3,
    0x1.0c9a84fff8e6ep-2, 0x1.484b13d735f46p-2, 0x1.a61762a7ae41dp-2, 0x1.2776c50ef9bfep-1};

#define XL_W 32
#include "pow_body.h"

#define XL_W 64
#include "pow_body.h"

#endif
