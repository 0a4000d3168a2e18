/* distance_in_32_bits: the output is found from the input, by a distance of 32 bits with a sign.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(distance_in_32_bits, .summary = "r = a + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u32, a, 1), XL_OUT(u32, r, 1), XL_COUNT})

XL_REFERENCE(distance_in_32_bits)(const uint32_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + 1;
}

XL_VECTOR(void, distance_in_32_bits)(const uint32_t *a, uint32_t *r, size_t n)
{
#ifdef XL_MUTANT
    const int32_t distance = (int32_t)((uintptr_t)r - (uintptr_t)a);
#else
    const intptr_t distance = (intptr_t)((uintptr_t)r - (uintptr_t)a);
#endif
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        xl_u32_store((uint32_t *)((uintptr_t)(a + i) + (uintptr_t)distance),
                     xl_u32_add(xl_u32_load(a + i, vl), xl_u32_set1(1, vl), vl), vl);
    }
}
