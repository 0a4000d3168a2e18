/* div_u32: the quotient of each element and one divisor that is only known at run time.
 * SPDX-License-Identifier: MIT
 *
 * A multiplication, an average and a shift for each vector (Granlund and Montgomery, "Division by
 * Invariant Integers using Multiplication", 1994, figure 4.1). With 2^l the least power of two not
 * below d, the multiplier is 2^32 + m, where m = 2^32 (2^l - d) / d + 1, rounded down.
 */
#include "kernel.h"

XL_KERNEL(div_u32, .summary = "r[i] = a[i] / divisor",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .elementwise = 1, .in_place = 1,
          .args = {XL_IN(u32, a, 1), XL_VALUE_RANGE(u32, divisor, 1, UINT32_MAX), XL_OUT(u32, r, 1),
                   XL_COUNT})

XL_REFERENCE(div_u32)(const uint32_t *a, uint32_t divisor, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] / divisor;
}

/* The quotients by the multiplier m and a shift by l bits. */
XL_VEC xl_u32 div_u32_step(xl_u32 x, uint32_t m, unsigned l, size_t vl)
{
    xl_u32 high = xl_u32_mulhi(xl_u32_set1(m, vl), x, vl);
    if (l == 0)
        return x;
    x = xl_u32_add(xl_u32_shr(xl_u32_sub(x, high, vl), 1, vl), high, vl);
    return xl_u32_shr(x, l - 1, vl);
}

XL_VECTOR(void, div_u32)(const uint32_t *a, uint32_t divisor, uint32_t *r, size_t n)
{
    unsigned l = 0;
    while ((uint64_t)1 << l < divisor)
        l++;
    uint32_t m = (uint32_t)(((((uint64_t)1 << l) - divisor) << 32) / divisor + 1);
    XL_STRIPS(u32, n, xl_u32_store(r + i, div_u32_step(xl_u32_load(a + i, vl), m, l, vl), vl));
}
