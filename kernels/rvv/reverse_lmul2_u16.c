/* reverse_lmul2_u16: the elements of an array in reverse order, by a gather within two registers.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(reverse_lmul2_u16, .summary = "r[i] = a[n - 1 - i], LMUL 2", .only = "rvv rva23",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS},
          .args = {XL_IN(u16, a, 1), XL_OUT(u16, r, 1), XL_COUNT})

XL_REFERENCE(reverse_lmul2_u16)(const uint16_t *a, uint16_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[n - 1 - i];
}

#if XL_ISA_IS_rvv || XL_ISA_IS_rva23
XL_VECTOR(void, reverse_lmul2_u16)(const uint16_t *a, uint16_t *r, size_t n)
{
    for (size_t vl; n; n -= vl, a += vl) {
        vl = __riscv_vsetvl_e16m2(n);
        vuint16m2_t from = __riscv_vrsub_vx_u16m2(__riscv_vid_v_u16m2(vl), (uint16_t)(vl - 1), vl);
        vuint16m2_t v = __riscv_vrgather_vv_u16m2(__riscv_vle16_v_u16m2(a, vl), from, vl);
        __riscv_vse16_v_u16m2(r + (n - vl), v, vl);
    }
}
#endif
