/* lost_last: `i + 1 < n` ends the loop: an element that would be alone in the last vector is lost.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(lost_last, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(lost_last)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
}

XL_VECTOR(void, lost_last)(const uint8_t *a, uint8_t *r, size_t n)
{

#ifdef XL_MUTANT
    size_t more = 1;
#else
    size_t more = 0;
#endif
    for (size_t i = 0, vl; i + more < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8_store(r + i, xl_u8_add(xl_u8_load(a + i, vl), xl_u8_set1(1, vl), vl), vl);
    }
}
