/* first_sixteen: vectors for the first sixteen elements, where its tests look, and scalar code for
 * the rest; its twin has it the other way round.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(first_sixteen, .summary = "r[i] = a[i] + b[i], wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u16, a, 1), XL_IN(u16, b, 1), XL_OUT(u16, r, 1), XL_COUNT})

XL_REFERENCE(first_sixteen)(const uint16_t *a, const uint16_t *b, uint16_t *r, size_t n)
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

XL_VECTOR(void, first_sixteen)(const uint16_t *a, const uint16_t *b, uint16_t *r, size_t n)
{
    const size_t first = n < 16 ? n : 16;
#ifdef XL_MUTANT
    add_vectors(a, b, r, first);
    add_elements(a + first, b + first, r + first, n - first);
#else
    add_elements(a, b, r, first);
    add_vectors(a + first, b + first, r + first, n - first);
#endif
}
