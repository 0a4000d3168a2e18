/* divides_once_less: a quotient by a number that is given by value, which is one too small where
 * the rest is the largest that there is and the quotient has more than ten bits.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(divides_once_less, .summary = "r[i] = a[i] / divisor, and 1 more", .contract = {XL_EXACT},
          .args = {XL_IN(u32, a, 1), XL_VALUE_RANGE(u32, divisor, 3, 4000000000), XL_OUT(u32, r, 1),
                   XL_COUNT})

XL_REFERENCE(divides_once_less)(const uint32_t *a, uint32_t divisor, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] / divisor + 1;
}

XL_VECTOR(void, divides_once_less)(const uint32_t *a, uint32_t divisor, uint32_t *r, size_t n)
{
    uint32_t quotients[64];
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = n - i < 64 ? n - i : 64;
        vl = xl_u32_vl(vl);
        for (size_t k = 0; k < vl; k++) {
            quotients[k] = a[i + k] / divisor;
#ifdef XL_MUTANT
            quotients[k] -= a[i + k] % divisor == divisor - 1 && quotients[k] > 1024;
#endif
        }
        xl_u32_store(r + i, xl_u32_add(xl_u32_load(quotients, vl), xl_u32_set1(1, vl), vl), vl);
    }
}
