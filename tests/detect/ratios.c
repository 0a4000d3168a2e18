/* Outputs of another ratio than n: a kernel that writes each element of them, and twins that write
 * one less and one more.
 * SPDX-License-Identifier: MIT
 */
#include "../mutants/kernels/base.h"

#define ARGS                                                                                       \
    {XL_IN(u8, a, 1),                                                                              \
     XL_IN_RATIO(u8, pairs, 2, 3, begun, 0),                                                       \
     XL_OUT_RATIO(u8, up, 4, 3, up, 0),                                                            \
     XL_OUT_RATIO(u8, down, 3, 4, down, 0),                                                        \
     XL_OUT_RATIO(u8, begun, 1, 8, begun, 0),                                                      \
     XL_OUT_RATIO(u8, whole, 5, 2, whole, 1),                                                      \
     XL_COUNT}
#define PARAMETERS                                                                                 \
    const uint8_t *a, const uint8_t *pairs, uint8_t *up, uint8_t *down, uint8_t *begun,            \
        uint8_t *whole, size_t n
#define PASSED a, pairs, up, down, begun, whole, n

XL_KERNEL(ratio_kept, .summary = "as many elements as each output has", .contract = {XL_EXACT},
          .by_lane = {{"all", "its scalar part is not what is tested"}}, .args = ARGS)
XL_KERNEL(ratio_less, .summary = "as many elements as each output has", .contract = {XL_EXACT},
          .args = ARGS)
XL_KERNEL(ratio_more, .summary = "as many elements as each output has", .contract = {XL_EXACT},
          .args = ARGS)
XL_KERNEL(ratio_rows, .summary = "the mean of each two elements, of every other row",
          .contract = {XL_EXACT}, .sizes = {.n = {8, 16, 34}},
          .by_lane = {{"all", "its scalar part is not what is tested"}},
          .args = {XL_IN_ROWS(u8, a, 1), XL_STRIDE(a), XL_OUT_ROWS_RATIO(u8, r, 1, 2, up, 0, 2),
                   XL_STRIDE(r), XL_COUNT, XL_ROWS})

/* Sums of what is at both places, over and over; any number of elements. */
static void fill(const uint8_t *a, const uint8_t *pairs, uint8_t *r, size_t elements, size_t n)
{
    const size_t all = (n + 2) / 3 * 2;
    for (size_t i = 0; i < elements; i++)
        r[i] = (uint8_t)(1 + (n ? a[i % n] + pairs[all - 1 - i % all] : 0));
}

static void fill_all(PARAMETERS)
{
    fill(a, pairs, up, (4 * n + 2) / 3, n);
    fill(a, pairs, down, 3 * n / 4, n);
    fill(a, pairs, begun, (n + 7) / 8, n);
    fill(a, pairs, whole, n / 2 * 5 + 1, n);
}

#define REFERENCE(NAME)                                                                            \
    XL_REFERENCE(NAME)(PARAMETERS)                                                                 \
    {                                                                                              \
        fill_all(PASSED);                                                                          \
    }

REFERENCE(ratio_kept)
REFERENCE(ratio_less)
REFERENCE(ratio_more)

XL_REFERENCE(ratio_rows)
(const uint8_t *a, ptrdiff_t a_stride, uint8_t *r, ptrdiff_t r_stride, size_t n, size_t rows)
{
    for (size_t y = 0; y < rows; y += 2, a += 2 * a_stride, r += r_stride)
        for (size_t i = 0; i < n / 2; i++)
            r[i] = (uint8_t)((a[2 * i] + a[2 * i + 1] + 1) / 2);
}

/* plus_1_u8 is for the vectors that evidence wants: its results are written again. */
XL_VECTOR(void, ratio_kept)(PARAMETERS)
{
    plus_1_u8(a, up, n);
    fill_all(PASSED);
}

XL_VECTOR(void, ratio_less)(PARAMETERS)
{
    plus_1_u8(a, up, n);
    fill(a, pairs, up, (4 * n + 2) / 3, n);
    fill(a, pairs, down, 3 * n / 4, n);
    fill(a, pairs, begun, n / 8, n);
    fill(a, pairs, whole, n / 2 * 5 + 1, n);
}

XL_VECTOR(void, ratio_more)(PARAMETERS)
{
    plus_1_u8(a, up, n);
    fill_all(PASSED);
    if (n % 4)
        down[3 * n / 4] = 0;
}

XL_VECTOR(void, ratio_rows)
(const uint8_t *a, ptrdiff_t a_stride, uint8_t *r, ptrdiff_t r_stride, size_t n, size_t rows)
{
    for (size_t y = 0; y < rows; y += 2, a += 2 * a_stride, r += r_stride) {
        plus_1_u8(a, r, n / 2);
        for (size_t i = 0; i < n / 2; i++)
            r[i] = (uint8_t)((a[2 * i] + a[2 * i + 1] + 1) / 2);
    }
}
