/* newline_index: where the newlines are, in order; n in the elements that are left.
 * SPDX-License-Identifier: MIT
 */
#include "text.h"

XL_PREPARE(newline_index)(size_t arg, void *elements, size_t count, uint64_t seed)
{
    (void)arg;
    xl_text_fill(elements, count, seed, "abcde \r\n\n", 9);
}

XL_KERNEL(newline_index, .summary = "r = each i with p[i] == '\\n', then n; how many there are",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS},
          .by_lane = {{"all", "few ISAs move the lanes of a mask together"}},
          .prepare = newline_index_prepare,
          .args = {XL_IN(u8, p, 1), XL_OUT(u32, r, 1), XL_COUNT, XL_RETURNS(u64)})

XL_REFERENCE(newline_index)(const uint8_t *p, uint32_t *r, size_t n, uint64_t *result)
{
    *result = 0;
    for (size_t i = 0; i < n; i++)
        r[i] = (uint32_t)n;
    for (size_t i = 0; i < n; i++)
        if (p[i] == '\n')
            r[(*result)++] = (uint32_t)i;
}

XL_VECTOR(uint64_t, newline_index)(const uint8_t *p, uint32_t *r, size_t n)
{
    size_t found = 0;
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        xl_m32 here = xl_u32_eq(xl_u32_load_widen_u8(p + i, vl), xl_u32_set1('\n', vl), vl);
        size_t count = xl_m32_count(here, vl);
        if (count)
            xl_u32_store(r + found, xl_u32_compress(xl_u32_iota((uint32_t)i, vl), here, vl), count);
        found += count;
    }
    for (size_t i = found, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        xl_u32_store(r + i, xl_u32_set1((uint32_t)n, vl), vl);
    }
    return found;
}
