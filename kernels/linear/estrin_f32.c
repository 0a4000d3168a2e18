/* estrin_f32: a polynomial of degree 7 by Estrin's scheme, whose steps wait less for each other
 * than Horner's.
 * SPDX-License-Identifier: MIT
 *
 * Bound. c[7] x^7 meets the most roundings: those of three sums, of x^2, and of x^4, which is the
 * square of x^2 and has three: gamma(7) times the sum of |c[k] x^k|. What a CPU that flushes takes
 * for zero, at most 2^-126 and in less than 16 places, is multiplied by 8^7 at most: 2^-101.
 */
#include "linear.h"

enum { XL_ESTRIN_TERMS = 8 };

XL_KERNEL(estrin_f32, .summary = "r[i] = c[0] + c[1] x + ... + c[7] x^7, x = a[i]",
          .contract = {XL_BOUND, .reproducible = 1}, .elementwise = 1, .in_place = 1,
          .args = {XL_FACTORS(c, 0, XL_ESTRIN_TERMS), XL_IN_RANGE(f32, a, 1, -8, 8),
                   XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(estrin_f32)(const float *c, const float *a, struct xl_bounded *r, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct xl_sum s = {0};
        double power = 1;
        for (size_t k = 0; k < XL_ESTRIN_TERMS; k++, power *= a[i])
            xl_sum_add(&s, c[k] * power);
        r[i].value = xl_sum_value(&s);
        r[i].bound = xl_gamma(7, XL_UNIT_F32) * s.magnitude + 0x1p-101;
    }
}

/* c[0] + c[1] x */
XL_VEC xl_f32 xl_estrin_pair(const float *c, xl_f32 x, size_t vl)
{
    return xl_f32_fma(xl_f32_set1(c[1], vl), x, xl_f32_set1(c[0], vl), vl);
}

XL_VEC void estrin_f32_step(const float *c, const float *a, float *r, size_t i, size_t vl)
{
    xl_f32 x = xl_f32_load(a + i, vl);
    xl_f32 x2 = xl_f32_mul(x, x, vl), x4 = xl_f32_mul(x2, x2, vl);
    xl_f32 low = xl_f32_fma(xl_estrin_pair(c + 2, x, vl), x2, xl_estrin_pair(c, x, vl), vl);
    xl_f32 high = xl_f32_fma(xl_estrin_pair(c + 6, x, vl), x2, xl_estrin_pair(c + 4, x, vl), vl);
    xl_f32_store(r + i, xl_f32_fma(high, x4, low, vl), vl);
}

XL_VECTOR(void, estrin_f32)(const float *c, const float *a, float *r, size_t n)
{
    XL_STRIPS(f32, n, estrin_f32_step(c, a, r, i, vl));
}
