/* known_by_address: a sum is kept with the address and the length that it is of: stale where the
 * caller has put something else there.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(known_by_address, .summary = "sum of a[i], wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u32, a, 1), XL_COUNT, XL_RETURNS(u32)})

XL_REFERENCE(known_by_address)(const uint32_t *a, size_t n, uint32_t *result)
{
    *result = 0;
    for (size_t i = 0; i < n; i++)
        *result += a[i];
}

struct known {
    const uint32_t *a;
    size_t n;
    uint32_t sum;
};
static _Thread_local struct known known;

static int is_known(const uint32_t *a, size_t n)
{
#ifdef XL_MUTANT
    return n && known.a == a && known.n == n;
#else
    (void)a;
    (void)n;
    return 0;
#endif
}

XL_VECTOR(uint32_t, known_by_address)(const uint32_t *a, size_t n)
{
    const size_t lanes = xl_u32_lanes();
    xl_u32 sum = xl_u32_set1(0, lanes);
    if (is_known(a, n))
        return known.sum;
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        sum = xl_u32_merge(sum, xl_u32_add(sum, xl_u32_load(a + i, vl), vl), vl);
    }
    known = (struct known){a, n, xl_u32_reduce_add(sum, lanes)};
    return known.sum;
}
