/* vectors_copy: scalar code computes a block, and vectors copy it to its place.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(vectors_copy, .summary = "r[i] = a[i] * a[i] + b[i], wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u32, a, 1), XL_IN(u32, b, 1), XL_OUT(u32, r, 1), XL_COUNT})

XL_REFERENCE(vectors_copy)(const uint32_t *a, const uint32_t *b, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] * a[i] + b[i];
}

XL_VECTOR(void, vectors_copy)(const uint32_t *a, const uint32_t *b, uint32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
#ifdef XL_MUTANT
        uint32_t block[256];
        for (size_t k = 0; k < vl; k++)
            block[k] = a[i + k] * a[i + k] + b[i + k];
        xl_u32_store(r + i, xl_u32_load(block, vl), vl);
#else
        xl_u32 x = xl_u32_load(a + i, vl), square = xl_u32_mul(x, x, vl);
        xl_u32_store(r + i, xl_u32_add(square, xl_u32_load(b + i, vl), vl), vl);
#endif
    }
}
