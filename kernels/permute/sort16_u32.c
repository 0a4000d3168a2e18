/* sort16_u32: n rows of sixteen, each sorted: rows to lanes, a network across sixteen vectors, and
 * back.
 * SPDX-License-Identifier: MIT
 *
 * The network is Batcher's odd-even merge sort: 63 comparators (Knuth, "The Art of Computer
 * Programming", volume 3, section 5.2.2, algorithm M).
 */
#include "u32x16.h"

XL_KERNEL(sort16_u32, .summary = "r[16i] ... r[16i + 15] = a[16i] ... a[16i + 15], ascending",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .in_place = 1,
          .args = {XL_IN(u32, a, 16), XL_OUT(u32, r, 16), XL_COUNT})

/* By rank, so that no comparator is the vector code's. */
XL_REFERENCE(sort16_u32)(const uint32_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++, a += 16, r += 16)
        for (size_t k = 0; k < 16; k++) {
            size_t rank = 0;
            for (size_t other = 0; other < 16; other++)
                rank += a[other] < a[k] || (a[other] == a[k] && other < k);
            r[rank] = a[k];
        }
}

XL_VEC void xl_sort16_order(xl_u32 *low, xl_u32 *high, size_t vl)
{
    xl_u32 least = xl_u32_min(*low, *high, vl);
    *high = xl_u32_max(*low, *high, vl);
    *low = least;
}

XL_VECTOR(void, sort16_u32)(const uint32_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl16(n - i);
        xl_u32 v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15;
        xl_u32_load16(a + 16 * i, &v0, &v1, &v2, &v3, &v4, &v5, &v6, &v7, &v8, &v9, &v10, &v11,
                      &v12, &v13, &v14, &v15, vl);

        xl_sort16_order(&v0, &v8, vl), xl_sort16_order(&v1, &v9, vl);
        xl_sort16_order(&v2, &v10, vl), xl_sort16_order(&v3, &v11, vl);
        xl_sort16_order(&v4, &v12, vl), xl_sort16_order(&v5, &v13, vl);
        xl_sort16_order(&v6, &v14, vl), xl_sort16_order(&v7, &v15, vl);

        xl_sort16_order(&v0, &v4, vl), xl_sort16_order(&v1, &v5, vl);
        xl_sort16_order(&v2, &v6, vl), xl_sort16_order(&v3, &v7, vl);
        xl_sort16_order(&v8, &v12, vl), xl_sort16_order(&v9, &v13, vl);
        xl_sort16_order(&v10, &v14, vl), xl_sort16_order(&v11, &v15, vl);

        xl_sort16_order(&v4, &v8, vl), xl_sort16_order(&v5, &v9, vl);
        xl_sort16_order(&v6, &v10, vl), xl_sort16_order(&v7, &v11, vl);

        xl_sort16_order(&v0, &v2, vl), xl_sort16_order(&v1, &v3, vl);
        xl_sort16_order(&v4, &v6, vl), xl_sort16_order(&v5, &v7, vl);
        xl_sort16_order(&v8, &v10, vl), xl_sort16_order(&v9, &v11, vl);
        xl_sort16_order(&v12, &v14, vl), xl_sort16_order(&v13, &v15, vl);

        xl_sort16_order(&v2, &v8, vl), xl_sort16_order(&v3, &v9, vl);
        xl_sort16_order(&v6, &v12, vl), xl_sort16_order(&v7, &v13, vl);

        xl_sort16_order(&v2, &v4, vl), xl_sort16_order(&v3, &v5, vl);
        xl_sort16_order(&v6, &v8, vl), xl_sort16_order(&v7, &v9, vl);
        xl_sort16_order(&v10, &v12, vl), xl_sort16_order(&v11, &v13, vl);

        xl_sort16_order(&v0, &v1, vl), xl_sort16_order(&v2, &v3, vl);
        xl_sort16_order(&v4, &v5, vl), xl_sort16_order(&v6, &v7, vl);
        xl_sort16_order(&v8, &v9, vl), xl_sort16_order(&v10, &v11, vl);
        xl_sort16_order(&v12, &v13, vl), xl_sort16_order(&v14, &v15, vl);

        xl_sort16_order(&v1, &v8, vl), xl_sort16_order(&v3, &v10, vl);
        xl_sort16_order(&v5, &v12, vl), xl_sort16_order(&v7, &v14, vl);

        xl_sort16_order(&v1, &v4, vl), xl_sort16_order(&v3, &v6, vl);
        xl_sort16_order(&v5, &v8, vl), xl_sort16_order(&v7, &v10, vl);
        xl_sort16_order(&v9, &v12, vl), xl_sort16_order(&v11, &v14, vl);

        xl_sort16_order(&v1, &v2, vl), xl_sort16_order(&v3, &v4, vl);
        xl_sort16_order(&v5, &v6, vl), xl_sort16_order(&v7, &v8, vl);
        xl_sort16_order(&v9, &v10, vl), xl_sort16_order(&v11, &v12, vl);
        xl_sort16_order(&v13, &v14, vl);

        xl_u32_store16(r + 16 * i, v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14,
                       v15, vl);
    }
}
