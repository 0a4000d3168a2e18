/* dot_f32: the dot product of two float arrays.
 * SPDX-License-Identifier: MIT
 *
 * Bound. Any order of association of n multiply-adds has an error of at most gamma(n) S, with S the
 * sum of |a[i] b[i]|, also where products are rounded before they are added: the first addition to
 * zero is exact. Underflow adds an absolute part: on a CPU that flushes, each of the n
 * steps can lose a subnormal operand, at most 2^-126 * 1000, and a subnormal sum, at most 2^-126:
 * n * 2^-115 in all.
 */
#include "kernel.h"
#include "native.h"
#include "sum.h"

XL_KERNEL(dot_f32, .summary = "sum of a[i] * b[i]", .contract = {XL_BOUND},
          .args = {XL_IN_RANGE(f32, a, 1, -1000, 1000), XL_IN_RANGE(f32, b, 1, -1000, 1000),
                   XL_COUNT, XL_RETURNS(f32)})

XL_REFERENCE(dot_f32)(const float *a, const float *b, size_t n, struct xl_bounded *result)
{
    /* Products are exact in double. */
    struct xl_sum s = {0};
    for (size_t i = 0; i < n; i++)
        xl_sum_add(&s, (double)a[i] * b[i]);
    result->value = xl_sum_value(&s);
    result->bound = xl_gamma((double)n, XL_UNIT_F32) * s.magnitude + (double)n * 0x1p-115;
}

#if XL_ON_RVV
/* Four registers for one vector: each lane is an accumulator. */
XL_VECTOR(float, dot_f32)(const float *a, const float *b, size_t n)
{
    const size_t most = __riscv_vsetvlmax_e32m4();
    vfloat32m4_t sum = __riscv_vfmv_v_f_f32m4(0, most);
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = __riscv_vsetvl_e32m4(n - i);
        vfloat32m4_t x = __riscv_vle32_v_f32m4(a + i, vl);
        sum = __riscv_vfmacc_vv_f32m4_tu(sum, x, __riscv_vle32_v_f32m4(b + i, vl), vl);
    }
    vfloat32m1_t zero = __riscv_vfmv_s_f_f32m1(0, 1);
    return __riscv_vfmv_f_s_f32m1_f32(__riscv_vfredusum_vs_f32m4_f32m1(sum, zero, most));
}
#else
XL_VEC void dot_f32_step(size_t i, size_t vl, xl_f32 *sum, const float *a, const float *b)
{
    *sum = xl_f32_mul_add_keep(xl_f32_load(a + i, vl), xl_f32_load(b + i, vl), *sum, vl);
}

XL_VECTOR(float, dot_f32)(const float *a, const float *b, size_t n)
{
    size_t lanes = xl_f32_lanes();
    xl_f32 sum0 = xl_f32_set1(0, lanes), sum1 = sum0, sum2 = sum0, sum3 = sum0;
    XL_STRIPS_4(f32, n, dot_f32_step, sum, a, b);
    return xl_f32_reduce_add(XL_ADD_4(f32, sum, lanes), lanes);
}
#endif
