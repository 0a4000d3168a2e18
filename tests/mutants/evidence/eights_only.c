/* eights_only: vectors where n is a multiple of eight of them, and the scalar loop for all elements
 * elsewhere; its twin takes vectors for each eight, and for the rest.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(eights_only, .summary = "r[i] = a[i] + b[i], wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u32, a, 1), XL_IN(u32, b, 1), XL_OUT(u32, r, 1), XL_COUNT})

XL_REFERENCE(eights_only)(const uint32_t *a, const uint32_t *b, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint32_t)(a[i] + b[i]);
}

static void add_elements(const uint32_t *restrict a, const uint32_t *restrict b,
                         uint32_t *restrict r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint32_t)(a[i] + b[i]);
}

static void add_vectors(const uint32_t *a, const uint32_t *b, uint32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        xl_u32 sum = xl_u32_add(xl_u32_load(a + i, vl), xl_u32_load(b + i, vl), vl);
        xl_u32_store(r + i, sum, vl);
    }
}

XL_VECTOR(void, eights_only)(const uint32_t *a, const uint32_t *b, uint32_t *r, size_t n)
{
    const size_t eight = 8 * xl_u32_lanes(), whole = n / eight * eight;
#ifdef XL_MUTANT
    if (whole == n)
        add_vectors(a, b, r, n);
    else
        add_elements(a, b, r, n);
#else
    add_vectors(a, b, r, whole);
    add_vectors(a + whole, b + whole, r + whole, n - whole);
#endif
}
