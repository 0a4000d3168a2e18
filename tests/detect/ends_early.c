/* Returns at the first difference, which is early in most calls: such calls prove nothing.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

/* In three of four calls the second differs near its start. */
XL_PREPARE(ends_early)(size_t arg, void *elements, size_t count, uint64_t seed)
{
    uint32_t *p = elements;
    for (size_t i = 0; i < count; i++)
        p[i] = (uint32_t)i;
    if (arg == 1 && seed % 4 && count)
        p[count / 16] = 0xffffffff;
}

XL_KERNEL(ends_early, .summary = "1 if a and b are the same, else 0",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .prepare = ends_early_prepare,
          .args = {XL_IN(u32, a, 1), XL_IN(u32, b, 1), XL_COUNT, XL_RETURNS(i32)})

XL_REFERENCE(ends_early)(const uint32_t *a, const uint32_t *b, size_t n, int32_t *result)
{
    *result = 1;
    for (size_t i = 0; i < n; i++)
        *result &= a[i] == b[i];
}

#define FOUR(x)                                                                                    \
    x;                                                                                             \
    x;                                                                                             \
    x;                                                                                             \
    x;

XL_VECTOR(int32_t, ends_early)(const uint32_t *a, const uint32_t *b, size_t n)
{
    volatile unsigned scalar = 0; /* more than vector instructions */
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        FOUR(FOUR(scalar = 5 * scalar + 1))
        xl_m32 same = xl_u32_eq(xl_u32_load(a + i, vl), xl_u32_load(b + i, vl), vl);
        if (xl_m32_any(xl_m32_not(same, vl), vl))
            return 0;
    }
    return 1;
}
