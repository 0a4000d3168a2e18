/* Broken: stack_grows keeps n elements on its stack, stack_is_large 400 KiB. Correct: stack_of_tile
 * keeps a tile there if n is large, and stack_of_halves calls itself for each half.
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "../mutants/kernels/base.h"

XL_KERNEL(stack_grows, PLUS_1(u8))
XL_KERNEL(stack_is_large, PLUS_1(u8))
XL_KERNEL(stack_of_tile, PLUS_1(u8))
XL_KERNEL(stack_of_halves, PLUS_1(u8))
PLUS_1_REFERENCE(stack_grows, uint8_t)
PLUS_1_REFERENCE(stack_is_large, uint8_t)
PLUS_1_REFERENCE(stack_of_tile, uint8_t)
PLUS_1_REFERENCE(stack_of_halves, uint8_t)

XL_VECTOR(void, stack_grows)(const uint8_t *a, uint8_t *r, size_t n)
{
    uint8_t sums[n + 1];
    plus_1_u8(a, sums, n);
    memcpy(r, sums, n);
}

XL_VECTOR(void, stack_is_large)(const uint8_t *a, uint8_t *r, size_t n)
{
    enum { PIECE = 400 << 10 };
    uint8_t sums[PIECE], *volatile all = sums;
    memset(all, 0, PIECE);
    for (size_t i = 0, count; i < n; i += count) {
        count = n - i < PIECE ? n - i : PIECE;
        plus_1_u8(a + i, sums, count);
        memcpy(r + i, sums, count);
    }
}

enum { TILE = 24 << 10 };

__attribute__((noinline, unused)) static void add_tile(const uint8_t *a, uint8_t *r)
{
    uint8_t sums[TILE];
    plus_1_u8(a, sums, TILE);
    memcpy(r, sums, TILE);
}

XL_VECTOR(void, stack_of_tile)(const uint8_t *a, uint8_t *r, size_t n)
{
    size_t done = 0;
    for (; n - done >= TILE; done += TILE)
        add_tile(a + done, r + done);
    plus_1_u8(a + done, r + done, n - done);
}

__attribute__((noinline, unused)) static void add_halves(const uint8_t *a, uint8_t *r, size_t n)
{
    enum { PIECE = 512 };
    uint8_t sums[PIECE];
    if (n <= PIECE) {
        plus_1_u8(a, sums, n);
        memcpy(r, sums, n);
        return;
    }
    add_halves(a, r, n / 2);
    add_halves(a + n / 2, r + n / 2, n - n / 2);
}

XL_VECTOR(void, stack_of_halves)(const uint8_t *a, uint8_t *r, size_t n)
{
    add_halves(a, r, n);
}
