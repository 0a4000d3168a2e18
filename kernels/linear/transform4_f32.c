/* transform4_f32: points of four coordinates times a matrix, whose columns are contiguous.
 * SPDX-License-Identifier: MIT
 *
 * Bound: four roundings (linear.h).
 */
#include "linear.h"

XL_KERNEL(transform4_f32, .summary = "r[4i + k] = sum over j < 4 of m[4j + k] * p[4i + j], k < 4",
          .contract = {XL_BOUND, .reproducible = 1}, .in_place = 1,
          .args = {XL_FACTORS(m, 0, 16), XL_FACTORS(p, 4, 0), XL_OUT(f32, r, 4), XL_COUNT})

XL_REFERENCE(transform4_f32)(const float *m, const float *p, struct xl_bounded *r, size_t n)
{
    for (size_t i = 0; i < 4 * n; i++) {
        struct xl_sum s = {0};
        for (size_t j = 0; j < 4; j++)
            xl_sum_add(&s, (double)m[4 * j + i % 4] * p[i / 4 * 4 + j]);
        r[i] = xl_linear_bounded(&s, 4);
    }
}

#if XL_ISA_IS_neon
/* A point is a vector: each of its lanes multiplies a column. */
XL_VECTOR(void, transform4_f32)(const float *m, const float *p, float *r, size_t n)
{
    float32x4x4_t column = vld1q_f32_x4(m);
    for (size_t i = 0; i < n; i++) {
        float32x4_t point = vld1q_f32(p + 4 * i);
        float32x4_t sum = vmulq_laneq_f32(column.val[0], point, 0);
        sum = vfmaq_laneq_f32(sum, column.val[1], point, 1);
        sum = vfmaq_laneq_f32(sum, column.val[2], point, 2);
        vst1q_f32(r + 4 * i, vfmaq_laneq_f32(sum, column.val[3], point, 3));
    }
}
#else
/* m[k] x + m[4 + k] y + m[8 + k] z + m[12 + k] w */
XL_VEC xl_u32 xl_transform_row(const float *m, xl_u32 x, xl_u32 y, xl_u32 z, xl_u32 w, size_t vl)
{
    xl_f32 sum = xl_f32_mul(xl_f32_set1(m[0], vl), xl_f32_bitcast_u32(x), vl);
    sum = xl_f32_fma(xl_f32_set1(m[4], vl), xl_f32_bitcast_u32(y), sum, vl);
    sum = xl_f32_fma(xl_f32_set1(m[8], vl), xl_f32_bitcast_u32(z), sum, vl);
    return xl_u32_bitcast_f32(xl_f32_fma(xl_f32_set1(m[12], vl), xl_f32_bitcast_u32(w), sum, vl));
}

/* The vocabulary takes numbers of 32 bits apart, of whatever kind they are. */
XL_VEC void transform4_f32_step(const float *m, const float *p, float *r, size_t i, size_t vl)
{
    xl_u32 x, y, z, w;
    xl_u32_load4((const uint32_t *)(const void *)(p + 4 * i), &x, &y, &z, &w, vl);
    xl_u32_store4((uint32_t *)(void *)(r + 4 * i), xl_transform_row(m, x, y, z, w, vl),
                  xl_transform_row(m + 1, x, y, z, w, vl), xl_transform_row(m + 2, x, y, z, w, vl),
                  xl_transform_row(m + 3, x, y, z, w, vl), vl);
}

XL_VECTOR(void, transform4_f32)(const float *m, const float *p, float *r, size_t n)
{
    XL_STRIPS(u32, n, transform4_f32_step(m, p, r, i, vl));
}
#endif
