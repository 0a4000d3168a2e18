/* A kernel whose trace is of some 9 MiB a call.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(half_trace, .summary = "r[i] = a[i] + 1, wrapping, slowly", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(half_trace)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
}

XL_VECTOR(void, half_trace)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (volatile int i = 0; i < 16000; i = i + 1)
        ;
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8_store(r + i, xl_u8_add(xl_u8_load(a + i, vl), xl_u8_set1(1, vl), vl), vl);
    }
}
