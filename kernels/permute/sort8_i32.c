/* sort8_i32: eight rows of n, each column sorted, by a network across eight vectors.
 * SPDX-License-Identifier: MIT
 *
 * The network has 19 comparators in six steps (Knuth, "The Art of Computer Programming", volume 3,
 * section 5.3.4).
 */
#include "kernel.h"

XL_KERNEL(sort8_i32, .summary = "r[i], r[n + i], ... r[7n + i] = a[i], ... a[7n + i], ascending",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .in_place = 1,
          .args = {XL_IN(i32, a, 8), XL_OUT(i32, r, 8), XL_COUNT})

XL_REFERENCE(sort8_i32)(const int32_t *a, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t row = 0; row < 8; row++) {
            size_t rank = 0;
            int32_t x = a[row * n + i];
            for (size_t other = 0; other < 8; other++)
                rank += a[other * n + i] < x || (a[other * n + i] == x && other < row);
            r[rank * n + i] = x;
        }
}

XL_VEC void xl_sort8_order(xl_i32 *low, xl_i32 *high, size_t vl)
{
    xl_i32 least = xl_i32_min(*low, *high, vl);
    *high = xl_i32_max(*low, *high, vl);
    *low = least;
}

XL_VEC void sort8_i32_step(const int32_t *a, int32_t *r, size_t n, size_t i, size_t vl)
{
    xl_i32 v0 = xl_i32_load(a + i, vl), v1 = xl_i32_load(a + n + i, vl);
    xl_i32 v2 = xl_i32_load(a + 2 * n + i, vl), v3 = xl_i32_load(a + 3 * n + i, vl);
    xl_i32 v4 = xl_i32_load(a + 4 * n + i, vl), v5 = xl_i32_load(a + 5 * n + i, vl);
    xl_i32 v6 = xl_i32_load(a + 6 * n + i, vl), v7 = xl_i32_load(a + 7 * n + i, vl);

    xl_sort8_order(&v0, &v2, vl), xl_sort8_order(&v1, &v3, vl);
    xl_sort8_order(&v4, &v6, vl), xl_sort8_order(&v5, &v7, vl);

    xl_sort8_order(&v0, &v4, vl), xl_sort8_order(&v1, &v5, vl);
    xl_sort8_order(&v2, &v6, vl), xl_sort8_order(&v3, &v7, vl);

    xl_sort8_order(&v0, &v1, vl), xl_sort8_order(&v2, &v3, vl);
    xl_sort8_order(&v4, &v5, vl), xl_sort8_order(&v6, &v7, vl);

    xl_sort8_order(&v2, &v4, vl), xl_sort8_order(&v3, &v5, vl);

    xl_sort8_order(&v1, &v4, vl), xl_sort8_order(&v3, &v6, vl);

    xl_sort8_order(&v1, &v2, vl), xl_sort8_order(&v3, &v4, vl), xl_sort8_order(&v5, &v6, vl);

    xl_i32_store(r + i, v0, vl);
    xl_i32_store(r + n + i, v1, vl);
    xl_i32_store(r + 2 * n + i, v2, vl);
    xl_i32_store(r + 3 * n + i, v3, vl);
    xl_i32_store(r + 4 * n + i, v4, vl);
    xl_i32_store(r + 5 * n + i, v5, vl);
    xl_i32_store(r + 6 * n + i, v6, vl);
    xl_i32_store(r + 7 * n + i, v7, vl);
}

XL_VECTOR(void, sort8_i32)(const int32_t *a, int32_t *r, size_t n)
{
    XL_STRIPS(i32, n, sort8_i32_step(a, r, n, i, vl));
}
