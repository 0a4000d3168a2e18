/* The twin of reached.c with a loop that no call of the harness has enough elements for.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(unreached, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(i32, a, 1), XL_OUT(i32, r, 1), XL_COUNT})

XL_REFERENCE(unreached)(const int32_t *a, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (int32_t)((uint32_t)a[i] + 1);
}

XL_VECTOR(void, unreached)(const int32_t *a, int32_t *r, size_t n)
{
    size_t i = 0, vl;
    for (; n > 1000000 && i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32_store(r + i, xl_i32_sub(xl_i32_load(a + i, vl), xl_i32_set1(-1, vl), vl), vl);
    }
    for (; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32_store(r + i, xl_i32_add(xl_i32_load(a + i, vl), xl_i32_set1(1, vl), vl), vl);
    }
}
