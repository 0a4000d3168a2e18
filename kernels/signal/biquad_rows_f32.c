/* biquad_rows_f32: a recursive filter of second order on n channels: a row is one sample of each.
 * SPDX-License-Identifier: MIT
 *
 * Bound. Of one sample, five products pass at most five roundings: gamma(5) S, with S the sum of
 * the sizes as computed. The errors of the two results before it come in, times |a1| and |a2|: the
 * reference carries them along. |a1| + |a2| is at most 1, so that they grow with the number of rows
 * only. gamma(6) covers the reference's own rounding in double. On a CPU that flushes, a sample can
 * lose five products with a subnormal factor. If that is a coefficient, the recursion has one left,
 * and |y| is at most 3000 / (1 - 0.5): less than 5 * 2^-126 * 6000, or 16 * 2^-115 with the sums.
 */
#include <stdlib.h>

#include "kernel.h"
#include "reduce/sum.h"

XL_KERNEL(biquad_rows_f32,
          .summary = "y[t] = b0 x[t] + b1 x[t - 1] + b2 x[t - 2] - a0 y[t - 1] - a1 y[t - 2]",
          .contract = {XL_BOUND, .reproducible = 1},
          .args = {{XL_ARG_IN, XL_f32, "x", 1, 0, -1000, 1000, XL_SIZE_n, XL_DOWN_rows},
                   {XL_ARG_IN, XL_f32, "b", 0, 3, -1, 1},
                   {XL_ARG_IN, XL_f32, "a", 0, 2, -0.5, 0.5},
                   XL_OUT_ROWS(f32, y, 1),
                   XL_COUNT,
                   XL_ROWS})

XL_REFERENCE(biquad_rows_f32)
(const float *x, const float *b, const float *a, struct xl_bounded *y, size_t n, size_t rows)
{
    for (size_t i = 0; i < n; i++)
        for (size_t t = 0; t < rows; t++) {
            struct xl_sum s = {0};
            double errors = 0;
            for (size_t k = 0; k < 3 && k <= t; k++)
                xl_sum_add(&s, (double)b[k] * x[(t - k) * n + i]);
            for (size_t k = 0; k < 2 && k < t; k++) {
                const struct xl_bounded *before = &y[(t - 1 - k) * n + i];
                double size = fabs((double)a[k]);
                xl_sum_add(&s, -(double)a[k] * before->value);
                errors += size * before->bound;
            }
            y[t * n + i].value = xl_sum_value(&s);
            y[t * n + i].bound =
                errors + xl_gamma(6, XL_UNIT_F32) * (s.magnitude + errors) + 16 * 0x1p-115;
        }
}

XL_VECTOR(void, biquad_rows_f32)
(const float *x, const float *b, const float *a, float *y, size_t n, size_t rows)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 b0 = xl_f32_set1(b[0], vl), b1 = xl_f32_set1(b[1], vl), b2 = xl_f32_set1(b[2], vl);
        xl_f32 a0 = xl_f32_set1(-a[0], vl), a1 = xl_f32_set1(-a[1], vl);
        xl_f32 x1 = xl_f32_set1(0, vl), x2 = x1, y1 = x1, y2 = x1;
        for (size_t t = 0; t < rows; t++) {
            xl_f32 x0 = xl_f32_load(x + t * n + i, vl);
            xl_f32 y0 = xl_f32_mul(b0, x0, vl);
            y0 = xl_f32_fma(b1, x1, y0, vl);
            y0 = xl_f32_fma(b2, x2, y0, vl);
            y0 = xl_f32_fma(a1, y2, y0, vl);
            y0 = xl_f32_fma(a0, y1, y0, vl);
            xl_f32_store(y + t * n + i, y0, vl);
            x2 = x1, x1 = x0, y2 = y1, y1 = y0;
        }
    }
}
