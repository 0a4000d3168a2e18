/* gemv_unrolled_f32: a matrix times a vector, as BLAS has it: rows with a stride, four of them at a
 * time, with two accumulators each.
 * SPDX-License-Identifier: MIT
 *
 * The last columns are scalar where vectors have a fixed width. SVE and RVV have shorter vectors.
 *
 * Bound: a product passes at most n roundings (linear.h).
 */
#include "linear.h"
#include "native.h"

XL_KERNEL(gemv_unrolled_f32, .summary = "y[r] = sum over i < n of a[r][i] * x[i]",
          .contract = {XL_BOUND},
          .args = {{XL_ARG_IN, XL_f32, "a", 1, 0, -1000, 1000, XL_SIZE_n, XL_DOWN_rows},
                   XL_STRIDE_IN_ELEMENTS(a),
                   XL_FACTORS(x, 1, 0),
                   XL_OUT_OF(f32, y, rows, one),
                   XL_COUNT,
                   XL_ROWS})

XL_REFERENCE(gemv_unrolled_f32)
(const float *a, ptrdiff_t stride, const float *x, struct xl_bounded *y, size_t n, size_t rows)
{
    for (size_t r = 0; r < rows; r++, a += stride) {
        struct xl_sum s = {0};
        for (size_t i = 0; i < n; i++)
            xl_sum_add(&s, (double)a[i] * x[i]);
        y[r] = xl_linear_bounded(&s, (double)n);
    }
}

/* What the vectors left of a row. */
XL_VEC float xl_gemv_unrolled_end(const float *a, const float *x, size_t i, size_t n, float sum)
{
    for (; i < n; i++)
        sum += a[i] * x[i];
    return sum;
}

XL_VEC xl_f32 xl_gemv_unrolled_step(xl_f32 sum, const float *a, xl_f32 x, size_t vl)
{
    return xl_f32_mul_add_keep(xl_f32_load(a, vl), x, sum, vl);
}

/* Four rows. Returns how many columns are done. */
XL_VEC size_t xl_gemv_unrolled_four(const float *a, ptrdiff_t stride, const float *x, float *y,
                                    size_t n)
{
    const float *b = a + stride, *c = b + stride, *d = c + stride;
    size_t lanes = xl_f32_lanes(), i = 0;
    xl_f32 a0 = xl_f32_set1(0, lanes), a1 = a0, b0 = a0, b1 = a0;
    xl_f32 c0 = a0, c1 = a0, d0 = a0, d1 = a0;
    for (; n - i >= 2 * lanes; i += 2 * lanes) {
        xl_f32 x0 = xl_f32_load(x + i, lanes), x1 = xl_f32_load(x + i + lanes, lanes);
        a0 = xl_gemv_unrolled_step(a0, a + i, x0, lanes);
        a1 = xl_gemv_unrolled_step(a1, a + i + lanes, x1, lanes);
        b0 = xl_gemv_unrolled_step(b0, b + i, x0, lanes);
        b1 = xl_gemv_unrolled_step(b1, b + i + lanes, x1, lanes);
        c0 = xl_gemv_unrolled_step(c0, c + i, x0, lanes);
        c1 = xl_gemv_unrolled_step(c1, c + i + lanes, x1, lanes);
        d0 = xl_gemv_unrolled_step(d0, d + i, x0, lanes);
        d1 = xl_gemv_unrolled_step(d1, d + i + lanes, x1, lanes);
    }
#if XL_ON_SVE || XL_ON_RVV
    for (size_t vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 x0 = xl_f32_load(x + i, vl);
        a0 = xl_gemv_unrolled_step(a0, a + i, x0, vl);
        b0 = xl_gemv_unrolled_step(b0, b + i, x0, vl);
        c0 = xl_gemv_unrolled_step(c0, c + i, x0, vl);
        d0 = xl_gemv_unrolled_step(d0, d + i, x0, vl);
    }
#endif
    y[0] = xl_f32_reduce_add(xl_f32_add(a0, a1, lanes), lanes);
    y[1] = xl_f32_reduce_add(xl_f32_add(b0, b1, lanes), lanes);
    y[2] = xl_f32_reduce_add(xl_f32_add(c0, c1, lanes), lanes);
    y[3] = xl_f32_reduce_add(xl_f32_add(d0, d1, lanes), lanes);
    return i;
}

XL_VECTOR(void, gemv_unrolled_f32)
(const float *a, ptrdiff_t stride, const float *x, float *y, size_t n, size_t rows)
{
    size_t lanes = xl_f32_lanes(), r = 0;
    for (; rows - r >= 4; r += 4)
        for (size_t k = 0, i = xl_gemv_unrolled_four(a, stride, x, y + r, n); k < 4;
             k++, a += stride)
            y[r + k] = xl_gemv_unrolled_end(a, x, i, n, y[r + k]);
    for (; r < rows; r++, a += stride) {
        xl_f32 sum = xl_f32_set1(0, lanes);
        size_t i = 0;
        for (; n - i >= lanes; i += lanes)
            sum = xl_gemv_unrolled_step(sum, a + i, xl_f32_load(x + i, lanes), lanes);
#if XL_ON_SVE || XL_ON_RVV
        for (size_t vl; i < n; i += vl) {
            vl = xl_f32_vl(n - i);
            sum = xl_gemv_unrolled_step(sum, a + i, xl_f32_load(x + i, vl), vl);
        }
#endif
        y[r] = xl_gemv_unrolled_end(a, x, i, n, xl_f32_reduce_add(sum, lanes));
    }
}
