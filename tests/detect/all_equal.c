/* Broken: a short cut for vectors whose lanes are all the same forgets the last lane.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(all_equal, .summary = "r[i] = 2 a[i]", .contract = {XL_EXACT}, .elementwise = 1,
          .args = {XL_IN(f32, a, 1), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(all_equal)(const float *a, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + a[i];
}

XL_VECTOR(void, all_equal)(const float *a, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 x = xl_f32_load(a + i, vl);
        xl_f32_store(r + i, xl_f32_add(x, x, vl), vl);
        size_t same = 0;
        while (same < vl && a[i + same] == a[i])
            same++;
        if (vl > 2 && same == vl)
            r[i + vl - 1] = 0;
    }
}
