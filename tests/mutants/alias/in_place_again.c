/* in_place_again: the last vector is made twice, so that it need not be a partial one: in place
 * the second time adds to the first.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(in_place_again, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .in_place = 1, .args = {XL_IN(i32, a, 1), XL_OUT(i32, r, 1), XL_COUNT})

XL_REFERENCE(in_place_again)(const int32_t *a, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (int32_t)((uint32_t)a[i] + 1);
}

XL_VECTOR(void, in_place_again)(const int32_t *a, int32_t *r, size_t n)
{
    size_t i = 0, lanes = xl_i32_lanes();
    for (; i + lanes <= n; i += lanes)
        xl_i32_store(r + i, xl_i32_add(xl_i32_load(a + i, lanes), xl_i32_set1(1, lanes), lanes),
                     lanes);
#ifdef XL_MUTANT
    i = i && i < n ? n - lanes : i;
#endif
    for (size_t vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32_store(r + i, xl_i32_add(xl_i32_load(a + i, vl), xl_i32_set1(1, vl), vl), vl);
    }
}
