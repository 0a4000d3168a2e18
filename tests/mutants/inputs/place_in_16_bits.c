/* place_in_16_bits: the place of the greatest is counted in 16 bits.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(place_in_16_bits, .summary = "the place of the first greatest", .contract = {XL_EXACT},
          .sizes = {.least = 1}, .args = {XL_IN(u8, a, 1), XL_COUNT, XL_RETURNS(u32)})

XL_REFERENCE(place_in_16_bits)(const uint8_t *a, size_t n, uint32_t *result)
{
    *result = 0;
    for (size_t i = 1; i < n; i++)
        if (a[i] > a[*result])
            *result = (uint32_t)i;
}

#ifdef XL_MUTANT
typedef uint16_t place;
#else
typedef uint32_t place;
#endif

XL_VECTOR(uint32_t, place_in_16_bits)(const uint8_t *a, size_t n)
{
    uint8_t most = a[0];
    place at = 0;
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_m8 as_most = xl_u8_le(xl_u8_load(a + i, vl), xl_u8_set1(most, vl), vl);
        for (size_t k = 0; xl_m8_count(as_most, vl) < vl && k < vl; k++)
            if (a[i + k] > most) {
                most = a[i + k];
                at = (place)(i + k);
            }
    }
    return at;
}
