/* sat_add_u8: the sum of two bytes, held at 255.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(sat_add_u8, .summary = "r[i] = min(a[i] + b[i], 255)",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .vector_steps = 1, .elementwise = 1,
          .in_place = 1, .args = {XL_IN(u8, a, 1), XL_IN(u8, b, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(sat_add_u8)(const uint8_t *a, const uint8_t *b, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        unsigned sum = (unsigned)a[i] + b[i];
        r[i] = (uint8_t)(sum > UINT8_MAX ? UINT8_MAX : sum);
    }
}

XL_VECTOR(void, sat_add_u8)(const uint8_t *a, const uint8_t *b, uint8_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8_store(r + i, xl_u8_adds(xl_u8_load(a + i, vl), xl_u8_load(b + i, vl), vl), vl);
    }
}
