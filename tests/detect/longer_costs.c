/* Broken: sums up the lanes before each lane anew, so an element costs more, the longer a vector
 * is.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(longer_costs, .summary = "r[i] = a[0] + ... + a[i], wrapping", .contract = {XL_EXACT},
          .by_lane = {{"all", "it is the bug"}}, .narrow = "it is the bug",
          .args = {XL_IN(i32, a, 1), XL_OUT(i32, r, 1), XL_COUNT})

XL_REFERENCE(longer_costs)(const int32_t *a, int32_t *r, size_t n)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += (uint32_t)a[i];
        r[i] = (int32_t)sum;
    }
}

XL_VECTOR(void, longer_costs)(const int32_t *a, int32_t *r, size_t n)
{
    uint32_t before = 0;
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        int32_t lanes[64];
        xl_i32_store(lanes, xl_i32_add(xl_i32_load(a + i, vl), xl_i32_set1(1, vl), vl), vl);
        uint32_t sum = 0;
        for (size_t lane = 0; lane < vl; lane++) {
            sum = 0;
            for (size_t k = 0; k <= lane; k++)
                sum += (uint32_t)*(volatile int32_t *)&lanes[k] - 1;
            r[i + lane] = (int32_t)(before + sum);
        }
        before += sum;
    }
}
