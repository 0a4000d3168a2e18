/* Buffers of rows, their strides and gaps.
 * SPDX-License-Identifier: MIT
 */
#include "base.h"

#define ROWS                                                                                       \
    const uint8_t *src, ptrdiff_t src_stride, uint8_t *dst, ptrdiff_t dst_stride, size_t n,        \
        size_t rows
#define PLUS_1_ROWS                                                                                \
    .summary = "dst = src + 1, wrapping, row by row", .contract = {XL_EXACT},                      \
    .args = {XL_IN_ROWS(u8, src, 1), XL_STRIDE(src), XL_OUT_ROWS(u8, dst, 1),                      \
             XL_STRIDE(dst),         XL_COUNT,       XL_ROWS}
#define PLUS_1_ROWS_REFERENCE(NAME)                                                                \
    XL_REFERENCE(NAME)(ROWS)                                                                       \
    {                                                                                              \
        for (size_t y = 0; y < rows; y++)                                                          \
            for (size_t x = 0; x < n; x++)                                                         \
                dst[(ptrdiff_t)y * dst_stride + (ptrdiff_t)x] =                                    \
                    (uint8_t)(src[(ptrdiff_t)y * src_stride + (ptrdiff_t)x] + 1);                  \
    }

#define MATRICES                                                                                   \
    const int32_t *a, const int32_t *b, int32_t *c, size_t stride, size_t rows, size_t n,          \
        size_t depth
#define PRODUCT                                                                                    \
    .summary = "c = a b, wrapping", .contract = {XL_EXACT},                                        \
    .args = {XL_IN_OF(i32, a, depth, rows),                                                        \
             XL_IN_OF(i32, b, n, depth),                                                           \
             XL_OUT_OF(i32, c, n, rows),                                                           \
             XL_STRIDE(b, c),                                                                      \
             XL_ROWS,                                                                              \
             XL_COUNT,                                                                             \
             XL_DEPTH}
#define PRODUCT_REFERENCE(NAME)                                                                    \
    XL_REFERENCE(NAME)(MATRICES)                                                                   \
    {                                                                                              \
        for (size_t i = 0; i < rows; i++)                                                          \
            for (size_t j = 0; j < n; j++) {                                                       \
                uint32_t sum = 0;                                                                  \
                for (size_t k = 0; k < depth; k++)                                                 \
                    sum += (uint32_t)a[i * depth + k] * (uint32_t)b[k * (stride / sizeof *b) + j]; \
                c[i * (stride / sizeof *c) + j] = (int32_t)sum;                                    \
            }                                                                                      \
    }

/* Of so many products for each element. */
static inline void product_of(size_t products, MATRICES)
{
    stride /= sizeof *b;
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0, vl; j < n; j += vl) {
            vl = xl_i32_vl(n - j);
            xl_i32 sum = xl_i32_set1(0, vl);
            for (size_t k = 0; k < products; k++)
                sum = xl_i32_add(sum,
                                 xl_i32_mul(xl_i32_set1(a[i * depth + k], vl),
                                            xl_i32_load(b + k * stride + j, vl), vl),
                                 vl);
            xl_i32_store(c + i * stride + j, sum, vl);
        }
}

/* block_stride_in_16_bits: the rows of a block are found with strides of 16 bits, with a sign. */
XL_KERNEL(block_stride_in_16_bits, PLUS_1_ROWS, .sizes = {.blocks = {{16, 16}}},
          .narrow = "a row has sixteen bytes")
PLUS_1_ROWS_REFERENCE(block_stride_in_16_bits)

XL_VECTOR(void, block_stride_in_16_bits)(ROWS)
{
#ifdef XL_MUTANT
    const int16_t src_step = (int16_t)src_stride, dst_step = (int16_t)dst_stride;
#else
    const ptrdiff_t src_step = src_stride, dst_step = dst_stride;
#endif
    for (size_t y = 0; y < rows; y++, src += src_step, dst += dst_step)
        plus_1_u8(src, dst, n);
}

