/* Integers that may be off by a number, or by a bound of their own, and zeros of either sign: what
 * is within that passes, and what is past it by one fails.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

/* r[i] = (a[i] + b[i]) / 2, where the reference rounds up. */
XL_KERNEL(off_by_one, .summary = "averages", .contract = {XL_EXACT, .off_by = 1}, .elementwise = 1,
          .args = {XL_IN(u8, a, 1), XL_IN(u8, b, 1), XL_OUT(u8, r, 1), XL_COUNT})
XL_KERNEL(off_by_two, .summary = "averages", .contract = {XL_EXACT, .off_by = 1},
          .args = {XL_IN(u8, a, 1), XL_IN(u8, b, 1), XL_OUT(u8, r, 1), XL_COUNT})
XL_KERNEL(off_by_lane, .summary = "averages", .contract = {XL_EXACT, .off_by = 1}, .elementwise = 1,
          .args = {XL_IN(u8, a, 1), XL_IN(u8, b, 1), XL_OUT(u8, r, 1), XL_COUNT})

/* A bound of one for odd sums, and none for even ones. */
XL_KERNEL(within_bound_u8, .summary = "averages", .contract = {XL_BOUND},
          .args = {XL_IN(u8, a, 1), XL_IN(u8, b, 1), XL_OUT(u8, r, 1), XL_COUNT})
XL_KERNEL(past_bound_u8, .summary = "averages", .contract = {XL_BOUND},
          .args = {XL_IN(u8, a, 1), XL_IN(u8, b, 1), XL_OUT(u8, r, 1), XL_COUNT})

/* r[i] = -a[i], or a zero of the other sign. */
XL_KERNEL(either_zero, .summary = "r[i] = -a[i]", .contract = {XL_EXACT, .zero_sign = XL_FREE},
          .args = {XL_IN(f32, a, 1), XL_OUT(f32, r, 1), XL_COUNT})
XL_KERNEL(neither_zero, .summary = "r[i] = -a[i]", .contract = {XL_EXACT, .zero_sign = XL_FREE},
          .args = {XL_IN(f32, a, 1), XL_OUT(f32, r, 1), XL_COUNT})

#define AVERAGE(NAME)                                                                              \
    XL_REFERENCE(NAME)(const uint8_t *a, const uint8_t *b, uint8_t *r, size_t n)                   \
    {                                                                                              \
        for (size_t i = 0; i < n; i++)                                                             \
            r[i] = (uint8_t)((a[i] + b[i] + 1) / 2);                                               \
    }

AVERAGE(off_by_one)
AVERAGE(off_by_two)
AVERAGE(off_by_lane)

XL_REFERENCE(within_bound_u8)
(const uint8_t *a, const uint8_t *b, struct xl_bounded *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (struct xl_bounded){(a[i] + b[i]) / 2.0, (a[i] + b[i]) % 2 * 0.5};
}

XL_REFERENCE(past_bound_u8)
(const uint8_t *a, const uint8_t *b, struct xl_bounded *r, size_t n)
{
    within_bound_u8_reference(a, b, r, n);
}

XL_REFERENCE(either_zero)(const float *a, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = -a[i];
}

XL_REFERENCE(neither_zero)(const float *a, float *r, size_t n)
{
    either_zero_reference(a, r, n);
}

/* a + b = 2 (a & b) + (a ^ b): rounded down. */
static xl_u8 below(const uint8_t *a, const uint8_t *b, size_t vl)
{
    xl_u8 x = xl_u8_load(a, vl), y = xl_u8_load(b, vl);
    return xl_u8_add(xl_u8_and(x, y, vl), xl_u8_shr(xl_u8_xor(x, y, vl), 1, vl), vl);
}

static void averages(const uint8_t *a, const uint8_t *b, uint8_t *r, size_t n, uint8_t less)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8_store(r + i, xl_u8_sub(below(a + i, b + i, vl), xl_u8_set1(less, vl), vl), vl);
    }
}

XL_VECTOR(void, off_by_one)(const uint8_t *a, const uint8_t *b, uint8_t *r, size_t n)
{
    averages(a, b, r, n, 0);
}

XL_VECTOR(void, off_by_two)(const uint8_t *a, const uint8_t *b, uint8_t *r, size_t n)
{
    averages(a, b, r, n, 1);
}

/* Each is within one, but the first of a vector is rounded up, and the others down. */
XL_VECTOR(void, off_by_lane)(const uint8_t *a, const uint8_t *b, uint8_t *r, size_t n)
{
    averages(a, b, r, n, 0);
    for (size_t i = 0; i < n; i += xl_u8_lanes())
        r[i] = (uint8_t)((a[i] + b[i] + 1) / 2);
}

XL_VECTOR(void, within_bound_u8)(const uint8_t *a, const uint8_t *b, uint8_t *r, size_t n)
{
    averages(a, b, r, n, 0);
}

XL_VECTOR(void, past_bound_u8)(const uint8_t *a, const uint8_t *b, uint8_t *r, size_t n)
{
    averages(a, b, r, n, 0);
    for (size_t i = 0; i < n; i++)
        if (a[i] == 255 && b[i] == 255)
            r[i] = 254;
}

/* 0 - a: a zero that is always positive. */
XL_VECTOR(void, either_zero)(const float *a, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32_store(r + i, xl_f32_sub(xl_f32_set1(0, vl), xl_f32_load(a + i, vl), vl), vl);
    }
}

/* Its sign is free, and not the rest of it. */
XL_VECTOR(void, neither_zero)(const float *a, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32_store(r + i, xl_f32_sub(xl_f32_set1(0x1p-149f, vl), xl_f32_load(a + i, vl), vl), vl);
    }
}
