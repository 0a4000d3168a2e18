/* index_of_16_bits: where the last element that is not zero is found, its index is kept in 16 bits,
 * which is enough up to 256 KiB.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(index_of_16_bits, .summary = "behind the last element that is not zero",
          .contract = {XL_EXACT}, .sizes = {.thresholds = {65536}},
          .args = {XL_IN(u32, a, 1), XL_COUNT, XL_RETURNS(u32)})

XL_REFERENCE(index_of_16_bits)(const uint32_t *a, size_t n, uint32_t *behind)
{
    *behind = 0;
    for (size_t i = 0; i < n; i++)
        *behind = a[i] ? (uint32_t)i + 1 : *behind;
}

XL_VECTOR(uint32_t, index_of_16_bits)(const uint32_t *a, size_t n)
{
#ifdef XL_MUTANT
    uint16_t behind = 0;
#else
    uint32_t behind = 0;
#endif
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        const xl_m32 zero = xl_u32_eq(xl_u32_load(a + i, vl), xl_u32_set1(0, vl), vl);
        if (xl_m32_count(zero, vl) == vl)
            continue;
        for (size_t k = i; k < i + vl; k++)
            if (a[k])
                behind = (__typeof__(behind))(k + 1);
    }
    return behind;
}
