/* sparse_dot_f32: the dot product of a sparse vector, as values and their indices, and a dense one.
 * SPDX-License-Identifier: MIT
 *
 * Bound: n roundings (linear.h).
 */
#include "linear.h"

enum { XL_SPARSE_LENGTH = 1000 };

XL_KERNEL(sparse_dot_f32, .summary = "sum of a[i] * x[index[i]]", .contract = {XL_BOUND},
          .args = {XL_FACTORS(a, 1, 0), XL_IN_RANGE(u32, index, 1, 0, XL_SPARSE_LENGTH - 1),
                   XL_FACTORS(x, 0, XL_SPARSE_LENGTH), XL_COUNT, XL_RETURNS(f32)})

XL_REFERENCE(sparse_dot_f32)
(const float *a, const uint32_t *index, const float *x, size_t n, struct xl_bounded *result)
{
    struct xl_sum s = {0};
    for (size_t i = 0; i < n; i++)
        xl_sum_add(&s, (double)a[i] * x[index[i]]);
    *result = xl_linear_bounded(&s, (double)n);
}

/* The vocabulary gathers numbers of 32 bits, of whatever kind they are. */
XL_VEC void sparse_dot_f32_step(size_t i, size_t vl, xl_f32 *sum, const float *a,
                                const uint32_t *index, const uint32_t *dense)
{
    xl_u32 bits = xl_u32_gather(dense, xl_u32_load(index + i, vl), vl);
    *sum = xl_f32_mul_add_keep(xl_f32_load(a + i, vl), xl_f32_bitcast_u32(bits), *sum, vl);
}

XL_VECTOR(float, sparse_dot_f32)
(const float *a, const uint32_t *index, const float *x, size_t n)
{
    const uint32_t *dense = (const uint32_t *)(const void *)x;
    size_t lanes = xl_f32_lanes();
    xl_f32 sum0 = xl_f32_set1(0, lanes), sum1 = sum0, sum2 = sum0, sum3 = sum0;
    XL_STRIPS_4(f32, n, sparse_dot_f32_step, sum, a, index, dense);
    return xl_f32_reduce_add(XL_ADD_4(f32, sum, lanes), lanes);
}
