/* Logarithms: log, log2, log10, and the split that pow shares with them.
 * SPDX-License-Identifier: MIT
 *
 * x = 2^k (1 + f) with 1 + f from sqrt(1/2) to sqrt(2), so that log(x) = k log(2) + log(1 + f), and
 * f is exact. The logarithm to base B is that times L = 1 / ln B. L and K = L ln 2 are two numbers
 * each, the upper one of K with so few bits that k times it is exact. Summed from the small to the
 * large, with every product fused:
 *
 *     k K + (f L + (k K_low + (f L_low + L (ln(1 + f) - f))))
 *
 * Bound, in ULP of the result. ln(1 + f) - f is at most 0.29 of ln(1 + f) in magnitude and off by 3
 * roundings of its own: 0.9. The sum with f L rounds by 0.5, and so does the last one; where k is
 * not 0, f L is at most as large as the result, or 1.42 of it, which the first of the two may
 * therefore cost again: 2 in all. Where k is 0 the last sum is exact.
 */
#ifndef XL_KERNELS_MATH_LOG_H
#define XL_KERNELS_MATH_LOG_H

#include "pieces.h"

#define XL_W 32
#include "log_body.h"

#define XL_W 64
#include "log_body.h"

/* ln(1 + f) - f is f^2 times the minimax polynomial of degree 8 in f, whose coefficients are
 * floats. ln(1 + f) has a relative error below 2^-27 = 0.12 ULP from it. */
XL_VEC xl_f32 xl_math_log_f32_base(xl_f32 x, const struct xl_math_base_f32 *base, size_t vl)
{
    static const float coefficients[] = {-0x1.38469cp-4f, 0x1.0860bap-3f,  -0x1.0f3faep-3f,
                                         0x1.226dfep-3f,  -0x1.5425c4p-3f, 0x1.99a41ap-3f,
                                         -0x1.000432p-2f, 0x1.55555p-2f,   -0x1.fffff8p-2f};
    xl_f32 f;
    xl_i32 k = xl_math_split_f32(x, &f, vl);
    xl_f32 q = XL_MATH_POLYNOMIAL(f32, coefficients, f, vl);
    xl_f32 rest = xl_f32_mul(xl_f32_mul(f, f, vl), q, vl);
    return xl_math_finish_f32(x, xl_f32_from_i32(k, vl), f, rest, base, vl);
}

/* With s = f / (2 + f), ln(1 + f) = 2 atanh(s) = 2 s + s R, and 2 s = f - s f, so that
 *
 *     ln(1 + f) - f = s (f^2 / 2 + R) - f^2 / 2
 *
 * R is s^2 times the minimax polynomial of degree 6 in s^2, whose coefficients are doubles. Its
 * relative error is below 2^-51; R is below 0.01 of the logarithm, so that is 0.02 ULP. */
XL_VEC xl_f64 xl_math_log_f64_base(xl_f64 x, const struct xl_math_base_f64 *base, size_t vl)
{
    static const double coefficients[] = {
        0x1.2b5b8533c9337p-3, 0x1.39fe212ae99bap-3, 0x1.7462b661a6689p-3, 0x1.c71c62e0b72cbp-3,
        0x1.2492492df3035p-2, 0x1.9999999995303p-2, 0x1.5555555555558p-1};
    xl_f64 f;
    xl_i64 k = xl_math_split_f64(x, &f, vl);
    xl_f64 s = xl_f64_div(f, xl_f64_add(f, xl_f64_set1(2, vl), vl), vl);
    xl_f64 s2 = xl_f64_mul(s, s, vl);
    xl_f64 p = XL_MATH_POLYNOMIAL(f64, coefficients, s2, vl);
    xl_f64 half = xl_f64_mul(xl_f64_mul(f, f, vl), xl_f64_set1(0.5, vl), vl);
    xl_f64 rest =
        XL_MATH_STEP(f64)(s, XL_MATH_STEP(f64)(s2, p, half, vl), xl_f64_neg(half, vl), vl);
    return xl_math_finish_f64(x, xl_f64_from_i64(k, vl), f, rest, base, vl);
}

#endif
