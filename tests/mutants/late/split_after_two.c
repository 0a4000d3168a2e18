/* split_after_two: characters of UTF-8 are counted by the bytes that begin them, and a vector's
 * last bytes are checked; a character of four bytes, two of them in the eighth vector, passes
 * unseen.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(split_after_two, .summary = "bytes that continue a character of four, by its first",
          .contract = {XL_EXACT}, .args = {XL_IN(u8, a, 1), XL_COUNT, XL_RETURNS(u64)})

static inline bool is_fourth(const uint8_t *a, size_t i)
{
    return i > 2 && a[i - 3] >> 3 == 0x1e && a[i] >> 6 == 2 && a[i - 1] >> 6 == 2 &&
           a[i - 2] >> 6 == 2;
}

XL_REFERENCE(split_after_two)(const uint8_t *a, size_t n, uint64_t *result)
{
    *result = 0;
    for (size_t i = 0; i < n; i++)
        *result += is_fourth(a, i);
}

XL_VECTOR(uint64_t, split_after_two)(const uint8_t *a, size_t n)
{
    uint64_t count = 0;
    size_t i = 0, step = 0;
    for (; i < n && i < 3; i++)
        count += is_fourth(a, i);
    for (size_t vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8 lead = xl_u8_shr(xl_u8_load(a + i - 3, vl), 3, vl);
        xl_m8 all = xl_u8_eq(lead, xl_u8_set1(0x1e, vl), vl);
        for (size_t k = 0; k < 3; k++) {
            xl_u8 top = xl_u8_shr(xl_u8_load(a + i - k, vl), 6, vl);
            all = xl_m8_and(all, xl_u8_eq(top, xl_u8_set1(2, vl), vl), vl);
        }
        count += xl_m8_count(all, vl);
#ifdef XL_MUTANT
        const size_t lanes = xl_u8_lanes(), end = (step + 1) * lanes;
        if (++step % 8 == 0 && end >= i && end + 1 < i + vl && is_fourth(a, end + 1))
            count--;
#else
        (void)step;
#endif
    }
    return count;
}
