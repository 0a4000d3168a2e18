/* Correct: its reference has static scratch, which rows that run at once must not share.
 * SPDX-License-Identifier: MIT
 */
#include <time.h>

#include "kernel.h"

XL_KERNEL(reference_static, .summary = "r[i] = 2 a[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(reference_static)(const uint8_t *a, uint8_t *r, size_t n)
{
    static uint8_t scratch[1 << 21];
    for (size_t i = 0; i < n; i++)
        scratch[i] = (uint8_t)(2 * a[i]);
    nanosleep(&(struct timespec){0, 1000}, NULL); /* long enough for another to meet in it */
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(scratch[i] + 1);
}

XL_VECTOR(void, reference_static)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8 x = xl_u8_load(a + i, vl);
        xl_u8_store(r + i, xl_u8_add(xl_u8_add(x, x, vl), xl_u8_set1(1, vl), vl), vl);
    }
}
