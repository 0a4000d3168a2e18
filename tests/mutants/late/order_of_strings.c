/* order_of_strings: strings are compared up to a zero; beyond eight vectors, bytes are compared as
 * signed ones.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(order_of_strings, .summary = "-1, 0, 1: the order of two strings of up to n bytes",
          .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_IN(u8, b, 1), XL_COUNT, XL_RETURNS(i32)})

XL_REFERENCE(order_of_strings)(const uint8_t *a, const uint8_t *b, size_t n, int32_t *result)
{
    size_t i = 0;
    while (i < n && a[i] == b[i] && a[i])
        i++;
    *result = i < n ? (a[i] > b[i]) - (a[i] < b[i]) : 0;
}

XL_VECTOR(int32_t, order_of_strings)(const uint8_t *a, const uint8_t *b, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8 of_a = xl_u8_load(a + i, vl);
        xl_m8 differ = xl_m8_not(xl_u8_eq(of_a, xl_u8_load(b + i, vl), vl), vl);
        xl_m8 ends = xl_m8_or(differ, xl_u8_eq(of_a, xl_u8_set1(0, vl), vl), vl);
        const size_t at = i + xl_m8_first(ends, vl);
        if (at == i + vl)
            continue;
#ifdef XL_MUTANT
        if (i >= 8 * xl_u8_lanes())
            return ((int8_t)a[at] > (int8_t)b[at]) - ((int8_t)a[at] < (int8_t)b[at]);
#endif
        return (a[at] > b[at]) - (a[at] < b[at]);
    }
    return 0;
}
