/* dot_f64: the dot product of two arrays of doubles.
 * SPDX-License-Identifier: MIT
 *
 * Bound. n multiply-adds in any order (dot_f32.c): gamma(n) S, with S the sum of |a[i] b[i]|. The
 * reference is a double, too: its last rounding and its own error, of the second order, are below
 * one unit of S each, hence gamma(n + 2). Each product can underflow by 2^-1074.
 */
#include "kernel.h"
#include "native.h"
#include "sum.h"

XL_KERNEL(dot_f64, .summary = "sum of a[i] * b[i]", .contract = {XL_BOUND},
          .args = {XL_IN_RANGE(f64, a, 1, -1000, 1000), XL_IN_RANGE(f64, b, 1, -1000, 1000),
                   XL_COUNT, XL_RETURNS(f64)})

XL_REFERENCE(dot_f64)(const double *a, const double *b, size_t n, struct xl_bounded *result)
{
    struct xl_sum s = {0};
    double rest = 0;
    for (size_t i = 0; i < n; i++) {
        double product = a[i] * b[i];
        xl_sum_add(&s, product);
        rest += fma(a[i], b[i], -product);
    }
    s.carry += rest;
    result->value = xl_sum_value(&s);
    result->bound = xl_gamma((double)n + 2, XL_UNIT_F64) * s.magnitude + (double)n * 0x1p-1074;
}

#if XL_ON_RVV
/* Four registers for one vector: each lane is an accumulator. */
XL_VECTOR(double, dot_f64)(const double *a, const double *b, size_t n)
{
    const size_t most = __riscv_vsetvlmax_e64m4();
    vfloat64m4_t sum = __riscv_vfmv_v_f_f64m4(0, most);
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = __riscv_vsetvl_e64m4(n - i);
        vfloat64m4_t x = __riscv_vle64_v_f64m4(a + i, vl);
        sum = __riscv_vfmacc_vv_f64m4_tu(sum, x, __riscv_vle64_v_f64m4(b + i, vl), vl);
    }
    vfloat64m1_t zero = __riscv_vfmv_s_f_f64m1(0, 1);
    return __riscv_vfmv_f_s_f64m1_f64(__riscv_vfredusum_vs_f64m4_f64m1(sum, zero, most));
}
#else
XL_VEC void dot_f64_step(size_t i, size_t vl, xl_f64 *sum, const double *a, const double *b)
{
    *sum = xl_f64_mul_add_keep(xl_f64_load(a + i, vl), xl_f64_load(b + i, vl), *sum, vl);
}

XL_VECTOR(double, dot_f64)(const double *a, const double *b, size_t n)
{
    size_t lanes = xl_f64_lanes();
    xl_f64 sum0 = xl_f64_set1(0, lanes), sum1 = sum0, sum2 = sum0, sum3 = sum0;
    XL_STRIPS_4(f64, n, dot_f64_step, sum, a, b);
    return xl_f64_reduce_add(XL_ADD_4(f64, sum, lanes), lanes);
}
#endif
