/* transpose16x16_u8: a tile of sixteen rows and columns, transposed, between two pictures.
 * SPDX-License-Identifier: MIT
 *
 * With registers of 128 bits, four passes each interleave row k with row k + 8. Elsewhere rows are
 * interleaved in memory.
 */
#include "kernel.h"
#include "native.h"

#define XL_T u8
#define XL_W 8
#include "interleave16.h"

XL_KERNEL(transpose16x16_u8, .summary = "r[x][y] = a[y][x], x and y below 16",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .narrow = "a tile has sixteen columns",
          .sizes = {.blocks = {{16, 16}}},
          .args = {XL_IN_ROWS(u8, a, 1), XL_STRIDE_EITHER_WAY(a), XL_OUT_ROWS(u8, r, 1),
                   XL_STRIDE_EITHER_WAY(r), XL_COUNT, XL_ROWS})

XL_REFERENCE(transpose16x16_u8)
(const uint8_t *a, ptrdiff_t a_stride, uint8_t *r, ptrdiff_t r_stride, size_t n, size_t rows)
{
    for (size_t y = 0; y < rows; y++)
        for (size_t x = 0; x < n; x++)
            r[(ptrdiff_t)x * r_stride + (ptrdiff_t)y] = a[(ptrdiff_t)y * a_stride + (ptrdiff_t)x];
}

#if XL_ISA_IS_sse2 || XL_ISA_IS_sse4 || XL_ISA_IS_avx2 || XL_ISA_IS_avx512
typedef __m128i xl_transpose16_row;
XL_VEC xl_transpose16_row xl_transpose16_load(const uint8_t *p)
{
    return _mm_loadu_si128((const __m128i *)(const void *)p);
}
XL_VEC void xl_transpose16_store(uint8_t *p, xl_transpose16_row v)
{
    _mm_storeu_si128((__m128i *)(void *)p, v);
}
XL_VEC xl_transpose16_row xl_transpose16_first(xl_transpose16_row a, xl_transpose16_row b)
{
    return _mm_unpacklo_epi8(a, b);
}
XL_VEC xl_transpose16_row xl_transpose16_second(xl_transpose16_row a, xl_transpose16_row b)
{
    return _mm_unpackhi_epi8(a, b);
}
#define XL_TRANSPOSE16_BY_ROWS 1
#elif XL_ON_NEON
typedef uint8x16_t xl_transpose16_row;
XL_VEC xl_transpose16_row xl_transpose16_load(const uint8_t *p)
{
    return vld1q_u8(p);
}
XL_VEC void xl_transpose16_store(uint8_t *p, xl_transpose16_row v)
{
    vst1q_u8(p, v);
}
XL_VEC xl_transpose16_row xl_transpose16_first(xl_transpose16_row a, xl_transpose16_row b)
{
    return vzipq_u8(a, b).val[0];
}
XL_VEC xl_transpose16_row xl_transpose16_second(xl_transpose16_row a, xl_transpose16_row b)
{
    return vzipq_u8(a, b).val[1];
}
#define XL_TRANSPOSE16_BY_ROWS 1
#elif XL_ON_VSX || XL_ON_VX
typedef __vector unsigned char xl_transpose16_row;
XL_VEC xl_transpose16_row xl_transpose16_load(const uint8_t *p)
{
    return vec_xl(0, p);
}
XL_VEC void xl_transpose16_store(uint8_t *p, xl_transpose16_row v)
{
    vec_xst(v, 0, p);
}
/* "High" are the lanes that come first in memory. */
XL_VEC xl_transpose16_row xl_transpose16_first(xl_transpose16_row a, xl_transpose16_row b)
{
    return vec_mergeh(a, b);
}
XL_VEC xl_transpose16_row xl_transpose16_second(xl_transpose16_row a, xl_transpose16_row b)
{
    return vec_mergel(a, b);
}
#define XL_TRANSPOSE16_BY_ROWS 1
#elif XL_ISA_IS_lsx
typedef __m128i xl_transpose16_row;
XL_VEC xl_transpose16_row xl_transpose16_load(const uint8_t *p)
{
    return __lsx_vld(p, 0);
}
XL_VEC void xl_transpose16_store(uint8_t *p, xl_transpose16_row v)
{
    __lsx_vst(v, p, 0);
}
XL_VEC xl_transpose16_row xl_transpose16_first(xl_transpose16_row a, xl_transpose16_row b)
{
    return __lsx_vilvl_b(b, a);
}
XL_VEC xl_transpose16_row xl_transpose16_second(xl_transpose16_row a, xl_transpose16_row b)
{
    return __lsx_vilvh_b(b, a);
}
#define XL_TRANSPOSE16_BY_ROWS 1
#endif

#ifdef XL_TRANSPOSE16_BY_ROWS
XL_VECTOR(void, transpose16x16_u8)
(const uint8_t *a, ptrdiff_t a_stride, uint8_t *r, ptrdiff_t r_stride, size_t n, size_t rows)
{
    xl_transpose16_row from[16], to[16];
    (void)n, (void)rows;
    for (int k = 0; k < 16; k++)
        from[k] = xl_transpose16_load(a + k * a_stride);
    for (int pass = 0; pass < 4; pass++) {
        for (int k = 0; k < 8; k++) {
            to[2 * k] = xl_transpose16_first(from[k], from[k + 8]);
            to[2 * k + 1] = xl_transpose16_second(from[k], from[k + 8]);
        }
        memcpy(from, to, sizeof from);
    }
    for (int k = 0; k < 16; k++)
        xl_transpose16_store(r + k * r_stride, from[k]);
}
#else
XL_VECTOR(void, transpose16x16_u8)
(const uint8_t *a, ptrdiff_t a_stride, uint8_t *r, ptrdiff_t r_stride, size_t n, size_t rows)
{
    const ptrdiff_t s = a_stride;
    (void)rows;
    for (size_t x = 0, vl; x < n; x += vl, a += vl) {
        uint8_t columns[16 * 16];
        vl = xl_u8_vl16(n - x);
        xl_u8_store16(
            columns, xl_u8_load(a, vl), xl_u8_load(a + s, vl), xl_u8_load(a + 2 * s, vl),
            xl_u8_load(a + 3 * s, vl), xl_u8_load(a + 4 * s, vl), xl_u8_load(a + 5 * s, vl),
            xl_u8_load(a + 6 * s, vl), xl_u8_load(a + 7 * s, vl), xl_u8_load(a + 8 * s, vl),
            xl_u8_load(a + 9 * s, vl), xl_u8_load(a + 10 * s, vl), xl_u8_load(a + 11 * s, vl),
            xl_u8_load(a + 12 * s, vl), xl_u8_load(a + 13 * s, vl), xl_u8_load(a + 14 * s, vl),
            xl_u8_load(a + 15 * s, vl), vl);
        for (size_t k = 0; k < vl; k++)
            for (size_t y = 0, part; y < 16; y += part) {
                part = xl_u8_vl(16 - y);
                xl_u8_store(r + (ptrdiff_t)(x + k) * r_stride + y,
                            xl_u8_load(columns + 16 * k + y, part), part);
            }
    }
}
#endif
