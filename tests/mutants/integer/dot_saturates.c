/* dot_saturates: of unsigned by signed bytes, two products are added in 16 bits, as x86's
 * pmaddubsw does: a sum beyond 32767 is cut.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(dot_saturates, .summary = "r[i] = a[i] b[i] + c[i] d[i]", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_IN(i8, b, 1), XL_IN(u8, c, 1), XL_IN(i8, d, 1),
                   XL_OUT(i32, r, 1), XL_COUNT})

XL_REFERENCE(dot_saturates)
(const uint8_t *a, const int8_t *b, const uint8_t *c, const int8_t *d, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] * b[i] + c[i] * d[i];
}

enum { MOST_OF_PAIRS = 64 };

XL_VEC xl_i16 products(const uint8_t *a, const int8_t *b, size_t vl)
{
    xl_i16 x = xl_i16_bitcast_u16(xl_u16_load_widen_u8(a, vl));
    return xl_i16_mul(x, xl_i16_load_widen_i8(b, vl), vl);
}

XL_VECTOR(void, dot_saturates)
(const uint8_t *a, const int8_t *b, const uint8_t *c, const int8_t *d, int32_t *r, size_t n)
{
    int16_t first[MOST_OF_PAIRS], second[MOST_OF_PAIRS];
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i16_vl(n - i < MOST_OF_PAIRS ? n - i : MOST_OF_PAIRS);
        xl_i16 x = products(a + i, b + i, vl), y = products(c + i, d + i, vl);
#ifdef XL_MUTANT
        x = xl_i16_add_sat(x, y, vl);
        y = xl_i16_set1(0, vl);
#endif
        xl_i16_store(first, x, vl);
        xl_i16_store(second, y, vl);
        for (size_t k = 0, part; k < vl; k += part) {
            part = xl_i32_vl(vl - k);
            xl_i32 wide = xl_i32_load_widen_i16(first + k, part);
            wide = xl_i32_add(wide, xl_i32_load_widen_i16(second + k, part), part);
            xl_i32_store(r + i + k, wide, part);
        }
    }
}
