/* Correct: a product by a constant in two shifts and two additions a step, so that no mnemonic is
 * there once for each vector.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(constant_product, .summary = "r[i] = 529 * a[i], wrapping", .contract = {XL_EXACT},
          .vector_steps = 1, .args = {XL_IN(u32, a, 1), XL_OUT(u32, r, 1), XL_COUNT})

XL_REFERENCE(constant_product)(const uint32_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = 529 * a[i];
}

XL_VECTOR(void, constant_product)(const uint32_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        xl_u32 v = xl_u32_load(a + i, vl);
        xl_u32 sum = xl_u32_add(v, xl_u32_shl(v, 4, vl), vl);
        xl_u32_store(r + i, xl_u32_add(sum, xl_u32_shl(v, 9, vl), vl), vl);
    }
}
