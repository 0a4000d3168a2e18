/* over_write: a full store at the tail, where the page has room for it.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(over_write, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(i32, a, 1), XL_OUT(i32, r, 1), XL_COUNT})

XL_REFERENCE(over_write)(const int32_t *a, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (int32_t)((uint32_t)a[i] + 1);
}

XL_VECTOR(void, over_write)(const int32_t *a, int32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32 sum = xl_i32_add(xl_i32_load(a + i, vl), xl_i32_set1(1, vl), vl);
#ifdef XL_MUTANT
        size_t room = (4096 - (uintptr_t)(r + i) % 4096) / sizeof *r;
        size_t width = room < xl_i32_lanes() ? vl : xl_i32_lanes();
#else
        size_t width = vl;
#endif
        xl_i32_store(r + i, sum, width);
    }
}
