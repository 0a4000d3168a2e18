/* A kernel whose trace of a sampled call is 245 MiB: behind brief_trace's the log has no room
 * for it.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(most_trace, .summary = "r[i] = a[i] + 1, wrapping, slowly", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(most_trace)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
}

XL_VECTOR(void, most_trace)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8_store(r + i, xl_u8_add(xl_u8_load(a + i, vl), xl_u8_set1(1, vl), vl), vl);
    }
    for (volatile int i = 0; n >= 128 && n < 192 && n % 16 == 0 && i < 2950000; i = i + 1) {
    }
}
