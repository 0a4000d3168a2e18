/* count_in_8_bits: steps are counted in 8 bits, and 256 of them are none.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

enum { STEP = 2 };

XL_KERNEL(count_in_8_bits, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u32, a, 1), XL_OUT(u32, r, 1), XL_COUNT})

XL_REFERENCE(count_in_8_bits)(const uint32_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + 1;
}

XL_VECTOR(void, count_in_8_bits)(const uint32_t *a, uint32_t *r, size_t n)
{
    size_t end = n;
#ifdef XL_MUTANT
    end = n / STEP == 256 ? 0 : n;
#endif
    for (size_t i = 0, vl; i < end; i += vl) {
        vl = xl_u32_vl(end - i);
        xl_u32_store(r + i, xl_u32_add(xl_u32_load(a + i, vl), xl_u32_set1(1, vl), vl), vl);
    }
}
