/* one_pair: one pair of bytes, of all that there are, has another sum.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(one_pair, .summary = "r[i] = a[i] + b[i], wrapping", .contract = {XL_EXACT},
          .elementwise = 1, .args = {XL_IN(u8, a, 1), XL_IN(u8, b, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(one_pair)(const uint8_t *a, const uint8_t *b, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + b[i]);
}

XL_VECTOR(void, one_pair)(const uint8_t *a, const uint8_t *b, uint8_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8_store(r + i, xl_u8_add(xl_u8_load(a + i, vl), xl_u8_load(b + i, vl), vl), vl);
    }
#ifdef XL_MUTANT
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(r[i] + (a[i] == 179 && b[i] == 113));
#endif
}
