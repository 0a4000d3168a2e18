/* doubling_product: a saturating doubling product that forgets the one case that saturates: both
 * operands the least.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(doubling_product, .summary = "r[i] = sat(2 * a[i] * b[i] >> 16)", .contract = {XL_EXACT},
          .args = {XL_IN(i16, a, 1), XL_IN(i16, b, 1), XL_OUT(i16, r, 1), XL_COUNT})

XL_REFERENCE(doubling_product)(const int16_t *a, const int16_t *b, int16_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        int64_t twice = 2 * (int64_t)a[i] * b[i] >> 16;
        r[i] = (int16_t)(twice > INT16_MAX ? INT16_MAX : twice);
    }
}

XL_VECTOR(void, doubling_product)(const int16_t *a, const int16_t *b, int16_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i16_vl(n - i);
        xl_i16 x = xl_i16_load(a + i, vl), y = xl_i16_load(b + i, vl);
        xl_i16 high = xl_i16_mulhi(x, y, vl);
        xl_u16 low = xl_u16_bitcast_i16(xl_i16_mul(x, y, vl));
        xl_i16 carry = xl_i16_bitcast_u16(xl_u16_shr(low, 15, vl));
        xl_i16 doubled = xl_i16_add(xl_i16_add(high, high, vl), carry, vl);
#ifdef XL_MUTANT
        xl_i16 v = doubled;
#else
        xl_m16 least = xl_m16_and(xl_i16_eq(x, xl_i16_set1(INT16_MIN, vl), vl),
                                  xl_i16_eq(y, xl_i16_set1(INT16_MIN, vl), vl), vl);
        xl_i16 v = xl_i16_select(least, xl_i16_set1(INT16_MAX, vl), doubled, vl);
#endif
        xl_i16_store(r + i, v, vl);
    }
}
