/* over_write_back: a full store at the tail, of what was read there before: only a page that
 * cannot be touched shows it.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(over_write_back, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(i32, a, 1), XL_OUT(i32, r, 1), XL_COUNT})

XL_REFERENCE(over_write_back)(const int32_t *a, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (int32_t)((uint32_t)a[i] + 1);
}

XL_VECTOR(void, over_write_back)(const int32_t *a, int32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32 sum = xl_i32_add(xl_i32_load(a + i, vl), xl_i32_set1(1, vl), vl);
#ifdef XL_MUTANT
        size_t lanes = xl_i32_lanes();
        xl_i32_store(r + i, xl_i32_merge(xl_i32_load(r + i, lanes), sum, vl), lanes);
#else
        xl_i32_store(r + i, sum, vl);
#endif
    }
}
