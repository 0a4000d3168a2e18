/* vectors_unused: each block has a vector instruction, as `.vector_steps` wants it, and scalar code
 * computes the block.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(vectors_unused, .summary = "r[i] = a[i] - b[i], wrapping", .contract = {XL_EXACT},
          .vector_steps = 1,
          .args = {XL_IN(i32, a, 1), XL_IN(i32, b, 1), XL_OUT(i32, r, 1), XL_COUNT})

XL_REFERENCE(vectors_unused)(const int32_t *a, const int32_t *b, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (int32_t)((uint32_t)a[i] - (uint32_t)b[i]);
}

XL_VECTOR(void, vectors_unused)(const int32_t *a, const int32_t *b, int32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32_store(r + i, xl_i32_sub(xl_i32_load(a + i, vl), xl_i32_load(b + i, vl), vl), vl);
#ifdef XL_MUTANT
        for (size_t k = i; k < i + vl; k++)
            r[k] = (int32_t)((uint32_t)a[k] - (uint32_t)b[k]);
#endif
    }
}