/* corner_of_tiles: tiles of 256 rows of 512 elements; two rows a step, and of the tile that has
 * fewer of both the odd row is forgotten. */
enum { TILE_ROWS = 256, TILE = 512 };

XL_KERNEL(corner_of_tiles, PLUS_1_ROWS)
PLUS_1_ROWS_REFERENCE(corner_of_tiles)

static void tile_of(ROWS)
{
    size_t y = 0;
    for (; y + 1 < rows; y += 2, src += 2 * src_stride, dst += 2 * dst_stride) {
        plus_1_u8(src, dst, n);
        plus_1_u8(src + src_stride, dst + dst_stride, n);
    }
    if (y < rows)
        plus_1_u8(src, dst, n);
}

XL_VECTOR(void, corner_of_tiles)(ROWS)
{
    for (size_t y = 0; y < rows; y += TILE_ROWS)
        for (size_t x = 0; x < n; x += TILE) {
            size_t height = rows - y < TILE_ROWS ? rows - y : TILE_ROWS;
            const size_t width = n - x < TILE ? n - x : TILE;
#ifdef XL_MUTANT
            if (y && x && width < TILE)
                height -= height % 2;
#endif
            tile_of(src + (ptrdiff_t)y * src_stride + x, src_stride,
                    dst + (ptrdiff_t)y * dst_stride + x, dst_stride, width, height);
        }
}

/* depth_from_900_on: from a depth of 900 on, the last product of an odd number is left out. */
XL_KERNEL(depth_from_900_on, PRODUCT, .sizes = {.depth_thresholds = {900}})
PRODUCT_REFERENCE(depth_from_900_on)

XL_VECTOR(void, depth_from_900_on)(MATRICES)
{
    size_t products = depth;
#ifdef XL_MUTANT
    products -= depth >= 900 && depth % 2;
#endif
    product_of(products, a, b, c, stride, rows, n, depth);
}

/* depth_in_8_bits: a byte counts the products of a sum. */
XL_KERNEL(depth_in_8_bits, PRODUCT)
PRODUCT_REFERENCE(depth_in_8_bits)

XL_VECTOR(void, depth_in_8_bits)(MATRICES)
{
#ifdef XL_MUTANT
    const uint8_t products = (uint8_t)depth;
#else
    const size_t products = depth;
#endif
    product_of(products, a, b, c, stride, rows, n, depth);
}

/* depth_of_a_panel: panels of 64 products: the last of a panel that is not whole is left out, but
 * for the first. */
XL_KERNEL(depth_of_a_panel, PRODUCT)
PRODUCT_REFERENCE(depth_of_a_panel)

XL_VECTOR(void, depth_of_a_panel)(MATRICES)
{
    size_t products = depth;
#ifdef XL_MUTANT
    products -= depth > 64 && depth % 64 == 63;
#endif
    product_of(products, a, b, c, stride, rows, n, depth);
}

/* gap_before_put_back: rows are done from their end on in whole vectors where the stride has room
 * for it: what lies before a row is read and written back as it was. */
XL_KERNEL(gap_before_put_back, PLUS_1_ROWS)
PLUS_1_ROWS_REFERENCE(gap_before_put_back)

XL_VECTOR(void, gap_before_put_back)(ROWS)
{
    const size_t lanes = xl_u8_lanes();
    for (size_t y = 0; y < rows; y++, src += src_stride, dst += dst_stride) {
        size_t from = 0;
#ifdef XL_MUTANT
        const size_t left = n % lanes;
        if (left && y && (size_t)src_stride >= n + lanes && (size_t)dst_stride >= n + lanes) {
            const size_t vl = xl_u8_vl(lanes);
            uint8_t *const to = dst + left - lanes;
            uint8_t old[512];
            memcpy(old, to, lanes - left);
            xl_u8_store(to, xl_u8_add(xl_u8_load(src + left - lanes, vl), xl_u8_set1(1, vl), vl),
                        vl);
            memcpy(to, old, lanes - left);
            from = left;
        }
#else
        (void)lanes;
#endif
        plus_1_u8(src + from, dst + from, n - from);
    }
}

