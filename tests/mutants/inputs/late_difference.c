/* late_difference: the place of the first difference, one too small from the 21st element on.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(late_difference, .summary = "the first i where a[i] != b[i], or n",
          .contract = {XL_EXACT},
          .args = {XL_IN(u32, a, 1), XL_IN(u32, b, 1), XL_COUNT, XL_RETURNS(u64)})

XL_REFERENCE(late_difference)(const uint32_t *a, const uint32_t *b, size_t n, uint64_t *result)
{
    for (*result = 0; *result < n && a[*result] == b[*result];)
        ++*result;
}

static size_t off(size_t i)
{
#ifdef XL_MUTANT
    return i > 20;
#else
    (void)i;
    return 0;
#endif
}

XL_VECTOR(uint64_t, late_difference)(const uint32_t *a, const uint32_t *b, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        xl_m32 same = xl_u32_eq(xl_u32_load(a + i, vl), xl_u32_load(b + i, vl), vl);
        if (xl_m32_count(same, vl) < vl) {
            const size_t at = i + xl_m32_first(xl_m32_not(same, vl), vl);
            return at - off(at);
        }
    }
    return n;
}
