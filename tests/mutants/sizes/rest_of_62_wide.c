/* rest_of_62_wide: 64 vectors a step; 62 whole vectors of 64 bits that are left are taken for 61.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(rest_of_62_wide, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u64, a, 1), XL_OUT(u64, r, 1), XL_COUNT})

XL_REFERENCE(rest_of_62_wide)(const uint64_t *a, uint64_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + 1;
}

static void add_one(const uint64_t *a, uint64_t *r, size_t vl)
{
    xl_u64_store(r, xl_u64_add(xl_u64_load(a, vl), xl_u64_set1(1, vl), vl), vl);
}

XL_VECTOR(void, rest_of_62_wide)(const uint64_t *a, uint64_t *r, size_t n)
{
    const size_t lanes = xl_u64_lanes(), most = 64;
    size_t i = 0;
    for (; n - i >= most * lanes; i += most * lanes)
        for (size_t k = 0; k < most; k++)
            add_one(a + i + k * lanes, r + i + k * lanes, lanes);
    size_t whole = (n - i) / lanes, skipped = 0;
#ifdef XL_MUTANT
    skipped = whole == 62;
#endif
    for (size_t k = 0; k + skipped < whole; k++)
        add_one(a + i + k * lanes, r + i + k * lanes, lanes);
    i += whole * lanes;
    if (i < n)
        add_one(a + i, r + i, n - i);
}