/* gap_copied: a plane whose gaps are less than a vector is copied as one row, and its gaps with it.
 */
XL_KERNEL(gap_copied, .summary = "dst = src, row by row", .contract = {XL_EXACT}, .bitwise = 1,
          .args = {XL_IN_ROWS(u8, src, 1), XL_STRIDE(src), XL_OUT_ROWS(u8, dst, 1), XL_STRIDE(dst),
                   XL_COUNT, XL_ROWS})

XL_REFERENCE(gap_copied)(ROWS)
{
    for (size_t y = 0; y < rows; y++)
        for (size_t x = 0; x < n; x++)
            dst[(ptrdiff_t)y * dst_stride + (ptrdiff_t)x] =
                src[(ptrdiff_t)y * src_stride + (ptrdiff_t)x];
}

static void copy_row(const uint8_t *src, uint8_t *dst, size_t n)
{
    for (size_t x = 0, vl; x < n; x += vl) {
        vl = xl_u8_vl(n - x);
        xl_u8_store(dst + x, xl_u8_load(src + x, vl), vl);
    }
}

XL_VECTOR(void, gap_copied)(ROWS)
{
#ifdef XL_MUTANT
    if (src_stride == dst_stride && rows && (size_t)src_stride - n < xl_u8_lanes()) {
        n += (rows - 1) * (size_t)src_stride;
        rows = 1;
    }
#endif
    for (size_t y = 0; y < rows; y++, src += src_stride, dst += dst_stride)
        copy_row(src, dst, n);
}

/* gap_put_back: the end of a row is done in a whole vector where the stride has room for it: what
 * lies behind the row is read and written back as it was. */
XL_KERNEL(gap_put_back, PLUS_1_ROWS)
PLUS_1_ROWS_REFERENCE(gap_put_back)

XL_VECTOR(void, gap_put_back)(ROWS)
{
    const size_t lanes = xl_u8_lanes();
    for (size_t y = 0; y < rows; y++, src += src_stride, dst += dst_stride) {
        size_t width = n;
#ifdef XL_MUTANT
        const size_t left = n % lanes;
        if (left && y + 1 < rows && (size_t)src_stride >= n + lanes &&
            (size_t)dst_stride >= n + lanes) {
            width = n - left;
            const size_t vl = xl_u8_vl(lanes);
            const xl_u8 old = xl_u8_load(dst + width, vl);
            const xl_u8 sum = xl_u8_add(xl_u8_load(src + width, vl), xl_u8_set1(1, vl), vl);
            xl_u8_store(dst + width, xl_u8_merge(old, sum, left), vl);
        }
#else
        (void)lanes;
#endif
        plus_1_u8(src, dst, width);
    }
}

/* gap_written: where both strides have room for a whole vector, the end of a row is computed with
 * one, and what lies between the rows of the output is overwritten. */
XL_KERNEL(gap_written, PLUS_1_ROWS)
PLUS_1_ROWS_REFERENCE(gap_written)

XL_VECTOR(void, gap_written)
(const uint8_t *src, size_t src_stride, uint8_t *dst, size_t dst_stride, size_t n, size_t rows)
{
    const size_t whole = (n + xl_u8_lanes() - 1) / xl_u8_lanes() * xl_u8_lanes();
    for (size_t y = 0; y < rows; y++) {
        size_t width = n;
#ifdef XL_MUTANT
        if (y + 1 < rows && whole <= src_stride && whole <= dst_stride)
            width = whole;
#else
        (void)whole;
#endif
        plus_1_u8(src + y * src_stride, dst + y * dst_stride, width);
    }
}

/* head_of_first_row: rows begin as the first one does, by 32 bytes, where the stride is a multiple
 * of 16. */
XL_KERNEL(head_of_first_row, PLUS_1_ROWS)
PLUS_1_ROWS_REFERENCE(head_of_first_row)

