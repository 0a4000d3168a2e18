/* div_u16: the quotient of each element and one divisor that is only known at run time; made as in
 * div_u32.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(div_u16, .summary = "r[i] = a[i] / divisor",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .elementwise = 1, .in_place = 1,
          .args = {XL_IN(u16, a, 1), XL_VALUE_RANGE(u16, divisor, 1, UINT16_MAX), XL_OUT(u16, r, 1),
                   XL_COUNT})

XL_REFERENCE(div_u16)(const uint16_t *a, uint16_t divisor, uint16_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] / divisor;
}

/* The quotients by the multiplier m and a shift by l bits. */
XL_VEC xl_u16 div_u16_step(xl_u16 x, uint16_t m, unsigned l, size_t vl)
{
    xl_u16 high = xl_u16_mulhi(xl_u16_set1(m, vl), x, vl);
    if (l == 0)
        return x;
    x = xl_u16_add(xl_u16_shr(xl_u16_sub(x, high, vl), 1, vl), high, vl);
    return xl_u16_shr(x, l - 1, vl);
}

XL_VECTOR(void, div_u16)(const uint16_t *a, uint16_t divisor, uint16_t *r, size_t n)
{
    unsigned l = 0;
    while ((uint64_t)1 << l < divisor)
        l++;
    uint16_t m = (uint16_t)(((((uint64_t)1 << l) - divisor) << 16) / divisor + 1);
    XL_STRIPS(u16, n, xl_u16_store(r + i, div_u16_step(xl_u16_load(a + i, vl), m, l, vl), vl));
}
