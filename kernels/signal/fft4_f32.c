/* fft4_f32: one stage of a radix-4 transform: n butterflies with twiddle factors.
 * SPDX-License-Identifier: MIT
 *
 * Bound. A part of a result is the sum of one part of x0 and six products. A product passes at most
 * four roundings: its own, that of the other product of its factor, and two additions. So the error
 * is at most gamma(4) S, with S the sum of the sizes. On a CPU that flushes, each of twelve factors
 * can lose 2^-126 * 1000, and each of at most 16 sums 2^-126: less than 16 * 2^-115.
 */
#include "complex.h"
#include "reduce/sum.h"

XL_KERNEL(fft4_f32,
          .summary = "r = the 4-point transforms of a[i], w1 a[n + i], w2 a[2n + i], w3 a[3n + i]",
          .contract = {XL_BOUND},
          .args = {XL_IN_RANGE(f32, a, 8, -1000, 1000), XL_IN_RANGE(f32, w, 6, -1000, 1000),
                   XL_OUT(f32, r, 8), XL_COUNT})

/* Output k is the sum over m of (-j)^(k m) w_m a_m, by definition. */
XL_REFERENCE(fft4_f32)(const float *a, const float *w, struct xl_bounded *r, size_t n)
{
    static const int power[4][2] = {{1, 0}, {0, -1}, {-1, 0}, {0, 1}}; /* of -j */
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < 4; k++) {
            struct xl_sum real = {0}, imaginary = {0};
            for (size_t m = 0; m < 4; m++) {
                const float *x = a + 2 * (m * n + i), *f = m ? w + 2 * ((m - 1) * n + i) : NULL;
                int c = power[k * m % 4][0], s = power[k * m % 4][1];
                double terms[2][2] = {{x[0], 0}, {x[1], 0}}; /* of the product's parts */
                if (f) {
                    terms[0][0] = (double)f[0] * x[0], terms[0][1] = -(double)f[1] * x[1];
                    terms[1][0] = (double)f[0] * x[1], terms[1][1] = (double)f[1] * x[0];
                }
                for (size_t t = 0; t < 2; t++) {
                    xl_sum_add(&real, c * terms[0][t] - s * terms[1][t]);
                    xl_sum_add(&imaginary, c * terms[1][t] + s * terms[0][t]);
                }
            }
            struct xl_bounded *to = r + 2 * (k * n + i);
            double relative = xl_gamma(4, XL_UNIT_F32);
            to[0] = (struct xl_bounded){.value = xl_sum_value(&real),
                                        .bound = relative * real.magnitude + 16 * 0x1p-115};
            to[1] = (struct xl_bounded){.value = xl_sum_value(&imaginary),
                                        .bound = relative * imaginary.magnitude + 16 * 0x1p-115};
        }
}

/* x times a twiddle factor. */
XL_VEC void xl_fft4_load(const float *p, const float *w, xl_f32 *real, xl_f32 *imaginary, size_t vl)
{
    xl_f32 x0, x1, w0, w1;
    xl_f32_load_complex(p, &x0, &x1, vl);
    xl_f32_load_complex(w, &w0, &w1, vl);
    *real = xl_f32_mul_add(x0, w0, xl_f32_neg(xl_f32_mul(x1, w1, vl), vl), vl);
    *imaginary = xl_f32_mul_add(x0, w1, xl_f32_mul(x1, w0, vl), vl);
}

XL_VEC void fft4_f32_step(const float *a, const float *w, float *r, size_t n, size_t i, size_t vl)
{
    const float *p = a + 2 * i, *f = w + 2 * i;
    float *to = r + 2 * i;
    xl_f32 x0, y0, x1, y1, x2, y2, x3, y3;
    xl_f32_load_complex(p, &x0, &y0, vl);
    xl_fft4_load(p + 2 * n, f, &x1, &y1, vl);
    xl_fft4_load(p + 4 * n, f + 2 * n, &x2, &y2, vl);
    xl_fft4_load(p + 6 * n, f + 4 * n, &x3, &y3, vl);
    xl_f32 sum02 = xl_f32_add(x0, x2, vl), difference02 = xl_f32_sub(x0, x2, vl);
    xl_f32 sum13 = xl_f32_add(x1, x3, vl), difference13 = xl_f32_sub(x1, x3, vl);
    xl_f32 sum02j = xl_f32_add(y0, y2, vl), difference02j = xl_f32_sub(y0, y2, vl);
    xl_f32 sum13j = xl_f32_add(y1, y3, vl), difference13j = xl_f32_sub(y1, y3, vl);
    xl_f32_store_complex(to, xl_f32_add(sum02, sum13, vl), xl_f32_add(sum02j, sum13j, vl), vl);
    xl_f32_store_complex(to + 4 * n, xl_f32_sub(sum02, sum13, vl), xl_f32_sub(sum02j, sum13j, vl),
                         vl);
    xl_f32_store_complex(to + 2 * n, xl_f32_add(difference02, difference13j, vl),
                         xl_f32_sub(difference02j, difference13, vl), vl);
    xl_f32_store_complex(to + 6 * n, xl_f32_sub(difference02, difference13j, vl),
                         xl_f32_add(difference02j, difference13, vl), vl);
}

XL_VECTOR(void, fft4_f32)(const float *a, const float *w, float *r, size_t n)
{
    XL_STRIPS(f32, n, fft4_f32_step(a, w, r, n, i, vl));
}
