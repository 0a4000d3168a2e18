/* compress_i32: the elements that a mask has, moved together; zeros in the elements that are left.
 * SPDX-License-Identifier: MIT
 */
#include "mask.h"

XL_KERNEL(
    compress_i32, .summary = "r = each a[i] with mask[i] != 0, then zeros; how many there are",
    .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .in_place = 1,
    .by_lane = {{"all", "few ISAs move the lanes of a mask together"}}, .prepare = xl_mask_prepare,
    .args = {XL_IN(i32, a, 1), XL_IN(u8, mask, 1), XL_OUT(i32, r, 1), XL_COUNT, XL_RETURNS(u64)})

XL_REFERENCE(compress_i32)
(const int32_t *a, const uint8_t *mask, int32_t *r, size_t n, uint64_t *result)
{
    *result = 0;
    for (size_t i = 0; i < n; i++)
        if (mask[i])
            r[(*result)++] = a[i];
    for (size_t i = *result; i < n; i++)
        r[i] = 0;
}

/* Moves what a strip keeps to r, and returns how many. A whole vector is stored whole: what the
 * next one overwrites is no farther than what was read. */
XL_VEC size_t compress_i32_step(const int32_t *a, const uint8_t *mask, int32_t *r, size_t vl)
{
    xl_m32 set = xl_mask_load(mask, vl);
    size_t count = xl_m32_count(set, vl);
    xl_i32 kept = xl_i32_compress(xl_i32_load(a, vl), set, vl);
    if (vl == xl_i32_lanes())
        xl_i32_store(r, kept, vl);
    else if (count)
        xl_i32_store(r, kept, count);
    return count;
}

XL_VECTOR(uint64_t, compress_i32)(const int32_t *a, const uint8_t *mask, int32_t *r, size_t n)
{
    size_t kept = 0;
    XL_STRIPS(i32, n, kept += compress_i32_step(a + i, mask + i, r + kept, vl));
    XL_STRIPS(i32, n - kept, xl_i32_store(r + kept + i, xl_i32_set1(0, vl), vl));
    return kept;
}
