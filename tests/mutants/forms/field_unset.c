/* field_unset: of a structure that is returned by value the way for less than a vector sets the
 * first field alone.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(field_unset, .summary = "r = the least and the greatest of a", .contract = {XL_EXACT},
          .sizes = {.least = 1}, .args = {XL_IN(u32, a, 1), XL_OUT_FIXED(u32, r, 2), XL_COUNT})

XL_REFERENCE(field_unset)(const uint32_t *a, uint32_t *r, size_t n)
{
    r[0] = r[1] = a[0];
    for (size_t i = 1; i < n; i++) {
        r[0] = a[i] < r[0] ? a[i] : r[0];
        r[1] = a[i] > r[1] ? a[i] : r[1];
    }
}

struct range {
    uint32_t least, most;
};

static __attribute__((noinline)) struct range range_of(const uint32_t *a, size_t n)
{
    const size_t lanes = xl_u32_lanes();
    struct range r;
    if (n < lanes) {
        xl_u32 x = xl_u32_load(a, n);
        r.least = xl_u32_reduce_min(x, n);
#ifndef XL_MUTANT
        r.most = xl_u32_reduce_max(x, n);
#endif
        return r;
    }
    xl_u32 least = xl_u32_set1(a[0], lanes), most = least;
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        xl_u32 x = xl_u32_load(a + i, vl);
        least = xl_u32_merge(least, xl_u32_min(least, x, vl), vl);
        most = xl_u32_merge(most, xl_u32_max(most, x, vl), vl);
    }
    r.least = xl_u32_reduce_min(least, lanes);
    r.most = xl_u32_reduce_max(most, lanes);
    return r;
}

XL_VECTOR(void, field_unset)(const uint32_t *a, struct range *r, size_t n)
{
    *r = range_of(a, n);
}
