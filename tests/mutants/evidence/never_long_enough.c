/* never_long_enough: vectors from a number of elements on that no buffer has: its unit is bits,
 * where bytes were meant.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(never_long_enough, .summary = "r[i] = a[i] + b[i], wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u32, a, 1), XL_IN(u32, b, 1), XL_OUT(u32, r, 1), XL_COUNT})

XL_REFERENCE(never_long_enough)(const uint32_t *a, const uint32_t *b, uint32_t *r, size_t n)
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

XL_VECTOR(void, never_long_enough)(const uint32_t *a, const uint32_t *b, uint32_t *r, size_t n)
{
#ifdef XL_MUTANT
    const size_t least = SIZE_MAX / 8;
#else
    const size_t least = 64 / sizeof *r;
#endif
    if (n >= least)
        add_vectors(a, b, r, n);
    else
        add_elements(a, b, r, n);
}
