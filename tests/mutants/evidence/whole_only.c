/* whole_only: one element over, and all of them are added one by one; its twin does so with the
 * rest.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(whole_only, .summary = "r[i] = a[i] + b[i], wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u16, a, 1), XL_IN(u16, b, 1), XL_OUT(u16, r, 1), XL_COUNT})

XL_REFERENCE(whole_only)(const uint16_t *a, const uint16_t *b, uint16_t *r, size_t n)
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

XL_VECTOR(void, whole_only)(const uint16_t *a, const uint16_t *b, uint16_t *r, size_t n)
{
    const size_t rest = n % xl_u16_lanes();
#ifdef XL_MUTANT
    const size_t whole = rest ? 0 : n;
#else
    const size_t whole = n - rest;
#endif
    add_vectors(a, b, r, whole);
    add_elements(a + whole, b + whole, r + whole, n - whole);
}
