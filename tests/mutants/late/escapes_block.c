/* escapes_block: a block of eight vectors that has something to replace is taken vector by vector,
 * and the one behind it is not written where that is the sixth.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(escapes_block, .summary = "r[i] = a[i], or '?' where it is above 255",
          .contract = {XL_EXACT}, .elementwise = 1, .bitwise = 1,
          .args = {XL_IN(u16, a, 1), XL_OUT(u16, r, 1), XL_COUNT})

XL_REFERENCE(escapes_block)(const uint16_t *a, uint16_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] > 255 ? '?' : a[i];
}

XL_VEC bool replace(const uint16_t *a, uint16_t *r, size_t vl)
{
    xl_u16 v = xl_u16_load(a, vl);
    xl_m16 over = xl_u16_lt(xl_u16_set1(255, vl), v, vl);
    xl_u16_store(r, xl_u16_select(over, xl_u16_set1('?', vl), v, vl), vl);
    return xl_m16_any(over, vl);
}

XL_VECTOR(void, escapes_block)(const uint16_t *a, uint16_t *r, size_t n)
{
    const size_t lanes = xl_u16_lanes();
    size_t i = 0;
    for (; n - i >= 8 * lanes; i += 8 * lanes) {
        unsigned over = 0;
        for (size_t k = 0; k < 8; k++) {
#ifdef XL_MUTANT
            if (k == 6 && over == 32)
                break;
#endif
            over |= (unsigned)replace(a + i + k * lanes, r + i + k * lanes, lanes) << k;
        }
    }
    for (size_t vl; i < n; i += vl) {
        vl = xl_u16_vl(n - i);
        replace(a + i, r + i, vl);
    }
}
