/* scalar_by_value: the scalar loop whatever the factor; its correct twin takes it for small ones,
 * as libraries do where a value makes the work less.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(scalar_by_value, .summary = "r[i] = a[i] * by, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u32, a, 1), XL_VALUE_RANGE(u32, by, 0, 1000000), XL_OUT(u32, r, 1),
                   XL_COUNT})

XL_REFERENCE(scalar_by_value)(const uint32_t *a, uint32_t by, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] * by;
}

/* The mutant's vectors are there, and no factor leads to them. */
static bool is_scalar(uint32_t by)
{
#ifdef XL_MUTANT
    return by != 1000001;
#else
    return by < 100;
#endif
}

XL_VECTOR(void, scalar_by_value)(const uint32_t *restrict a, uint32_t by, uint32_t *restrict r,
                                 size_t n)
{
    size_t i = 0;
    for (size_t vl; i < n && !is_scalar(by); i += vl) {
        vl = xl_u32_vl(n - i);
        xl_u32_store(r + i, xl_u32_mul(xl_u32_load(a + i, vl), xl_u32_set1(by, vl), vl), vl);
    }
    for (; i < n; i++)
        r[i] = a[i] * by;
}
