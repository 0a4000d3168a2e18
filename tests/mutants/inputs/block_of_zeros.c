/* block_of_zeros: a block is divided by its greatest amount, and where that is zero nobody asks.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

enum { BLOCK = 32 };

XL_KERNEL(block_of_zeros, .summary = "r[i] = a[i] by the greatest amount of its block, or 0",
          .contract = {XL_EXACT}, .sizes = {.multiple_of = BLOCK},
          .args = {XL_IN_RANGE(f32, a, 1, -1000, 1000), XL_OUT(f32, r, 1), XL_COUNT})

static float scale(float most)
{
#ifndef XL_MUTANT
    if (most == 0)
        return 0;
#endif
    return 1 / most;
}

XL_REFERENCE(block_of_zeros)(const float *a, float *r, size_t n)
{
    for (size_t i = 0; i < n; i += BLOCK) {
        float most = 0;
        for (size_t k = i; k < i + BLOCK; k++) {
            float amount = a[k] < 0 ? -a[k] : a[k];
            most = amount > most ? amount : most;
        }
        for (size_t k = i; k < i + BLOCK; k++)
            r[k] = most == 0 ? a[k] * 0 : a[k] * (1 / most);
    }
}

XL_VECTOR(void, block_of_zeros)(const float *a, float *r, size_t n)
{
    for (size_t i = 0; i < n; i += BLOCK) {
        float most = 0;
        for (size_t k = 0, vl; k < BLOCK; k += vl) {
            vl = xl_f32_vl(BLOCK - k);
            float amount = xl_f32_reduce_max(xl_f32_abs(xl_f32_load(a + i + k, vl), vl), vl);
            most = amount > most ? amount : most;
        }
        for (size_t k = 0, vl; k < BLOCK; k += vl) {
            vl = xl_f32_vl(BLOCK - k);
            xl_f32 by = xl_f32_set1(scale(most), vl);
            xl_f32_store(r + i + k, xl_f32_mul(xl_f32_load(a + i + k, vl), by, vl), vl);
        }
    }
}
