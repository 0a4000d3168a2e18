/* pow_f32: x to the power of y.
 * SPDX-License-Identifier: MIT
 *
 * |x|^y = 2^(y log2 |x|). An absolute error of the product is a relative one of the result, and the
 * product goes up to 150, so that the logarithm needs 11 bits more than a float has: it is the sum
 * of two. With s = f / (2 + f) for the f of log.h and L = 2 / ln 2,
 *
 *     log2 |x| = k + s (L + s^2 (L/3 + s^2 P(s^2)))
 *
 * P is the minimax polynomial of degree 3 whose coefficients are floats, good for 2^-39 of the
 * logarithm. s^2 <= 0.0295, so s^4 P is below 2^-12 of the bracket and may be one float. s, s^2, L,
 * L/3 and all sums are two.
 *
 * Bound, in ULP. Each of about 8 steps on pairs is off by up to 2^-46, the single steps by 2^-36 of
 * the logarithm in all; times 150 that is 2^-28, 0.05 ULP of the result. 2^t is good for 0.85 as in
 * exp2_f32.c, and t was rounded: 2^-26 ln 2, or 0.35. That is 1.25. 10^9 pairs of arguments: WORST.
 */
#include "exp.h"
#include "log.h"

XL_KERNEL(pow_f32, .summary = "r[i] = a[i] to the power of b[i]", .contract = {XL_ULP, .ulp = 1.5},
          .elementwise = 1, .in_place = 1,
          .args = {XL_IN(f32, a, 1), XL_IN(f32, b, 1), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(pow_f32)(const float *a, const float *b, double *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = pow((double)a[i], (double)b[i]);
}

/* The logarithm of a finite x above zero, and what it lacks. */
XL_VEC xl_f32 xl_math_log2_pair_f32(xl_f32 x, xl_f32 *low, size_t vl)
{
    static const float coefficients[] = {0x1.0faf98p-2f, 0x1.48975ep-2f, 0x1.a615aep-2f,
                                         0x1.2776c6p-1f};
    xl_f32 f;
    xl_f32 k = xl_f32_from_i32(xl_math_split_f32(x, &f, vl), vl);

    /* s = f / (2 + f), from the remainders of sum and quotient. */
    xl_f32 two = xl_f32_set1(2, vl);
    xl_f32 d = xl_f32_add(two, f, vl);
    xl_f32 d_low = xl_f32_add(xl_f32_sub(two, d, vl), f, vl);
    xl_f32 s = xl_f32_div(f, d, vl), minus_s = xl_f32_neg(s, vl);
    xl_f32 s_low = xl_f32_fma(minus_s, d_low, xl_f32_fma(minus_s, d, f, vl), vl);
    s_low = xl_f32_div(s_low, d, vl);
    xl_f32 u = xl_f32_mul(s, s, vl);
    xl_f32 u_low = xl_f32_fma(s, s, xl_f32_neg(u, vl), vl);
    u_low = xl_f32_fma(xl_f32_mul(two, s, vl), s_low, u_low, vl);

    /* q = L/3 + u P */
    xl_f32 p = xl_f32_mul(u, XL_MATH_POLYNOMIAL(f32, coefficients, u, vl), vl);
    xl_f32 third = xl_f32_set1(0x1.ec709ep-1f, vl);
    xl_f32 q = xl_f32_add(third, p, vl);
    xl_f32 q_low = xl_f32_add(xl_f32_sub(third, q, vl), p, vl);
    q_low = xl_f32_add(q_low, xl_f32_set1(-0x1.e2fe02p-28f, vl), vl);

    /* v = u q, w = L + v */
    xl_f32 v = xl_f32_mul(u, q, vl);
    xl_f32 v_low = xl_f32_fma(u, q, xl_f32_neg(v, vl), vl);
    v_low = xl_f32_fma(u, q_low, xl_f32_fma(u_low, q, v_low, vl), vl);
    xl_f32 l = xl_f32_set1(0x1.715476p+1f, vl);
    xl_f32 w = xl_f32_add(l, v, vl);
    xl_f32 w_low = xl_f32_add(xl_f32_sub(l, w, vl), v, vl);
    v_low = xl_f32_add(v_low, xl_f32_set1(0x1.4ae0cp-25f, vl), vl);
    w_low = xl_f32_add(w_low, v_low, vl);

    /* g = s w, and k + g */
    xl_f32 g = xl_f32_mul(s, w, vl);
    xl_f32 g_low = xl_f32_fma(s, w, xl_f32_neg(g, vl), vl);
    g_low = xl_f32_fma(s, w_low, xl_f32_fma(s_low, w, g_low, vl), vl);
    xl_f32 sum = xl_f32_add(k, g, vl);
    *low = xl_f32_add(xl_f32_add(xl_f32_sub(k, sum, vl), g, vl), g_low, vl);
    return sum;
}

/* |x|^y but for the cases where that is 1 by definition. */
XL_VEC xl_f32 xl_math_pow_magnitude_f32(xl_f32 magnitude, xl_f32 y, size_t vl)
{
    xl_f32 low, infinity = xl_f32_set1(INFINITY, vl), zero = xl_f32_set1(0, vl);
    xl_f32 log = xl_math_log2_pair_f32(magnitude, &low, vl);
    log = xl_f32_select(xl_f32_lt(magnitude, infinity, vl), log, magnitude, vl);
    log = xl_f32_select(xl_f32_eq(magnitude, zero, vl), xl_f32_neg(infinity, vl), log, vl);

    xl_f32 product = xl_f32_mul(y, log, vl);
    low = xl_f32_fma(y, low, xl_f32_fma(y, log, xl_f32_neg(product, vl), vl), vl);
    /* Past 200 the result overflows, or is 0 even as a subnormal, whatever the lower part. */
    xl_f32 bounded =
        xl_f32_max(xl_f32_min(product, xl_f32_set1(200, vl), vl), xl_f32_set1(-200, vl), vl);
    low = xl_f32_select(xl_f32_eq(bounded, product, vl), low, zero, vl);
    xl_f32 k = xl_f32_rint(bounded, vl);
    xl_f32 t = xl_f32_add(xl_f32_sub(bounded, k, vl), low, vl);
    return xl_math_exp2_parts_f32(k, t, vl);
}

/* The cases of C23 F.10.4.4. */
XL_VEC xl_f32 xl_math_pow_f32(xl_f32 x, xl_f32 y, size_t vl)
{
    xl_f32 zero = xl_f32_set1(0, vl), one = xl_f32_set1(1, vl);
    xl_f32 infinity = xl_f32_set1(INFINITY, vl), magnitude = xl_f32_abs(x, vl);
    xl_f32 r = xl_math_pow_magnitude_f32(magnitude, y, vl);

    /* A negative x: odd y give a negative result, other whole y a positive one, and what is not
     * whole gives NaN unless x is infinite or -0. */
    xl_f32 half = xl_f32_mul(y, xl_f32_set1(0.5f, vl), vl);
    xl_m32 whole = xl_f32_eq(xl_f32_rint(y, vl), y, vl);
    xl_m32 even = xl_f32_eq(xl_f32_rint(half, vl), half, vl);
    xl_f32 sign = xl_f32_select(xl_m32_and(whole, xl_m32_not(even, vl), vl), x, zero, vl);
    r = xl_math_negate_f32(r, xl_u32_bits_f32(sign), vl);
    xl_m32 negative = xl_m32_and(xl_f32_lt(x, zero, vl), xl_f32_lt(magnitude, infinity, vl), vl);
    xl_m32 invalid = xl_m32_and(negative, xl_m32_not(whole, vl), vl);
    r = xl_f32_select(invalid, xl_f32_set1(NAN, vl), r, vl);

    /* 1^y and x^0 are 1 even for NaN, and so is -1 to the power of an infinity. */
    xl_m32 endless =
        xl_m32_and(xl_f32_eq(magnitude, one, vl), xl_f32_eq(xl_f32_abs(y, vl), infinity, vl), vl);
    xl_m32 unit = xl_m32_or(xl_f32_eq(x, one, vl), xl_f32_eq(y, zero, vl), vl);
    return xl_f32_select(xl_m32_or(unit, endless, vl), one, r, vl);
}

XL_MATH_BINARY(pow_f32, f32)
