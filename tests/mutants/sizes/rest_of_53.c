/* rest_of_53: 64 vectors a step; 53 whole vectors that are left are taken for 52.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(rest_of_53, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u32, a, 1), XL_OUT(u32, r, 1), XL_COUNT})

XL_REFERENCE(rest_of_53)(const uint32_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + 1;
}

static void add_one(const uint32_t *a, uint32_t *r, size_t vl)
{
    xl_u32_store(r, xl_u32_add(xl_u32_load(a, vl), xl_u32_set1(1, vl), vl), vl);
}

XL_VECTOR(void, rest_of_53)(const uint32_t *a, uint32_t *r, size_t n)
{
    const size_t lanes = xl_u32_lanes(), most = 64;
    size_t i = 0;
    for (; n - i >= most * lanes; i += most * lanes)
        for (size_t k = 0; k < most; k++)
            add_one(a + i + k * lanes, r + i + k * lanes, lanes);
    size_t whole = (n - i) / lanes, skipped = 0;
#ifdef XL_MUTANT
    skipped = whole == 53;
#endif
    for (size_t k = 0; k + skipped < whole; k++)
        add_one(a + i + k * lanes, r + i + k * lanes, lanes);
    i += whole * lanes;
    if (i < n)
        add_one(a + i, r + i, n - i);
}
