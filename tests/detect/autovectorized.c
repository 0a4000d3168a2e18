/* Correct: it is meant to be vectorised by the compiler, and says so. Without .autovectorized it
 * would have no evidence. A file of its own, because the compiler vectorises the whole file.
 * SPDX-License-Identifier: MIT
 */
#include "../mutants/kernels/base.h"

XL_KERNEL(autovectorized, PLUS_1(u8), .autovectorized = 1)
PLUS_1_REFERENCE(autovectorized, uint8_t)

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
