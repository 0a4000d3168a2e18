/* copy_streaming_u8: from 1 MiB on the code takes another way, as where stores pass the cache by.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

#define FROM (1 << 20)

XL_KERNEL(copy_streaming_u8, .summary = "r = a + 1, wrapping", .contract = {XL_EXACT},
          .sizes = {.thresholds = {FROM}}, .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(copy_streaming_u8)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
}

static void add(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8_store(r + i, xl_u8_add(xl_u8_load(a + i, vl), xl_u8_set1(1, vl), vl), vl);
    }
}

/* The large one has blocks of 4 KiB, from the last to the first. */
XL_VECTOR(void, copy_streaming_u8)(const uint8_t *a, uint8_t *r, size_t n)
{
    enum { BLOCK = 4096 };
    size_t blocks = n < FROM ? 0 : n / BLOCK;
    add(a + blocks * BLOCK, r + blocks * BLOCK, n - blocks * BLOCK);
    for (; blocks; blocks--)
        add(a + (blocks - 1) * BLOCK, r + (blocks - 1) * BLOCK, BLOCK);
}
