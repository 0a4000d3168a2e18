/* sad8x8_u8: the sum of absolute differences of two blocks of 8 x 8 samples.
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>

#include "block.h"
#include "native.h"

XL_KERNEL(sad8x8_u8, .summary = "sum of |a[y][x] - b[y][x]|, x and y below 8",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .narrow = "a row has eight bytes",
          .sizes = {.blocks = {{8, 8}}},
          .args = {XL_IN_ROWS(u8, a, 1), XL_STRIDE_EITHER_WAY(a), XL_IN_ROWS(u8, b, 1),
                   XL_STRIDE_EITHER_WAY(b), XL_COUNT, XL_ROWS, XL_RETURNS(u32)})

XL_REFERENCE(sad8x8_u8)
(const uint8_t *a, ptrdiff_t a_stride, const uint8_t *b, ptrdiff_t b_stride, size_t n, size_t rows,
 uint32_t *result)
{
    *result = 0;
    for (size_t y = 0; y < rows; y++, a += a_stride, b += b_stride)
        for (size_t x = 0; x < n; x++)
            *result += (uint32_t)abs(a[x] - b[x]);
}

#if XL_ISA_IS_sse2 || XL_ISA_IS_sse4 || XL_ISA_IS_avx2 || XL_ISA_IS_avx512
/* Two rows a register. */
XL_VEC __m128i xl_sad8x8_rows(const uint8_t *p, ptrdiff_t stride)
{
    __m128i first = _mm_loadl_epi64((const __m128i *)(const void *)p);
    __m128i second = _mm_loadl_epi64((const __m128i *)(const void *)(p + stride));
    return _mm_unpacklo_epi64(first, second);
}

XL_VECTOR(uint32_t, sad8x8_u8)
(const uint8_t *a, ptrdiff_t a_stride, const uint8_t *b, ptrdiff_t b_stride, size_t n, size_t rows)
{
    __m128i sum = _mm_setzero_si128();
    (void)n;
    for (size_t y = 0; y < rows; y += 2, a += 2 * a_stride, b += 2 * b_stride)
        sum = _mm_add_epi64(sum,
                            _mm_sad_epu8(xl_sad8x8_rows(a, a_stride), xl_sad8x8_rows(b, b_stride)));
    return (uint32_t)_mm_cvtsi128_si32(_mm_add_epi64(sum, _mm_srli_si128(sum, 8)));
}
#elif XL_ON_NEON
XL_VECTOR(uint32_t, sad8x8_u8)
(const uint8_t *a, ptrdiff_t a_stride, const uint8_t *b, ptrdiff_t b_stride, size_t n, size_t rows)
{
    uint16x8_t sum = vdupq_n_u16(0);
    (void)n;
    for (size_t y = 0; y < rows; y++, a += a_stride, b += b_stride)
        sum = vabal_u8(sum, vld1_u8(a), vld1_u8(b));
    uint64x2_t halves = vpaddlq_u32(vpaddlq_u16(sum));
    return (uint32_t)(vgetq_lane_u64(halves, 0) + vgetq_lane_u64(halves, 1));
}
#else
XL_VECTOR(uint32_t, sad8x8_u8)
(const uint8_t *a, ptrdiff_t a_stride, const uint8_t *b, ptrdiff_t b_stride, size_t n, size_t rows)
{
    uint32_t total = 0;
    for (size_t x = 0, vl; x < n; x += vl) {
        uint16_t sums[8];
        vl = xl_u16_vl(n - x);
        xl_u16 sum = xl_u16_set1(0, vl); /* at most 8 * 255 */
        for (size_t y = 0; y < rows; y++) {
            xl_u16 left = xl_u16_load_widen_u8(a + (ptrdiff_t)y * a_stride + x, vl);
            xl_u16 right = xl_u16_load_widen_u8(b + (ptrdiff_t)y * b_stride + x, vl);
            sum = xl_u16_add(sum, xl_u16_absdiff(left, right, vl), vl);
        }
        xl_u16_store(sums, sum, vl);
        for (size_t k = 0, part; k < vl; k += part) {
            part = xl_u32_vl(vl - k);
            total += xl_u32_reduce_add(xl_u32_load_widen_u16(sums + k, part), part);
        }
    }
    return total;
}
#endif