XL_VECTOR(void, head_of_first_row)(ROWS)
{
    const size_t first = -(size_t)(uintptr_t)dst % 32;
#ifdef XL_MUTANT
    const size_t apart = 16;
#else
    const size_t apart = 32;
#endif
    const int is_even = (size_t)src_stride % apart == 0 && (size_t)dst_stride % apart == 0;
    for (size_t y = 0; y < rows; y++, src += src_stride, dst += dst_stride) {
        const size_t own = -(size_t)(uintptr_t)dst % 32, head = is_even ? first : own;
        if (n <= 64) {
            plus_1_u8(src, dst, n);
            continue;
        }
        plus_1_u8(src, dst, head);
        plus_1_u8(src + own, dst + own, n - own);
    }
}

/* odd_row: two rows are done at a time, and the last of an odd number is left out where the rows
 * are short. */
XL_KERNEL(odd_row, PLUS_1_ROWS)
PLUS_1_ROWS_REFERENCE(odd_row)

XL_VECTOR(void, odd_row)
(const uint8_t *src, size_t src_stride, uint8_t *dst, size_t dst_stride, size_t n, size_t rows)
{
    size_t y = 0;
    for (; y + 2 <= rows; y += 2) {
        plus_1_u8(src + y * src_stride, dst + y * dst_stride, n);
        plus_1_u8(src + (y + 1) * src_stride, dst + (y + 1) * dst_stride, n);
    }
#ifdef XL_MUTANT
    if (n < xl_u8_lanes())
        return;
#endif
    if (y < rows)
        plus_1_u8(src + y * src_stride, dst + y * dst_stride, n);
}

/* offset_in_32_bits: the offset of a row is an int, as both of its factors are. */
XL_KERNEL(offset_in_32_bits, PLUS_1_ROWS)
PLUS_1_ROWS_REFERENCE(offset_in_32_bits)

XL_VECTOR(void, offset_in_32_bits)(ROWS)
{
    for (int y = 0; y < (int)rows; y++) {
#ifdef XL_MUTANT
        const int from = (int)((unsigned)y * (unsigned)src_stride);
        const int to = (int)((unsigned)y * (unsigned)dst_stride);
#else
        const ptrdiff_t from = y * src_stride, to = y * dst_stride;
#endif
        plus_1_u8(src + from, dst + to, n);
    }
}

/* offset_in_u32: the offset of a row is the product of two unsigned numbers. */
XL_KERNEL(offset_in_u32, PLUS_1_ROWS)
PLUS_1_ROWS_REFERENCE(offset_in_u32)

XL_VECTOR(void, offset_in_u32)(ROWS)
{
    const unsigned height = (unsigned)rows;
    for (unsigned y = 0; y < height; y++) {
#ifdef XL_MUTANT
        const size_t from = y * (unsigned)src_stride, to = y * (unsigned)dst_stride;
#else
        const size_t from = y * (size_t)src_stride, to = y * (size_t)dst_stride;
#endif
        plus_1_u8(src + from, dst + to, n);
    }
}

/* rest_of_8_rows: eight rows are done at a time; of five that are left the last is left out. */
XL_KERNEL(rest_of_8_rows, .summary = "r = a / 2, row by row", .contract = {XL_EXACT},
          .args = {XL_IN_ROWS(u8, a, 1), XL_STRIDE(a), XL_OUT_ROWS(u8, r, 1), XL_STRIDE(r),
                   XL_COUNT, XL_ROWS})

XL_REFERENCE(rest_of_8_rows)
(const uint8_t *a, ptrdiff_t a_stride, uint8_t *r, ptrdiff_t r_stride, size_t n, size_t rows)
{
    for (size_t y = 0; y < rows; y++)
        for (size_t x = 0; x < n; x++)
            r[(ptrdiff_t)y * r_stride + (ptrdiff_t)x] =
                a[(ptrdiff_t)y * a_stride + (ptrdiff_t)x] / 2;
}

