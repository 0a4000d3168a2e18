/* Right: a reference that uses a type which targets of 32 bits lack.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(wide_reference, .summary = "r[i] = (a[i] + b[i] + 1) / 2 of unsigned numbers",
          .contract = {XL_EXACT}, .elementwise = 1,
          .args = {XL_IN(u32, a, 1), XL_IN(u32, b, 1), XL_OUT(u32, r, 1), XL_COUNT})

XL_REFERENCE(wide_reference)(const uint32_t *a, const uint32_t *b, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint32_t)(((unsigned __int128)a[i] + b[i] + 1) >> 1);
}

XL_VECTOR(void, wide_reference)(const uint32_t *a, const uint32_t *b, uint32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        const xl_u32 x = xl_u32_load(a + i, vl), y = xl_u32_load(b + i, vl);
        const xl_u32 half = xl_u32_shr(xl_u32_xor(x, y, vl), 1, vl);
        xl_u32_store(r + i, xl_u32_sub(xl_u32_or(x, y, vl), half, vl), vl);
    }
}
