/* louder_i16 and quieter_i16: two kernels of one file, as a library keeps functions that belong
 * together.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(louder_i16, .summary = "r[i] = 2 a[i], saturating", .contract = {XL_EXACT},
          .args = {XL_IN(i16, a, 1), XL_OUT(i16, r, 1), XL_COUNT})
XL_KERNEL(quieter_i16, .summary = "r[i] = a[i] / 4, toward minus infinity",
          .args = {XL_IN(i16, a, 1), XL_OUT(i16, r, 1), XL_COUNT})

XL_REFERENCE(louder_i16)(const int16_t *a, int16_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        int twice = 2 * a[i];
        r[i] = (int16_t)(twice > INT16_MAX ? INT16_MAX : twice < INT16_MIN ? INT16_MIN : twice);
    }
}

XL_REFERENCE(quieter_i16)(const int16_t *a, int16_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (int16_t)(a[i] >> 2);
}

XL_VECTOR(void, louder_i16)(const int16_t *a, int16_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i16_vl(n - i);
        xl_i16 x = xl_i16_load(a + i, vl);
        xl_i16_store(r + i, xl_i16_add_sat(x, x, vl), vl);
    }
}

XL_VECTOR(void, quieter_i16)(const int16_t *a, int16_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i16_vl(n - i);
        xl_i16_store(r + i, xl_i16_shr(xl_i16_load(a + i, vl), 2, vl), vl);
    }
}
