/* mulhi_i16: the high half of the 32-bit product of two 16-bit integers.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(mulhi_i16, .summary = "r[i] = (a[i] * b[i]) >> 16",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .elementwise = 1, .in_place = 1,
          .args = {XL_IN(i16, a, 1), XL_IN(i16, b, 1), XL_OUT(i16, r, 1), XL_COUNT})

XL_REFERENCE(mulhi_i16)(const int16_t *a, const int16_t *b, int16_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (int16_t)((int32_t)a[i] * b[i] >> 16);
}

XL_VECTOR(void, mulhi_i16)(const int16_t *a, const int16_t *b, int16_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i16_vl(n - i);
        xl_i16_store(r + i, xl_i16_mulhi(xl_i16_load(a + i, vl), xl_i16_load(b + i, vl), vl), vl);
    }
}
