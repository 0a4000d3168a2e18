/* toc_trashed: r2 holds an address for a while, and not the TOC pointer again.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(toc_trashed, .summary = "r[i] = a[i] + b[i]", .contract = {XL_EXACT}, .only = "vsx vsx3",
          .args = {XL_IN_RANGE(f32, a, 1, -1000, 1000), XL_IN_RANGE(f32, b, 1, -1000, 1000),
                   XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(toc_trashed)(const float *a, const float *b, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + b[i];
}

XL_VECTOR(void, toc_trashed)(const float *a, const float *b, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32_store(r + i, xl_f32_add(xl_f32_load(a + i, vl), xl_f32_load(b + i, vl), vl), vl);
    }
#if defined XL_MUTANT && defined __powerpc64__
    __asm__("add 2, %0, %1" : : "r"(r), "r"(4 * n));
#endif
}
