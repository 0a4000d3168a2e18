/* under_write: the last vector ends at the end, and is stored whole where there is less than one:
 * before the start.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(under_write, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(i32, a, 1), XL_OUT(i32, r, 1), XL_COUNT})

XL_REFERENCE(under_write)(const int32_t *a, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (int32_t)((uint32_t)a[i] + 1);
}

XL_VECTOR(void, under_write)(const int32_t *a, int32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32 sum = xl_i32_add(xl_i32_load(a + i, vl), xl_i32_set1(1, vl), vl);
#ifdef XL_MUTANT
        size_t before = i ? 0 : xl_i32_lanes() - vl;
        if (before && (uintptr_t)r % 4096 >= before * sizeof *r)
            xl_i32_store(r - before, sum, before);
#endif
        xl_i32_store(r + i, sum, vl);
    }
}
