/* Sizes of a list: kernels that trap at any other; and twins that are wrong at one of them alone.
 * SPDX-License-Identifier: MIT
 */
#include "../mutants/kernels/base.h"

#define LISTED {.n = {4, 12, 48, 128}}
#define BLOCKS                                                                                     \
    {                                                                                              \
        .blocks = { {4, 4}, {4, 8}, {16, 8}, {32, 2} }                                             \
    }
#define PICTURE                                                                                    \
    {XL_IN_ROWS(u8, a, 1),                                                                         \
     XL_STRIDE_EITHER_WAY(a),                                                                      \
     XL_OUT_ROWS(u8, r, 1),                                                                        \
     XL_STRIDE(r),                                                                                 \
     XL_COUNT,                                                                                     \
     XL_ROWS}
#define PARAMETERS                                                                                 \
    const uint8_t *a, ptrdiff_t a_stride, uint8_t *r, ptrdiff_t r_stride, size_t n, size_t rows

XL_KERNEL(listed_kept, PLUS_1(u8), .elementwise = 1, .sizes = LISTED)
XL_KERNEL(listed_wrong, PLUS_1(u8), .sizes = LISTED)
XL_KERNEL(listed_rows, .summary = "r = a + 1, row by row", .contract = {XL_EXACT},
          .sizes = {.rows = {2, 6}}, .args = PICTURE)
XL_KERNEL(blocks_kept, .summary = "r = a + 1, row by row", .contract = {XL_EXACT}, .sizes = BLOCKS,
          .in_place = 1, .args = PICTURE)
XL_KERNEL(blocks_wrong, .summary = "r = a + 1, row by row", .contract = {XL_EXACT}, .sizes = BLOCKS,
          .args = PICTURE)
PLUS_1_REFERENCE(listed_kept, uint8_t)
PLUS_1_REFERENCE(listed_wrong, uint8_t)

#define REFERENCE(NAME)                                                                            \
    XL_REFERENCE(NAME)(PARAMETERS)                                                                 \
    {                                                                                              \
        for (size_t y = 0; y < rows; y++)                                                          \
            listed_kept_reference(a + (ptrdiff_t)y * a_stride, r + (ptrdiff_t)y * r_stride, n);    \
    }

REFERENCE(listed_rows)
REFERENCE(blocks_kept)
REFERENCE(blocks_wrong)

static void add_rows(PARAMETERS)
{
    for (size_t y = 0; y < rows; y++)
        plus_1_u8(a + (ptrdiff_t)y * a_stride, r + (ptrdiff_t)y * r_stride, n);
}

XL_VECTOR(void, listed_kept)(const uint8_t *a, uint8_t *r, size_t n)
{
    if (n != 4 && n != 12 && n != 48 && n != 128)
        __builtin_trap();
    plus_1_u8(a, r, n);
}

/* Where the output is at an odd address, of 48 alone. */
XL_VECTOR(void, listed_wrong)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
    if (n == 48 && (uintptr_t)r % 2)
        r[47]++;
}

XL_VECTOR(void, listed_rows)(PARAMETERS)
{
    if (rows != 2 && rows != 6)
        __builtin_trap();
    add_rows(a, a_stride, r, r_stride, n, rows);
}

XL_VECTOR(void, blocks_kept)(PARAMETERS)
{
    if (!(n == 4 && (rows == 4 || rows == 8)) && !(n == 16 && rows == 8) && !(n == 32 && rows == 2))
        __builtin_trap();
    add_rows(a, a_stride, r, r_stride, n, rows);
}

XL_VECTOR(void, blocks_wrong)(PARAMETERS)
{
    add_rows(a, a_stride, r, r_stride, n, rows);
    if (n == 4 && rows == 8)
        r[7 * r_stride + 3]++;
}
