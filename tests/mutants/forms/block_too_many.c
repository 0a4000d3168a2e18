/* block_too_many: aligned blocks of 16 that have an element may be read whole, and where the last
 * element ends one, the next is read too.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(block_too_many, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(block_too_many)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
}

XL_VECTOR(void, block_too_many)(const uint8_t *a, uint8_t *r, size_t n)
{
    uint8_t block[16];
#ifdef XL_MUTANT
    const uint8_t *end = a + n + 1;
#else
    const uint8_t *end = a + n;
#endif
    for (const uint8_t *p = a - (uintptr_t)a % 16; n && p < end; p += 16) {
        xl_u8 x = xl_u8_load(p, xl_u8_vl(16));
        xl_u8_store(block, xl_u8_add(x, xl_u8_set1(1, 16), 16), 16);
        for (size_t j = 0; j < 16; j++)
            if ((uintptr_t)(p + j) - (uintptr_t)a < n)
                r[p + j - a] = block[j];
    }
}
