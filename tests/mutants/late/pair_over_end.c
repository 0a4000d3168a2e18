/* pair_over_end: characters of UTF-16 are counted; a pair of surrogates that the end of every
 * fourth vector splits counts twice.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(pair_over_end, .summary = "code units that are no second half of a pair",
          .contract = {XL_EXACT}, .args = {XL_IN(u16, a, 1), XL_COUNT, XL_RETURNS(u64)})

static inline bool is_pair(const uint16_t *a, size_t i)
{
    return i > 0 && a[i] >> 10 == 0x37 && a[i - 1] >> 10 == 0x36;
}

XL_REFERENCE(pair_over_end)(const uint16_t *a, size_t n, uint64_t *result)
{
    *result = 0;
    for (size_t i = 0; i < n; i++)
        *result += !is_pair(a, i);
}

XL_VECTOR(uint64_t, pair_over_end)(const uint16_t *a, size_t n)
{
    uint64_t count = 0;
    for (size_t i = 0, step = 0, vl; i < n; i += vl, step++) {
        vl = xl_u16_vl(n - i);
        count += vl;
        if (vl > 1) {
            xl_u16 second = xl_u16_shr(xl_u16_load(a + i + 1, vl - 1), 10, vl - 1);
            xl_u16 first = xl_u16_shr(xl_u16_load(a + i, vl - 1), 10, vl - 1);
            xl_m16 is_second = xl_u16_eq(second, xl_u16_set1(0x37, vl - 1), vl - 1);
            xl_m16 is_first = xl_u16_eq(first, xl_u16_set1(0x36, vl - 1), vl - 1);
            count -= xl_m16_count(xl_m16_and(is_second, is_first, vl - 1), vl - 1);
        }
        bool split = is_pair(a, i);
#ifdef XL_MUTANT
        split = split && !(step && step % 4 == 0);
#endif
        count -= split;
    }
    return count;
}