XL_VECTOR(void, rest_of_8_rows)
(const uint8_t *a, ptrdiff_t a_stride, uint8_t *r, ptrdiff_t r_stride, size_t n, size_t rows)
{
#ifdef XL_MUTANT
    rows -= rows > 8 && rows % 8 == 5;
#endif
    for (size_t y = 0; y < rows; y++, a += a_stride, r += r_stride)
        for (size_t x = 0, vl; x < n; x += vl) {
            vl = xl_u8_vl(n - x);
            xl_u8_store(r + x, xl_u8_shr(xl_u8_load(a + x, vl), 1, vl), vl);
        }
}

/* one_row_left: rows of zeros before the first other one and behind the last are cleared, and the
 * rest are made; where that is one row, it is cleared too. */
XL_KERNEL(one_row_left, .summary = "dst = 2 src, row by row", .contract = {XL_EXACT},
          .args = {XL_IN_ROWS(u8, src, 1), XL_STRIDE(src), XL_OUT_ROWS(u8, dst, 1), XL_STRIDE(dst),
                   XL_COUNT, XL_ROWS})

XL_REFERENCE(one_row_left)(ROWS)
{
    for (size_t y = 0; y < rows; y++)
        for (size_t x = 0; x < n; x++)
            dst[(ptrdiff_t)y * dst_stride + (ptrdiff_t)x] =
                (uint8_t)(2 * src[(ptrdiff_t)y * src_stride + (ptrdiff_t)x]);
}

static bool is_empty(const uint8_t *row, size_t n)
{
    size_t x = 0;
    while (x < n && !row[x])
        x++;
    return x == n;
}

XL_VECTOR(void, one_row_left)(ROWS)
{
    size_t first = 0, end = rows;
    while (first < end && is_empty(src + (ptrdiff_t)first * src_stride, n))
        first++;
    while (end > first && is_empty(src + (ptrdiff_t)(end - 1) * src_stride, n))
        end--;
#ifdef XL_MUTANT
    if (rows > 1 && first + 1 == end)
        end = first;
#endif
    for (size_t y = 0; y < rows; y++, src += src_stride, dst += dst_stride)
        if (y < first || y >= end)
            memset(dst, 0, n);
        else
            add_u8(src, src, dst, n);
}

/* replaced_by_panel: panels of 128 rows and 256 products. A later panel adds to the sums, but in
 * the last rows, which are fewer than a panel, it replaces them. */
enum { PANEL_ROWS = 128, PANEL_DEPTH = 256 };

XL_KERNEL(replaced_by_panel, PRODUCT)
PRODUCT_REFERENCE(replaced_by_panel)

/* Row i of c and so many products, from product k on. */
static void panel_row(size_t k, size_t products, bool adds, const int32_t *a, const int32_t *b,
                      int32_t *c, size_t stride, size_t n)
{
    for (size_t j = 0, vl; j < n; j += vl) {
        vl = xl_i32_vl(n - j);
        xl_i32 sum = adds ? xl_i32_load(c + j, vl) : xl_i32_set1(0, vl);
        for (size_t at = k; at < k + products; at++)
            sum = xl_i32_add(
                sum, xl_i32_mul(xl_i32_set1(a[at], vl), xl_i32_load(b + at * stride + j, vl), vl),
                vl);
        xl_i32_store(c + j, sum, vl);
    }
}

XL_VECTOR(void, replaced_by_panel)(MATRICES)
{
    const size_t step = stride / sizeof *c;
    for (size_t i = 0; !depth && i < rows; i++)
        panel_row(0, 0, false, a, b, c + i * step, step, n);
    for (size_t k = 0; k < depth; k += PANEL_DEPTH) {
        const size_t products = depth - k < PANEL_DEPTH ? depth - k : PANEL_DEPTH;
        for (size_t from = 0; from < rows; from += PANEL_ROWS) {
            const size_t end = rows - from < PANEL_ROWS ? rows : from + PANEL_ROWS;
            bool adds = k > 0;
#ifdef XL_MUTANT
            adds &= !from || end - from == PANEL_ROWS;
#endif
            for (size_t i = from; i < end; i++)
                panel_row(k, products, adds, a + i * depth, b, c + i * step, step, n);
        }
    }
}

