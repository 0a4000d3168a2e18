/* page_end: short input that lies across a page's end is read up to there, and then from there on;
 * the first byte of the second page is lost.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(page_end, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(page_end)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
}

static void add_one(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8_store(r + i, xl_u8_add(xl_u8_load(a + i, vl), xl_u8_set1(1, vl), vl), vl);
    }
}

XL_VECTOR(void, page_end)(const uint8_t *a, uint8_t *r, size_t n)
{
    const size_t page = 4096, first = page - (uintptr_t)a % page;
    if (n > 4 * xl_u8_lanes() + 3 || n <= first) {
        add_one(a, r, n);
        return;
    }
    add_one(a, r, first);
#ifdef XL_MUTANT
    add_one(a + first + 1, r + first + 1, n - first - 1);
#else
    add_one(a + first, r + first, n - first);
#endif
}
