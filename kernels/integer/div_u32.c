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

XL_VECTOR(void, div_u32)(const uint32_t *a, uint32_t divisor, uint32_t *r, size_t n)
{
    unsigned l = 0;
    while ((uint64_t)1 << l < divisor)
        l++;
    uint32_t m = (uint32_t)(((((uint64_t)1 << l) - divisor) << 32) / divisor + 1);
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        xl_u32 x = xl_u32_load(a + i, vl);
        xl_u32 high = xl_u32_mulhi(xl_u32_set1(m, vl), x, vl);
        if (l != 0)
            x = xl_u32_add(xl_u32_shr(xl_u32_sub(x, high, vl), 1, vl), high, vl);
        xl_u32_store(r + i, xl_u32_shr(x, l != 0 ? l - 1 : 0, vl), vl);
    }
}