/* row_in_16_bits: the offset of a row is computed in 16 bits where a stride fits them. */
XL_KERNEL(row_in_16_bits, PLUS_1_ROWS)
PLUS_1_ROWS_REFERENCE(row_in_16_bits)

XL_VECTOR(void, row_in_16_bits)(ROWS)
{
    for (size_t y = 0; y < rows; y++) {
        size_t from = y * (size_t)src_stride, to = y * (size_t)dst_stride;
#ifdef XL_MUTANT
        if (src_stride <= UINT16_MAX && dst_stride <= UINT16_MAX) {
            from = (uint16_t)from;
            to = (uint16_t)to;
        }
#endif
        plus_1_u8(src + from, dst + to, n);
    }
}

/* rows_from_400_deep: from 400 rows on, of more than 600 products the last one is left out. */
XL_KERNEL(rows_from_400_deep, PRODUCT,
          .sizes = {.row_thresholds = {400}, .depth_thresholds = {600}})
PRODUCT_REFERENCE(rows_from_400_deep)

XL_VECTOR(void, rows_from_400_deep)(MATRICES)
{
    size_t products = depth;
#ifdef XL_MUTANT
    products -= rows >= 400 && depth > 600;
#endif
    product_of(products, a, b, c, stride, rows, n, depth);
}

/* rows_from_700_on: of more than 700 rows the last is left out. */
XL_KERNEL(rows_from_700_on, PLUS_1_ROWS, .sizes = {.row_thresholds = {700}})
PLUS_1_ROWS_REFERENCE(rows_from_700_on)

XL_VECTOR(void, rows_from_700_on)(ROWS)
{
#ifdef XL_MUTANT
    rows -= rows > 700;
#endif
    for (size_t y = 0; y < rows; y++, src += src_stride, dst += dst_stride)
        plus_1_u8(src, dst, n);
}

/* rows_in_8_bits: the rows that are left are counted in a byte. */
XL_KERNEL(rows_in_8_bits, PLUS_1_ROWS)
PLUS_1_ROWS_REFERENCE(rows_in_8_bits)

XL_VECTOR(void, rows_in_8_bits)(ROWS)
{
#ifdef XL_MUTANT
    uint8_t left = (uint8_t)rows;
#else
    size_t left = rows;
#endif
    for (; left; left--, src += src_stride, dst += dst_stride)
        plus_1_u8(src, dst, n);
}

/* rows_of_a_tile: tiles of 64 rows: of the last, which is not whole, the odd row is left out. */
XL_KERNEL(rows_of_a_tile, PLUS_1_ROWS)
PLUS_1_ROWS_REFERENCE(rows_of_a_tile)

XL_VECTOR(void, rows_of_a_tile)(ROWS)
{
    for (size_t from = 0; from < rows; from += 64) {
        size_t left = rows - from < 64 ? rows - from : 64;
#ifdef XL_MUTANT
        if (from)
            left -= left < 64 && left % 2;
#endif
        for (size_t y = from; y < from + left; y++)
            plus_1_u8(src + (ptrdiff_t)y * src_stride, dst + (ptrdiff_t)y * dst_stride, n);
    }
}

/* rows_on_one_set: where rows lie whole pages apart, and would share a set of the cache, columns
 * are taken in strips, and the last strip is left out. */
XL_KERNEL(rows_on_one_set, PLUS_1_ROWS)
PLUS_1_ROWS_REFERENCE(rows_on_one_set)

XL_VECTOR(void, rows_on_one_set)(ROWS)
{
#ifdef XL_MUTANT
    if (src_stride % 4096 == 0 && rows > 1) {
        for (size_t x = 0; x + 16 <= n; x += 16)
            for (size_t y = 0; y < rows; y++)
                plus_1_u8(src + (ptrdiff_t)y * src_stride + x, dst + (ptrdiff_t)y * dst_stride + x,
                          16);
        return;
    }
#endif
    for (size_t y = 0; y < rows; y++, src += src_stride, dst += dst_stride)
        plus_1_u8(src, dst, n);
}

