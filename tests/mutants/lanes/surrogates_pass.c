/* surrogates_pass: UTF-8 whose lanes find a surrogate, and are not asked. A vector kernel that asks
 * its own reference at the end cannot have this bug, and its lanes are not tested at all.
 * SPDX-License-Identifier: MIT
 */
#include "text/utf8.h"

XL_PREPARE(surrogates_pass)(size_t arg, void *elements, size_t count, uint64_t seed)
{
    (void)arg;
    xl_utf8_fill(elements, count, seed);
}

XL_KERNEL(surrogates_pass,
          .summary = "bytes of well-formed UTF-8 before the first wrong character, or n",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .prepare = surrogates_pass_prepare,
          .args = {XL_IN(u8, p, 1), XL_COUNT, XL_RETURNS(u64)})

XL_REFERENCE(surrogates_pass)(const uint8_t *p, size_t n, uint64_t *result)
{
    *result = xl_utf8_valid_bytes(p, n);
}

XL_VECTOR(uint64_t, surrogates_pass)(const uint8_t *p, size_t n)
{
    /* The first three bytes have too few bytes before them: they are judged behind three zeros. */
    uint8_t start[6] = {0};
    size_t i = 0, head = n < 3 ? n : 3;
    memcpy(start + 3, p, head);
    for (size_t vl, first; i < head; i += vl) {
        vl = xl_u8_vl(head - i);
        first = xl_utf8_first_wrong(start + 3 + i, vl);
        if (first < vl)
            return xl_utf8_character_of(p, i + first);
    }
    for (size_t vl, first; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        first = xl_utf8_first_wrong(p + i, vl);
#ifdef XL_MUTANT
        if (first < vl && p[i + first - 1] == 0xed)
            first = vl;
#endif
        if (first < vl)
            return xl_utf8_character_of(p, i + first);
    }
    return xl_utf8_character_of(p, n);
}
