/* dav1d's averages of two predictions, of blocks with strides.
 * SPDX-License-Identifier: MIT
 *
 * Predictions have 4 more bits than pixels, and lie back to back. A filter overshoots by at most a
 * quarter.
 */
#include "kernel.h"

#define AVERAGE(...)                                                                               \
    .contract = {XL_EXACT}, .align = 64,                                                           \
    .sizes = {.blocks = {{4, 4},                                                                   \
                         {4, 8},                                                                   \
                         {4, 16},                                                                  \
                         {8, 4},                                                                   \
                         {8, 8},                                                                   \
                         {8, 16},                                                                  \
                         {8, 32},                                                                  \
                         {16, 4},                                                                  \
                         {16, 16},                                                                 \
                         {16, 64},                                                                 \
                         {32, 8},                                                                  \
                         {32, 32},                                                                 \
                         {32, 64},                                                                 \
                         {64, 16},                                                                 \
                         {64, 64},                                                                 \
                         {64, 128},                                                                \
                         {128, 64},                                                                \
                         {128, 128}}},                                                             \
    .args = {XL_OUT_ROWS(u8, dst, 1),                                                              \
             XL_STRIDE(dst),                                                                       \
             XL_IN_OF_RANGE(i16, a, n, rows, -1024, 5120),                                         \
             XL_IN_OF_RANGE(i16, b, n, rows, -1024, 5120),                                         \
             XL_COUNT,                                                                             \
             XL_ROWS,                                                                              \
             __VA_ARGS__}

#if XL_ISA_IS_neon
#define DAV1D(NAME) dav1d_##NAME##_8bpc_neon
#elif XL_ISA_IS_rvv || XL_ISA_IS_rva23
#define DAV1D(NAME) dav1d_##NAME##_8bpc_rvv
#elif XL_ISA_IS_lsx
#define DAV1D(NAME) dav1d_##NAME##_8bpc_lsx
#elif XL_ISA_IS_lasx
#define DAV1D(NAME) dav1d_##NAME##_8bpc_lasx
#endif

static inline uint8_t pixel(int value)
{
    return value < 0 ? 0 : value > 255 ? 255 : (uint8_t)value;
}

XL_KERNEL(avg_8bpc, .summary = "dst = (a + b) / 2 of 4 more bits",
          .only = "neon rvv rva23 lsx lasx", .needs = {{"rvv", "zba zbb"}, {"rva23", "zba zbb"}},
          AVERAGE(), .abi = "x18")

XL_REFERENCE(avg_8bpc)(uint8_t *dst, ptrdiff_t stride, const int16_t *a, const int16_t *b, int w,
                       int h)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            dst[y * stride + x] = pixel((a[y * w + x] + b[y * w + x] + 16) >> 5);
}

XL_KERNEL(w_avg_8bpc, .summary = "dst = (a weight + b (16 - weight)) / 16 of 4 more bits",
          .only = "neon rvv rva23 lsx lasx", .needs = {{"rvv", "zba zbb"}, {"rva23", "zba zbb"}},
          AVERAGE(XL_VALUE_RANGE(i32, weight, 1, 15)), .abi = "x18")

XL_REFERENCE(w_avg_8bpc)(uint8_t *dst, ptrdiff_t stride, const int16_t *a, const int16_t *b, int w,
                         int h, int weight)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            dst[y * stride + x] =
                pixel((a[y * w + x] * weight + b[y * w + x] * (16 - weight) + 128) >> 8);
}

#ifdef DAV1D
void DAV1D(avg)(uint8_t *, ptrdiff_t, const int16_t *, const int16_t *, int, int);
void DAV1D(w_avg)(uint8_t *, ptrdiff_t, const int16_t *, const int16_t *, int, int, int);

XL_VECTOR(void, avg_8bpc)(uint8_t *dst, ptrdiff_t stride, const int16_t *a, const int16_t *b, int w,
                          int h)
{
    DAV1D(avg)(dst, stride, a, b, w, h);
}

XL_VECTOR(void, w_avg_8bpc)(uint8_t *dst, ptrdiff_t stride, const int16_t *a, const int16_t *b,
                            int w, int h, int weight)
{
    DAV1D(w_avg)(dst, stride, a, b, w, h, weight);
}
#endif
