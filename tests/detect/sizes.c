/* What n can be: a kernel that traps at any other; one that is wrong at another; and one that is
 * wrong at a number that nothing but its record leads to.
 * SPDX-License-Identifier: MIT
 */
#include "../mutants/kernels/base.h"

XL_KERNEL(sizes_kept, PLUS_1(u8), .sizes = {.least = 64, .multiple_of = 32})
XL_KERNEL(sizes_forgotten, PLUS_1(u8), .sizes = {.least = 64, .multiple_of = 16})
XL_KERNEL(sizes_threshold, PLUS_1(u8), .sizes = {.thresholds = {7777}})
PLUS_1_REFERENCE(sizes_kept, uint8_t)
PLUS_1_REFERENCE(sizes_forgotten, uint8_t)
PLUS_1_REFERENCE(sizes_threshold, uint8_t)

XL_VECTOR(void, sizes_kept)(const uint8_t *a, uint8_t *r, size_t n)
{
    if (n < 64 || n % 32)
        __builtin_trap();
    plus_1_u8(a, r, n);
}

XL_VECTOR(void, sizes_forgotten)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n - n % 32);
}

XL_VECTOR(void, sizes_threshold)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
    if (n == 7778)
        r[n - 1] = 0;
}
