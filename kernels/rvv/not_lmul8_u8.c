/* not_lmul8_u8: a copy with all bits flipped, in groups of eight registers, as memcpy-like loops
 * use them.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(not_lmul8_u8, .summary = "r[i] = ~a[i], LMUL 8", .only = "rvv rva23",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .elementwise = 1, .in_place = 1,
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(not_lmul8_u8)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(255 - a[i]);
}

#if XL_ISA_IS_rvv || XL_ISA_IS_rva23
XL_VECTOR(void, not_lmul8_u8)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t vl; n; n -= vl, a += vl, r += vl) {
        vl = __riscv_vsetvl_e8m8(n);
        __riscv_vse8_v_u8m8(r, __riscv_vnot_v_u8m8(__riscv_vle8_v_u8m8(a, vl), vl), vl);
    }
}
#endif
