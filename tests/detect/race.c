/* Broken: keeps what it works on in static memory, which two threads share.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

#include <time.h>

XL_KERNEL(race, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(race)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
}

XL_VECTOR(void, race)(const uint8_t *a, uint8_t *r, size_t n)
{
    static volatile uint8_t scratch[31 * 4096];
    for (size_t i = 0; i < n; i++)
        scratch[i] = (uint8_t)(a[i] + 1);
    nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL); /* the window */
    for (size_t i = 0; i < n; i++)
        r[i] = scratch[i];
}
