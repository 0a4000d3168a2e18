/* dot_lmul4_f32: the dot product of two float arrays, with an accumulator of four registers.
 * SPDX-License-Identifier: MIT
 *
 * Bound: that of reduce/dot_f32.c, whatever the order of association.
 */
#include "kernel.h"
#include "reduce/sum.h"

XL_KERNEL(dot_lmul4_f32, .summary = "sum of a[i] * b[i], LMUL 4", .only = "rvv rva23",
          .contract = {XL_BOUND},
          .args = {XL_IN_RANGE(f32, a, 1, -1000, 1000), XL_IN_RANGE(f32, b, 1, -1000, 1000),
                   XL_COUNT, XL_RETURNS(f32)})

XL_REFERENCE(dot_lmul4_f32)(const float *a, const float *b, size_t n, struct xl_bounded *result)
{
    struct xl_sum s = {0};
    for (size_t i = 0; i < n; i++)
        xl_sum_add(&s, (double)a[i] * b[i]);
    result->value = xl_sum_value(&s);
    result->bound = xl_gamma((double)n, XL_UNIT_F32) * s.magnitude + (double)n * 0x1p-115;
}

#if XL_ISA_IS_rvv || XL_ISA_IS_rva23
XL_VECTOR(float, dot_lmul4_f32)(const float *a, const float *b, size_t n)
{
    size_t lanes = __riscv_vsetvlmax_e32m4();
    vfloat32m4_t sum = __riscv_vfmv_v_f_f32m4(0, lanes);
    for (size_t vl; n; n -= vl, a += vl, b += vl) {
        vl = __riscv_vsetvl_e32m4(n);
        vfloat32m4_t x = __riscv_vle32_v_f32m4(a, vl), y = __riscv_vle32_v_f32m4(b, vl);
        sum = __riscv_vfmacc_vv_f32m4_tu(sum, x, y, vl); /* keeps the tail's sums */
    }
    vfloat32m1_t zero = __riscv_vfmv_s_f_f32m1(0, 1);
    return __riscv_vfmv_f_s_f32m1_f32(__riscv_vfredusum_vs_f32m4_f32m1(sum, zero, lanes));
}
#endif
