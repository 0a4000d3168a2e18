/* fir_f32: a signal through a filter of eight taps.
 * SPDX-License-Identifier: MIT
 *
 * Bound. As in dot_f32.c, with eight multiply-adds, the first of them on zero: g * S with
 * g = 8 u / (1 - 8 u), u = 2^-24 and S the sum of |x taps|, and 8 * 2^-115 for what a CPU that
 * flushes can lose.
 */
#include <math.h>

#include "kernel.h"

enum { XL_FIR_TAPS = 8 };

XL_KERNEL(fir_f32, .summary = "r[i] = sum over k < 8 of taps[k] * x[i + k]", .contract = {XL_BOUND},
          .args = {{XL_ARG_IN, XL_f32, "x", 1, XL_FIR_TAPS - 1, -1000, 1000},
                   {XL_ARG_IN, XL_f32, "taps", 0, XL_FIR_TAPS, -1000, 1000},
                   XL_OUT(f32, r, 1),
                   XL_COUNT})

XL_REFERENCE(fir_f32)(const float *x, const float *taps, struct xl_bounded *r, size_t n)
{
    const double nu = XL_FIR_TAPS * 0x1p-24;
    for (size_t i = 0; i < n; i++) {
        double magnitude = 0;
        r[i].value = 0;
        for (size_t k = 0; k < XL_FIR_TAPS; k++) {
            double product = (double)taps[k] * x[i + k];
            r[i].value += product;
            magnitude += fabs(product);
        }
        r[i].bound = nu / (1 - nu) * magnitude + XL_FIR_TAPS * 0x1p-115;
    }
}

XL_VEC void fir_f32_step(const float *x, const float *taps, float *r, size_t i, size_t vl)
{
    xl_f32 sum = xl_f32_set1(0, vl);
    for (size_t k = 0; k < XL_FIR_TAPS; k++)
        sum = xl_f32_mul_add(xl_f32_set1(taps[k], vl), xl_f32_load(x + i + k, vl), sum, vl);
    xl_f32_store(r + i, sum, vl);
}

XL_VECTOR(void, fir_f32)(const float *x, const float *taps, float *r, size_t n)
{
    XL_STRIPS(f32, n, fir_f32_step(x, taps, r, i, vl));
}
