/* Broken: uses a general register that its caller wants back, and does not save it.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

#include XL_BREACH_HEADER

/* In no clobber list, or the compiler would save it. */
static void trash(void)
{
    __asm__ volatile(XL_BREACH_GENERAL);
}

XL_KERNEL(general_saved, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u32, a, 1), XL_OUT(u32, r, 1), XL_COUNT})

XL_REFERENCE(general_saved)(const uint32_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + 1;
}

XL_VECTOR(void, general_saved)(const uint32_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        xl_u32_store(r + i, xl_u32_add(xl_u32_load(a + i, vl), xl_u32_set1(1, vl), vl), vl);
    }
    trash();
}
