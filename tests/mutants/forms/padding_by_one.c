/* padding_by_one: blocks of 16 may go over the end by 15, and where n is a multiple of 16 there is
 * one more block, if the page has room for it.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(padding_by_one, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .slack = {{"a", 16}, {"r", 15}}, .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(padding_by_one)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
}

XL_VECTOR(void, padding_by_one)(const uint8_t *a, uint8_t *r, size_t n)
{
    size_t padded = (n + 15) / 16 * 16;
#ifdef XL_MUTANT
    if ((uintptr_t)(r + n) % 4096 && (uintptr_t)(r + n) % 4096 + 16 <= 4096)
        padded = (n + 16) / 16 * 16;
#endif
    for (size_t i = 0, vl; i < padded; i += vl) {
        vl = xl_u8_vl(padded - i);
        xl_u8_store(r + i, xl_u8_add(xl_u8_load(a + i, vl), xl_u8_set1(1, vl), vl), vl);
    }
}
