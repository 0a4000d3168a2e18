/* widen_mul_lmul8_i16: products of 16-bit integers in 32 bits: four registers in, eight out.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(widen_mul_lmul8_i16, .summary = "r[i] += a[i] * b[i], wrapping, LMUL 4 to 8",
          .only = "rvv rva23", .contract = {XL_EXACT, .flags = XL_ALL_FLAGS},
          .args = {XL_IN(i16, a, 1), XL_IN(i16, b, 1), XL_INOUT(i32, r, 1), XL_COUNT})

XL_REFERENCE(widen_mul_lmul8_i16)(const int16_t *a, const int16_t *b, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (int32_t)((uint32_t)r[i] + (uint32_t)(a[i] * b[i]));
}

#if XL_ISA_IS_rvv || XL_ISA_IS_rva23
XL_VECTOR(void, widen_mul_lmul8_i16)(const int16_t *a, const int16_t *b, int32_t *r, size_t n)
{
    for (size_t vl; n; n -= vl, a += vl, b += vl, r += vl) {
        vl = __riscv_vsetvl_e16m4(n);
        vint16m4_t x = __riscv_vle16_v_i16m4(a, vl), y = __riscv_vle16_v_i16m4(b, vl);
        vint32m8_t sum = __riscv_vwmacc_vv_i32m8(__riscv_vle32_v_i32m8(r, vl), x, y, vl);
        __riscv_vse32_v_i32m8(r, sum, vl);
    }
}
#endif
