/* Broken: stack_grows keeps n elements on its stack, stack_is_large 400 KiB. Correct: stack_of_tile
 * keeps a tile there if n is large, and stack_of_halves calls itself for each half.
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "kernel.h"

#define RECORD                                                                                     \
    .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},                                \
    .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT}

XL_KERNEL(stack_grows, RECORD)
XL_KERNEL(stack_is_large, RECORD)
XL_KERNEL(stack_of_tile, RECORD)
XL_KERNEL(stack_of_halves, RECORD)

#define REFERENCE(NAME)                                                                            \
    XL_REFERENCE(NAME)(const uint8_t *a, uint8_t *r, size_t n)                                     \
    {                                                                                              \
        for (size_t i = 0; i < n; i++)                                                             \
            r[i] = (uint8_t)(a[i] + 1);                                                            \
    }

REFERENCE(stack_grows)
REFERENCE(stack_is_large)
REFERENCE(stack_of_tile)
REFERENCE(stack_of_halves)

__attribute__((unused)) static void add(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8_store(r + i, xl_u8_add(xl_u8_load(a + i, vl), xl_u8_set1(1, vl), vl), vl);
    }
}

XL_VECTOR(void, stack_grows)(const uint8_t *a, uint8_t *r, size_t n)
{
    uint8_t sums[n + 1];
    add(a, sums, n);
    memcpy(r, sums, n);
}

XL_VECTOR(void, stack_is_large)(const uint8_t *a, uint8_t *r, size_t n)
{
    enum { PIECE = 400 << 10 };
    uint8_t sums[PIECE], *volatile all = sums;
    memset(all, 0, PIECE);
    for (size_t i = 0, count; i < n; i += count) {
        count = n - i < PIECE ? n - i : PIECE;
        add(a + i, sums, count);
        memcpy(r + i, sums, count);
    }
}

enum { TILE = 24 << 10 };

__attribute__((noinline, unused)) static void add_tile(const uint8_t *a, uint8_t *r)
{
    uint8_t sums[TILE];
    add(a, sums, TILE);
    memcpy(r, sums, TILE);
}

XL_VECTOR(void, stack_of_tile)(const uint8_t *a, uint8_t *r, size_t n)
{
    size_t done = 0;
    for (; n - done >= TILE; done += TILE)
        add_tile(a + done, r + done);
    add(a + done, r + done, n - done);
}

__attribute__((noinline, unused)) static void add_halves(const uint8_t *a, uint8_t *r, size_t n)
{
    enum { PIECE = 512 };
    uint8_t sums[PIECE];
    if (n <= PIECE) {
        add(a, sums, n);
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
