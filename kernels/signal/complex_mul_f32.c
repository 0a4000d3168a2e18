/* complex_mul_f32: products of complex numbers, real and imaginary parts in turn.
 * SPDX-License-Identifier: MIT
 *
 * Bound. Each part is the sum of two products, which have errors of u |a c| (0 with FMA) and u |b
 * d| with u = 2^-24; the sum has one of (1 + u) u (|a c| + |b d|). Together they are at most g (|a
 * c| + |b d|) with g = 2 u / (1 - 2 u). Underflow adds what dot_f32.c derives, for two steps: 2 *
 * 2^-115.
 */
#include <math.h>

#include "kernel.h"

XL_KERNEL(complex_mul_f32,
          .summary = "r[2i] + r[2i + 1] j = (a[2i] + a[2i + 1] j) (b[2i] + b[2i + 1] j)",
          .contract = {XL_BOUND}, .in_place = 1,
          .args = {XL_IN_RANGE(f32, a, 2, -1000, 1000), XL_IN_RANGE(f32, b, 2, -1000, 1000),
                   XL_OUT(f32, r, 2), XL_COUNT})

/* x y + z w */
static inline struct xl_bounded xl_complex_sum(double x, double y, double z, double w)
{
    const double nu = 2 * 0x1p-24;
    return (struct xl_bounded){.value = x * y + z * w,
                               .bound = nu / (1 - nu) * (fabs(x * y) + fabs(z * w)) + 0x1p-114};
}

XL_REFERENCE(complex_mul_f32)(const float *a, const float *b, struct xl_bounded *r, size_t n)
{
    for (size_t i = 0; i < 2 * n; i += 2) {
        r[i] = xl_complex_sum(a[i], b[i], -a[i + 1], b[i + 1]);
        r[i + 1] = xl_complex_sum(a[i], b[i + 1], a[i + 1], b[i]);
    }
}

/* The vocabulary takes numbers of 32 bits apart, of whatever kind they are. */
XL_VEC void xl_complex_load(const float *p, xl_f32 *real, xl_f32 *imaginary, size_t vl)
{
    xl_u32 even, odd;
    xl_u32_load2((const uint32_t *)(const void *)p, &even, &odd, vl);
    *real = xl_f32_bitcast_u32(even);
    *imaginary = xl_f32_bitcast_u32(odd);
}

XL_VEC void complex_mul_f32_step(const float *a, const float *b, float *r, size_t i, size_t vl)
{
    xl_f32 a0, a1, b0, b1;
    xl_complex_load(a + 2 * i, &a0, &a1, vl);
    xl_complex_load(b + 2 * i, &b0, &b1, vl);
    xl_f32 real = xl_f32_mul_add(a0, b0, xl_f32_neg(xl_f32_mul(a1, b1, vl), vl), vl);
    xl_f32 imaginary = xl_f32_mul_add(a0, b1, xl_f32_mul(a1, b0, vl), vl);
    xl_u32_store2((uint32_t *)(void *)(r + 2 * i), xl_u32_bitcast_f32(real),
                  xl_u32_bitcast_f32(imaginary), vl);
}

XL_VECTOR(void, complex_mul_f32)(const float *a, const float *b, float *r, size_t n)
{
    XL_STRIPS(f32, n, complex_mul_f32_step(a, b, r, i, vl));
}
