/* high_words: from the 16th vector on, only the lower halves of words of 64 bits are compared.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

enum { FIRST = 16 };

XL_KERNEL(high_words, .summary = "whether a and b are equal", .contract = {XL_EXACT},
          .args = {XL_IN(u64, a, 1), XL_IN(u64, b, 1), XL_COUNT, XL_RETURNS(u32)})

XL_REFERENCE(high_words)(const uint64_t *a, const uint64_t *b, size_t n, uint32_t *result)
{
    *result = 1;
    for (size_t i = 0; i < n; i++)
        *result &= a[i] == b[i];
}

XL_VECTOR(uint32_t, high_words)(const uint64_t *a, const uint64_t *b, size_t n)
{
    const size_t long_from = FIRST * xl_u64_lanes();
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u64_vl(n - i);
        xl_u64 differ = xl_u64_xor(xl_u64_load(a + i, vl), xl_u64_load(b + i, vl), vl);
#ifdef XL_MUTANT
        if (i >= long_from)
            differ = xl_u64_shl(differ, 32, vl);
#else
        (void)long_from;
#endif
        if (xl_m64_count(xl_u64_eq(differ, xl_u64_set1(0, vl), vl), vl) < vl)
            return 0;
    }
    return 1;
}
