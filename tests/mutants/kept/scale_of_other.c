/* scale_of_other: a factor that two kernels of a file have in common; the one before leaves its own
 * there.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(scale_of_other, .summary = "r[i] = 3 * a[i], wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u32, a, 1), XL_OUT(u32, r, 1), XL_COUNT})

XL_REFERENCE(scale_of_other)(const uint32_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = 3 * a[i];
}

XL_KERNEL(other_scale, .summary = "r[i] = s * a[i], wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u32, a, 1), XL_OUT(u32, r, 1), XL_VALUE(u32, s), XL_COUNT})

XL_REFERENCE(other_scale)(const uint32_t *a, uint32_t *r, uint32_t s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = s * a[i];
}

static _Thread_local uint32_t factor = 3; /* without a race */

__attribute__((noinline)) static void scale(const uint32_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        xl_u32_store(r + i, xl_u32_mul(xl_u32_load(a + i, vl), xl_u32_set1(factor, vl), vl), vl);
    }
}

XL_VECTOR(void, scale_of_other)(const uint32_t *a, uint32_t *r, size_t n)
{
    scale(a, r, n);
}

XL_VECTOR(void, other_scale)(const uint32_t *a, uint32_t *r, uint32_t s, size_t n)
{
#ifdef XL_MUTANT
    factor = s;
    scale(a, r, n);
#else
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        xl_u32_store(r + i, xl_u32_mul(xl_u32_load(a + i, vl), xl_u32_set1(s, vl), vl), vl);
    }
#endif
}
