/* same_in_32_bits: two addresses are taken for one where their low 32 bits are the same.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(same_in_32_bits, .summary = "r = a + 1, wrapping", .contract = {XL_EXACT}, .in_place = 1,
          .args = {XL_IN(u32, a, 1), XL_OUT(u32, r, 1), XL_COUNT})

XL_REFERENCE(same_in_32_bits)(const uint32_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + 1;
}

XL_VECTOR(void, same_in_32_bits)(const uint32_t *a, uint32_t *r, size_t n)
{
#ifdef XL_MUTANT
    const int is_one = (uint32_t)(uintptr_t)a == (uint32_t)(uintptr_t)r;
#else
    const int is_one = a == r;
#endif
    const uint32_t *from = is_one ? r : a;
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        xl_u32_store(r + i, xl_u32_add(xl_u32_load(from + i, vl), xl_u32_set1(1, vl), vl), vl);
    }
}
