/* Arrays of pointers to rows: rows that are taken to lie at one stride, and an array that is
 * changed.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(pointers_kept, .summary = "dst = src + 1, wrapping", .contract = {XL_EXACT},
          .in_place = 1,
          .args = {XL_IN_POINTERS(u8, src, 1), XL_OUT_POINTERS(u8, dst, 1), XL_COUNT, XL_ROWS})
XL_KERNEL(pointers_guessed, .summary = "dst = src + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN_POINTERS(u8, src, 1), XL_OUT_POINTERS(u8, dst, 1), XL_COUNT, XL_ROWS})
XL_KERNEL(pointers_changed, .summary = "dst = src + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN_POINTERS(u8, src, 1), XL_OUT_POINTERS(u8, dst, 1), XL_COUNT, XL_ROWS})

XL_REFERENCE(pointers_kept)
(const uint8_t *const *src, uint8_t *const *dst, size_t n, size_t rows)
{
    for (size_t y = 0; y < rows; y++)
        for (size_t x = 0; x < n; x++)
            dst[y][x] = (uint8_t)(src[y][x] + 1);
}

XL_REFERENCE(pointers_guessed)
(const uint8_t *const *src, uint8_t *const *dst, size_t n, size_t rows)
{
    pointers_kept_reference(src, dst, n, rows);
}

XL_REFERENCE(pointers_changed)
(const uint8_t *const *src, uint8_t *const *dst, size_t n, size_t rows)
{
    pointers_kept_reference(src, dst, n, rows);
}

static void add_row(const uint8_t *src, uint8_t *dst, size_t n)
{
    for (size_t x = 0, vl; x < n; x += vl) {
        vl = xl_u8_vl(n - x);
        xl_u8_store(dst + x, xl_u8_add(xl_u8_load(src + x, vl), xl_u8_set1(1, vl), vl), vl);
    }
}

XL_VECTOR(void, pointers_kept)
(const uint8_t *const *src, uint8_t *const *dst, size_t n, size_t rows)
{
    for (size_t y = 0; y < rows; y++)
        add_row(src[y], dst[y], n);
}

/* Only the rows that are read, and no address that is in no row: a wrong value, and no crash. */
XL_VECTOR(void, pointers_guessed)
(const uint8_t *const *src, uint8_t *const *dst, size_t n, size_t rows)
{
    const ptrdiff_t stride = rows > 1 ? src[1] - src[0] : 0;
    for (size_t y = 0; y < rows; y++)
        add_row(y < 2 || src[y] - src[y - 1] == stride ? src[y] : src[0], dst[y], n);
}

XL_VECTOR(void, pointers_changed)
(const uint8_t *const *src, uint8_t *const *dst, size_t n, size_t rows)
{
    for (size_t y = 0; y < rows; y++) {
        add_row(src[y], dst[y], n);
        ((const uint8_t **)src)[y] += n;
    }
}
