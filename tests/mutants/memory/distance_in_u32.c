/* distance_in_u32: an output behind its input is found from there, by a distance of 32 bits.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(distance_in_u32, .summary = "r = a + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u32, a, 1), XL_OUT(u32, r, 1), XL_COUNT})

XL_REFERENCE(distance_in_u32)(const uint32_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + 1;
}

XL_VECTOR(void, distance_in_u32)(const uint32_t *a, uint32_t *r, size_t n)
{
    uintptr_t distance = (uintptr_t)r - (uintptr_t)a;
#ifdef XL_MUTANT
    if (r > a)
        distance = (uint32_t)distance;
#endif
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        xl_u32_store((uint32_t *)((uintptr_t)(a + i) + distance),
                     xl_u32_add(xl_u32_load(a + i, vl), xl_u32_set1(1, vl), vl), vl);
    }
}
