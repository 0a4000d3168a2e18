/* exp_f32: e to the power of x.
 * SPDX-License-Identifier: MIT
 *
 * x = k ln 2 + r with k an integer and |r| <= ln 2 / 2, so exp(x) = 2^k exp(r).
 *
 * Reduction (Cody and Waite, "Software Manual for the Elementary Functions", 1980, chapter 6): ln 2
 * is split into HI, of 15 significant bits, so that k * HI is exact for |k| <= 2^9, and LO. Both
 * steps are fused.
 *
 * exp(r) is the Taylor polynomial of degree 7. Its remainder is below r^8 / 8! * e^|r| < 5e-9 for
 * |r| < 0.3466, which is 0.06 ULP of a result of at least 0.707. The last Horner steps round once
 * each, about 1 ULP in all, hence the bound of 2 ULP.
 *
 * 2^k is applied in two factors, because k reaches 128 and -150 and neither 2^128 nor 2^-150 is a
 * normal float. A subnormal result is rounded a second time there, by at most half a unit of its
 * own last place.
 */
#include "kernel.h"

XL_KERNEL(exp_f32, .summary = "r[i] = exp(a[i])", .contract = {XL_ULP, .ulp = 2.0, .reproducible = 1},
          .function = "exp",
          /* Overflow; the least normal result; the least of all; the reduction's first boundary. */
          .dense = {{88.7, 88.8}, {-87.4, -87.3}, {-104.1, -103.2}, {0.34, 0.35}}, .elementwise = 1,
          .in_place = 1, .args = {XL_IN(f32, a, 1), XL_OUT(f32, r, 1), XL_COUNT})

/* 2^k for -126 <= k <= 127, from its exponent field. */
XL_VEC xl_f32 xl_exp_f32_pow2(xl_i32 k, size_t vl)
{
    return xl_f32_bits_i32(xl_i32_shl(xl_i32_add(k, xl_i32_set1(127, vl), vl), 23, vl));
}

XL_VECTOR(void, exp_f32)(const float *a, float *r, size_t n)
{
    static const float coefficient[] = {0x1.a01a02p-13f,
                                        0x1.6c16c2p-10f,
                                        0x1.111112p-7f,
                                        0x1.555556p-5f,
                                        0x1.555556p-3f,
                                        0.5f,
                                        1.0f,
                                        1.0f};
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 x = xl_f32_load(a + i, vl);
        /* Past these exp overflows, or is 0 even as a subnormal; NaN passes through minimum and
         * maximum. */
        x = xl_f32_max(xl_f32_min(x, xl_f32_set1(89.0f, vl), vl), xl_f32_set1(-104.0f, vl), vl);

        xl_f32 k = xl_f32_rint(xl_f32_mul(x, xl_f32_set1(0x1.715476p+0f, vl), vl), vl);
        xl_f32 t = xl_f32_fma(k, xl_f32_set1(-0x1.62e4p-1f, vl), x, vl);
        t = xl_f32_fma(k, xl_f32_set1(-0x1.7f7d1cp-20f, vl), t, vl);

        xl_f32 p = xl_f32_set1(coefficient[0], vl);
        for (size_t c = 1; c < sizeof coefficient / sizeof coefficient[0]; c++)
            p = xl_f32_fma(p, t, xl_f32_set1(coefficient[c], vl), vl);

        xl_i32 whole = xl_i32_from_f32(k, vl);
        xl_i32 half = xl_i32_shr(whole, 1, vl);
        p = xl_f32_mul(p, xl_exp_f32_pow2(half, vl), vl);
        p = xl_f32_mul(p, xl_exp_f32_pow2(xl_i32_sub(whole, half, vl), vl), vl);
        xl_f32_store(r + i, p, vl);
    }
}
