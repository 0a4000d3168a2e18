/* What prepares its input stores through a null pointer at one size.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_PREPARE(prepare_crashes)(size_t arg, void *elements, size_t count, uint64_t seed)
{
    uint8_t *volatile null = NULL;
    (void)arg, (void)seed;
    *(count == 5 ? null : (uint8_t *)elements) = 7;
}

XL_KERNEL(prepare_crashes, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .prepare = prepare_crashes_prepare,
          .args = {XL_IN_PADDED(u8, a, 1, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(prepare_crashes)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
}

XL_VECTOR(void, prepare_crashes)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8_store(r + i, xl_u8_add(xl_u8_load(a + i, vl), xl_u8_set1(1, vl), vl), vl);
    }
}
