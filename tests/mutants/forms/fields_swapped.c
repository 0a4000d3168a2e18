/* fields_swapped: a structure that is returned by value has its two fields in the other order.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(fields_swapped, .summary = "r = the least and the greatest of a, and of 0",
          .contract = {XL_EXACT}, .args = {XL_IN(i32, a, 1), XL_OUT_FIXED(i32, r, 2), XL_COUNT})

XL_REFERENCE(fields_swapped)(const int32_t *a, int32_t *r, size_t n)
{
    r[0] = r[1] = 0;
    for (size_t i = 0; i < n; i++) {
        r[0] = a[i] < r[0] ? a[i] : r[0];
        r[1] = a[i] > r[1] ? a[i] : r[1];
    }
}

struct fields {
    int32_t least, most;
};

static __attribute__((noinline)) struct fields range_by_fields(const int32_t *a, size_t n)
{
    const size_t lanes = xl_i32_lanes();
    xl_i32 least = xl_i32_set1(0, lanes), most = least;
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32 x = xl_i32_load(a + i, vl);
        least = xl_i32_merge(least, xl_i32_min(least, x, vl), vl);
        most = xl_i32_merge(most, xl_i32_max(most, x, vl), vl);
    }
    const struct fields r = {xl_i32_reduce_min(least, lanes), xl_i32_reduce_max(most, lanes)};
#ifdef XL_MUTANT
    return (struct fields){r.most, r.least};
#endif
    return r;
}

XL_VECTOR(void, fields_swapped)(const int32_t *a, struct fields *r, size_t n)
{
    *r = range_by_fields(a, n);
}
