/* rotate_phase_f32: complex samples, each rotated by a phase that grows from sample to sample, as a
 * mixer shifts a signal's frequency. A phase is a fraction of a turn in 2^-32.
 * SPDX-License-Identifier: MIT
 *
 * The phase is exact in 32 bits. Its upper bits choose a quarter; the rest is at most an eighth of
 * a turn and goes into two polynomials (Cephes, sinf.c).
 *
 * Bound. The polynomials' errors are below 2^-22.9, over every third phase; the bound takes 2^-22.
 * A part of the result has two products of a part of x, each with two roundings: at most
 * (2^-22 + gamma(3)) (|x0| + |x1|). Underflow adds what dot_f32.c derives, for two steps.
 */
#include "complex.h"
#include "reduce/sum.h"

XL_KERNEL(rotate_phase_f32, .summary = "r[i] = x[i] * exp(2 pi j (phase + i * step) / 2^32)",
          .contract = {XL_BOUND, .reproducible = 1}, .in_place = 1,
          .args = {XL_IN_RANGE(f32, x, 2, -1000, 1000), XL_VALUE(u32, phase), XL_VALUE(u32, step),
                   XL_OUT(f32, r, 2), XL_COUNT})

XL_REFERENCE(rotate_phase_f32)
(const float *x, uint32_t phase, uint32_t step, struct xl_bounded *r, size_t n)
{
    for (size_t i = 0; i < n; i++, phase += step, x += 2, r += 2) {
        double angle = (double)phase * 0x1p-31 * M_PI, c = cos(angle), s = sin(angle);
        double size = fabs((double)x[0]) + fabs((double)x[1]);
        double bound = (0x1p-22 + xl_gamma(3, XL_UNIT_F32)) * size + 0x1p-114;
        r[0] = (struct xl_bounded){.value = x[0] * c - x[1] * s, .bound = bound};
        r[1] = (struct xl_bounded){.value = x[0] * s + x[1] * c, .bound = bound};
    }
}

/* The bits of v with the sign flipped where `quarter` is set at its second bit. */
XL_VEC xl_f32 xl_rotate_sign(xl_f32 v, xl_u32 quarter, size_t vl)
{
    xl_u32 sign = xl_u32_shl(xl_u32_and(quarter, xl_u32_set1(2, vl), vl), 30, vl);
    return xl_f32_bitcast_u32(xl_u32_xor(xl_u32_bitcast_f32(v), sign, vl));
}

XL_VEC void xl_rotate_factor(xl_u32 phase, xl_f32 *real, xl_f32 *imaginary, size_t vl)
{
    xl_u32 one = xl_u32_set1(1, vl), eighth = xl_u32_set1(UINT32_C(1) << 29, vl);
    xl_u32 quarter = xl_u32_shr(xl_u32_add(phase, eighth, vl), 30, vl);
    xl_u32 rest = xl_u32_sub(phase, xl_u32_shl(quarter, 30, vl), vl);
    xl_f32 f = xl_f32_from_i32(xl_i32_bitcast_u32(rest), vl);
    f = xl_f32_mul(f, xl_f32_set1(0x1.921fb6p-30f, vl), vl); /* pi / 2 for a quarter */
    xl_f32 z = xl_f32_mul(f, f, vl);

    xl_f32 s = xl_f32_set1(-1.9515295891e-4f, vl);
    s = xl_f32_fma(s, z, xl_f32_set1(8.3321608736e-3f, vl), vl);
    s = xl_f32_fma(s, z, xl_f32_set1(-1.6666654611e-1f, vl), vl);
    s = xl_f32_fma(xl_f32_mul(s, z, vl), f, f, vl);
    xl_f32 c = xl_f32_set1(2.443315711809948e-5f, vl);
    c = xl_f32_fma(c, z, xl_f32_set1(-1.388731625493765e-3f, vl), vl);
    c = xl_f32_fma(c, z, xl_f32_set1(4.166664568298827e-2f, vl), vl);
    xl_f32 start = xl_f32_fma(xl_f32_set1(-0.5f, vl), z, xl_f32_set1(1, vl), vl);
    c = xl_f32_fma(xl_f32_mul(c, z, vl), z, start, vl);

    xl_m32 odd = xl_u32_eq(xl_u32_and(quarter, one, vl), one, vl);
    *imaginary = xl_rotate_sign(xl_f32_select(odd, c, s, vl), quarter, vl);
    *real = xl_rotate_sign(xl_f32_select(odd, s, c, vl), xl_u32_add(quarter, one, vl), vl);
}

XL_VECTOR(void, rotate_phase_f32)
(const float *x, uint32_t phase, uint32_t step, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl, phase += step * (uint32_t)vl) {
        vl = xl_f32_vl(n - i);
        xl_u32 phases = xl_u32_mul(xl_u32_iota(0, vl), xl_u32_set1(step, vl), vl);
        xl_f32 c, s, x0, x1;
        xl_rotate_factor(xl_u32_add(phases, xl_u32_set1(phase, vl), vl), &c, &s, vl);
        xl_f32_load_complex(x + 2 * i, &x0, &x1, vl);
        xl_f32 real = xl_f32_fma(x0, c, xl_f32_neg(xl_f32_mul(x1, s, vl), vl), vl);
        xl_f32 imaginary = xl_f32_fma(x0, s, xl_f32_mul(x1, c, vl), vl);
        xl_f32_store_complex(r + 2 * i, real, imaginary, vl);
    }
}
