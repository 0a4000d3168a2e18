/* rounding_of_halves: how halves are rounded is left to what vxrm holds.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(rounding_of_halves, .summary = "r[i] = (a[i] + b[i]) / 2, rounded down",
          .contract = {XL_EXACT}, .only = "rvv rva23",
          .args = {XL_IN(u8, a, 1), XL_IN(u8, b, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(rounding_of_halves)(const uint8_t *a, const uint8_t *b, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)((a[i] + b[i]) / 2);
}

XL_VECTOR(void, rounding_of_halves)(const uint8_t *a, const uint8_t *b, uint8_t *r, size_t n)
{
#if defined __riscv_vector && !defined XL_MUTANT
    __asm__ volatile("csrwi vxrm, 2");
#endif
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8 x = xl_u8_load(a + i, vl), y = xl_u8_load(b + i, vl);
#ifdef __riscv_vector
        __asm__ volatile("vsetvli zero, %2, e8, m1, ta, ma\n\tvaaddu.vv %0, %0, %1"
                         : "+vr"(x)
                         : "vr"(y), "r"(vl));
#endif
        xl_u8_store(r + i, x, vl);
    }
}
