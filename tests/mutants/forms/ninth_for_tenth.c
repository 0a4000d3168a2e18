/* ninth_for_tenth: a function in assembly looks for its tenth argument where its ninth is.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(ninth_for_tenth, .summary = "r[i] = a[i] + the sum of eight, wrapping",
          .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT, XL_VALUE(u8, b), XL_VALUE(u8, c),
                   XL_VALUE(u8, d), XL_VALUE(u8, e), XL_VALUE(u8, f), XL_VALUE(u8, g),
                   XL_VALUE(u8, h), XL_VALUE(u8, i)})

XL_REFERENCE(ninth_for_tenth)
(const uint8_t *a, uint8_t *r, size_t n, uint8_t b, uint8_t c, uint8_t d, uint8_t e, uint8_t f,
 uint8_t g, uint8_t h, uint8_t i)
{
    for (size_t k = 0; k < n; k++)
        r[k] = (uint8_t)(a[k] + b + c + d + e + f + g + h + i);
}

XL_VECTOR(void, ninth_for_tenth)
(const uint8_t *a, uint8_t *r, size_t n, uint8_t b, uint8_t c, uint8_t d, uint8_t e, uint8_t f,
 uint8_t g, uint8_t h, uint8_t i)
{
#ifdef XL_MUTANT
    h = g;
#endif
    const uint8_t sum = (uint8_t)(b + c + d + e + f + g + h + i);
    for (size_t k = 0, vl; k < n; k += vl) {
        vl = xl_u8_vl(n - k);
        xl_u8_store(r + k, xl_u8_add(xl_u8_load(a + k, vl), xl_u8_set1(sum, vl), vl), vl);
    }
}