/* stride_for_width: the output is walked by the stride of the input, which is the same as long as
 * both have no gaps. */
XL_KERNEL(stride_for_width, PLUS_1_ROWS)
PLUS_1_ROWS_REFERENCE(stride_for_width)

XL_VECTOR(void, stride_for_width)
(const uint8_t *src, size_t src_stride, uint8_t *dst, size_t dst_stride, size_t n, size_t rows)
{
#ifdef XL_MUTANT
    dst_stride = src_stride < dst_stride ? src_stride : dst_stride;
#endif
    for (size_t y = 0; y < rows; y++)
        plus_1_u8(src + y * src_stride, dst + y * dst_stride, n);
}

/* stride_in_16_bits: what is kept of a picture between its rows has 16 bits for the stride, with a
 * sign. */
XL_KERNEL(stride_in_16_bits, .summary = "dst = src + 1, wrapping, row by row",
          .contract = {XL_EXACT},
          .args = {XL_IN_ROWS(u8, src, 1), XL_STRIDE_EITHER_WAY(src), XL_OUT_ROWS(u8, dst, 1),
                   XL_STRIDE_EITHER_WAY(dst), XL_COUNT, XL_ROWS})
PLUS_1_ROWS_REFERENCE(stride_in_16_bits)

XL_VECTOR(void, stride_in_16_bits)(ROWS)
{
#ifdef XL_MUTANT
    const int16_t src_step = (int16_t)src_stride, dst_step = (int16_t)dst_stride;
#else
    const ptrdiff_t src_step = src_stride, dst_step = dst_stride;
#endif
    for (size_t y = 0; y < rows; y++, src += src_step, dst += dst_step)
        plus_1_u8(src, dst, n);
}

/* stride_of_64_kib: a stride is taken for 16 bits without a sign, where rows are short. */
XL_KERNEL(stride_of_64_kib, PLUS_1_ROWS)
PLUS_1_ROWS_REFERENCE(stride_of_64_kib)

XL_VECTOR(void, stride_of_64_kib)(ROWS)
{
#ifdef XL_MUTANT
    if (n <= UINT16_MAX) {
        src_stride = (uint16_t)src_stride;
        dst_stride = (uint16_t)dst_stride;
    }
#endif
    for (size_t y = 0; y < rows; y++, src += src_stride, dst += dst_stride)
        plus_1_u8(src, dst, n);
}

/* every_eighth_row: a filter that takes from each row the row above it, and copies the first one:
 * the scalar code for one row in eight. */
XL_KERNEL(every_eighth_row,
          .summary = "dst = src - the row above it, wrapping; the first row is src's",
          .contract = {XL_EXACT},
          .args = {XL_IN_ROWS(u8, src, 1), XL_STRIDE(src), XL_OUT_ROWS(u8, dst, 1), XL_STRIDE(dst),
                   XL_COUNT, XL_ROWS})

XL_REFERENCE(every_eighth_row)(ROWS)
{
    for (size_t y = 0; y < rows; y++)
        for (size_t x = 0; x < n; x++) {
            const uint8_t *at = src + (ptrdiff_t)y * src_stride + (ptrdiff_t)x;
            dst[(ptrdiff_t)y * dst_stride + (ptrdiff_t)x] =
                (uint8_t)(at[0] - (y ? at[-src_stride] : 0));
        }
}

XL_VECTOR(void, every_eighth_row)(ROWS)
{
    if (rows)
        memcpy(dst, src, n);
    for (size_t y = 1; y < rows; y++) {
        const uint8_t *above = src;
        size_t x = 0;
        src += src_stride;
        dst += dst_stride;
#ifdef XL_MUTANT
        for (; y % 8 == 7 && x < n; x++)
            dst[x] = (uint8_t)(src[x] - above[x]);
#endif
        for (size_t vl; x < n; x += vl) {
            vl = xl_u8_vl(n - x);
            xl_u8_store(dst + x, xl_u8_sub(xl_u8_load(src + x, vl), xl_u8_load(above + x, vl), vl),
                        vl);
        }
    }
}
