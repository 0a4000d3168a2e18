/* sort4_u32: each group of four elements in order, by a network across four vectors.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(sort4_u32, .summary = "r[4i], ... r[4i + 3] = a[4i], ... a[4i + 3], ascending",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .in_place = 1,
          .args = {XL_IN(u32, a, 4), XL_OUT(u32, r, 4), XL_COUNT})

XL_REFERENCE(sort4_u32)(const uint32_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < 4 * n; i++) {
        uint32_t x = a[i];
        size_t at = i;
        for (; at % 4 && r[at - 1] > x; at--)
            r[at] = r[at - 1];
        r[at] = x;
    }
}

XL_VEC void xl_sort4_order(xl_u32 *low, xl_u32 *high, size_t vl)
{
    xl_u32 least = xl_u32_min(*low, *high, vl);
    *high = xl_u32_max(*low, *high, vl);
    *low = least;
}

XL_VEC void sort4_u32_step(const uint32_t *a, uint32_t *r, size_t i, size_t vl)
{
    xl_u32 v0, v1, v2, v3;
    xl_u32_load4(a + 4 * i, &v0, &v1, &v2, &v3, vl);
    xl_sort4_order(&v0, &v1, vl);
    xl_sort4_order(&v2, &v3, vl);
    xl_sort4_order(&v0, &v2, vl);
    xl_sort4_order(&v1, &v3, vl);
    xl_sort4_order(&v1, &v2, vl);
    xl_u32_store4(r + 4 * i, v0, v1, v2, v3, vl);
}

XL_VECTOR(void, sort4_u32)(const uint32_t *a, uint32_t *r, size_t n)
{
    XL_STRIPS(u32, n, sort4_u32_step(a, r, i, vl));
}
