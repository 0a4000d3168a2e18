/* Broken: has a scalar instruction of an extension that the ISA does not have.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(newer_scalar, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(newer_scalar)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
}

XL_VECTOR(void, newer_scalar)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8_store(r + i, xl_u8_add(xl_u8_load(a + i, vl), xl_u8_set1(1, vl), vl), vl);
    }
#ifdef XL_ISA_IS_sse4
    __asm__ volatile("andn %%eax, %%ecx, %%edx" ::: "edx", "cc");
#elif defined(XL_ISA_IS_rvv)
    __asm__ volatile(".option push\n.option arch, +zbb\nctz a0, a0\n.option pop" ::: "a0");
#elif defined(XL_ISA_IS_vsx)
    __asm__ volatile(".long 0x7c631e16" ::: "r3"); /* modsw 3, 3, 3 */
#endif
}
