/* Correct: it is meant to be vectorised by the compiler, and says so. Without .autovectorized it
 * would have no evidence.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(autovectorized, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .autovectorized = 1, .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(autovectorized)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
}

/* A block has a fixed length, which every compiler vectorises at -O2. */
XL_VECTOR(void, autovectorized)(const uint8_t *restrict a, uint8_t *restrict r, size_t n)
{
    size_t i = 0;
    for (; i + 32 <= n; i += 32)
        for (size_t k = 0; k < 32; k++)
            r[i + k] = (uint8_t)(a[i + k] + 1);
    for (; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
}
