/* Broken: one kernel of the file leaves its factor where the other has its own. And the other one,
 * which is right.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(after_other, .summary = "r[i] = 3 * a[i], wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u32, a, 1), XL_OUT(u32, r, 1), XL_COUNT})

XL_REFERENCE(after_other)(const uint32_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = 3 * a[i];
}

XL_KERNEL(before_other, .summary = "r[i] = s * a[i], wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u32, a, 1), XL_OUT(u32, r, 1), XL_VALUE(u32, s), XL_COUNT})

XL_REFERENCE(before_other)(const uint32_t *a, uint32_t *r, uint32_t s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = s * a[i];
}

static uint32_t factor = 3;

static void scale(const uint32_t *a, uint32_t *r, uint32_t s, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        xl_u32_store(r + i, xl_u32_mul(xl_u32_load(a + i, vl), xl_u32_set1(s, vl), vl), vl);
    }
}

XL_VECTOR(void, after_other)(const uint32_t *a, uint32_t *r, size_t n)
{
    scale(a, r, factor, n);
}

XL_VECTOR(void, before_other)(const uint32_t *a, uint32_t *r, uint32_t s, size_t n)
{
    factor = s;
    scale(a, r, s, n);
}
