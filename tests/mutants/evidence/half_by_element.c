/* half_by_element: a bound that is in pairs where it should be in elements: vectors for one half,
 * and what was meant for the rest does the other.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(half_by_element, .summary = "r[i] = a[i] + b[i], wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u16, a, 1), XL_IN(u16, b, 1), XL_OUT(u16, r, 1), XL_COUNT})

XL_REFERENCE(half_by_element)(const uint16_t *a, const uint16_t *b, uint16_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint16_t)(a[i] + b[i]);
}

static void add_elements(const uint16_t *restrict a, const uint16_t *restrict b,
                         uint16_t *restrict r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint16_t)(a[i] + b[i]);
}

static void add_vectors(const uint16_t *a, const uint16_t *b, uint16_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u16_vl(n - i);
        xl_u16 sum = xl_u16_add(xl_u16_load(a + i, vl), xl_u16_load(b + i, vl), vl);
        xl_u16_store(r + i, sum, vl);
    }
}

XL_VECTOR(void, half_by_element)(const uint16_t *a, const uint16_t *b, uint16_t *r, size_t n)
{
#ifdef XL_MUTANT
    const size_t done = n / 2;
#else
    const size_t done = n;
#endif
    add_vectors(a, b, r, done);
    add_elements(a + done, b + done, r + done, n - done);
}
