/* rotate_i32: an array moved round by so many elements.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(rotate_i32, .summary = "r[i] = a[(i + by) mod n]",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS},
          .args = {XL_IN(i32, a, 1), XL_VALUE(u32, by), XL_OUT(i32, r, 1), XL_COUNT})

XL_REFERENCE(rotate_i32)(const int32_t *a, uint32_t by, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[(i + by) % n];
}

XL_VECTOR(void, rotate_i32)(const int32_t *a, uint32_t by, int32_t *r, size_t n)
{
    uint32_t first = n ? (uint32_t)(by % n) : 0;
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        xl_u32 count = xl_u32_set1((uint32_t)n, vl);
        xl_u32 from = xl_u32_iota((uint32_t)i + first, vl);
        xl_m32 past = xl_u32_le(count, from, vl);
        from = xl_u32_select(past, xl_u32_sub(from, count, vl), from, vl);
        xl_i32_store(r + i, xl_i32_gather(a, from, vl), vl);
    }
}
