/* deblock_u8: H.264's filter across a horizontal edge, between rows 3 and 4 of eight (clause
 * 8.7.2.3, luma, bS below 4).
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>

#include "block.h"

/* Smooth samples, some of them at either end of the range: an edge between random samples is not
 * filtered. */
XL_PREPARE(deblock_u8)(size_t arg, void *elements, size_t count, uint64_t seed)
{
    uint8_t *p = elements;
    unsigned spread = 3 + (unsigned)(seed / 8 % 20);
    unsigned base = seed % 4 == 1 ? 0 : seed % 4 == 2 ? 255 - spread : 100;
    if (arg != 0 || seed % 8 == 0)
        return;
    for (size_t i = 0; i < count; i++)
        p[i] = (uint8_t)(base + p[i] % spread);
}

XL_KERNEL(deblock_u8,
          .summary = "r = rows 2 to 5 of the eight of p, filtered across the edge between 3 and 4",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .prepare = deblock_u8_prepare,
          .sizes = {.rows = {8}},
          .args = {XL_IN_ROWS(u8, p, 1), XL_STRIDE_EITHER_WAY(p),
                   XL_OUT_ROWS_RATIO(u8, r, 1, 1, whole, 0, 2), XL_STRIDE_EITHER_WAY(r),
                   XL_VALUE_RANGE(i32, alpha, 0, 255), XL_VALUE_RANGE(i32, beta, 0, 18),
                   XL_VALUE_RANGE(i32, tc0, 0, 25), XL_COUNT, XL_ROWS})

static inline int xl_deblock_clamp(int x, int low, int high)
{
    return x < low ? low : x > high ? high : x;
}

XL_REFERENCE(deblock_u8)
(const uint8_t *p, ptrdiff_t stride, uint8_t *r, ptrdiff_t r_stride, int32_t alpha, int32_t beta,
 int32_t tc0, size_t n, size_t rows)
{
    (void)rows;
    for (size_t x = 0; x < n; x++) {
        const uint8_t *q = p + 4 * stride + x;
        int p0 = q[-stride], p1 = q[-2 * stride], p2 = q[-3 * stride];
        int q0 = q[0], q1 = q[stride], q2 = q[2 * stride], new[4] = {p1, p0, q0, q1};
        if (abs(p0 - q0) < alpha && abs(p1 - p0) < beta && abs(q1 - q0) < beta) {
            int ap = abs(p2 - p0) < beta, aq = abs(q2 - q0) < beta, tc = tc0 + ap + aq;
            int delta = xl_deblock_clamp((4 * (q0 - p0) + p1 - q1 + 4) >> 3, -tc, tc);
            int middle = (p0 + q0 + 1) >> 1;
            new[1] = xl_deblock_clamp(p0 + delta, 0, 255);
            new[2] = xl_deblock_clamp(q0 - delta, 0, 255);
            if (ap)
                new[0] += xl_deblock_clamp((p2 + middle - 2 * p1) >> 1, -tc0, tc0);
            if (aq)
                new[3] += xl_deblock_clamp((q2 + middle - 2 * q1) >> 1, -tc0, tc0);
        }
        for (ptrdiff_t k = 0; k < 4; k++)
            r[k * r_stride + (ptrdiff_t)x] = (uint8_t)new[k];
    }
}

XL_VEC xl_i16 xl_deblock_within(xl_i16 v, xl_i16 low, xl_i16 high, size_t vl)
{
    return xl_i16_min(xl_i16_max(v, low, vl), high, vl);
}

/* |a - b| < limit */
XL_VEC xl_m16 xl_deblock_near(xl_i16 a, xl_i16 b, xl_i16 limit, size_t vl)
{
    xl_i16 size = xl_i16_max(xl_i16_sub(a, b, vl), xl_i16_sub(b, a, vl), vl);
    return xl_i16_lt(size, limit, vl);
}

/* The second sample from the edge: (second + third + middle - 3 second) / 2, at most tc0 away. */
XL_VEC xl_i16 xl_deblock_second(xl_i16 second, xl_i16 third, xl_i16 middle, int16_t tc0, size_t vl)
{
    xl_i16 twice = xl_i16_add(second, second, vl);
    xl_i16 step = xl_i16_shr(xl_i16_sub(xl_i16_add(third, middle, vl), twice, vl), 1, vl);
    step = xl_deblock_within(step, xl_i16_set1((int16_t)-tc0, vl), xl_i16_set1(tc0, vl), vl);
    return xl_i16_add(second, step, vl);
}

XL_VEC void xl_deblock_store(uint8_t *p, xl_m16 changed, xl_i16 v, xl_i16 old, size_t vl)
{
    v = xl_i16_select(changed, v, old, vl);
    xl_u16_store_narrow_u8(p, xl_u16_bitcast_i16(v), vl);
}

XL_VECTOR(void, deblock_u8)
(const uint8_t *p, ptrdiff_t stride, uint8_t *r, ptrdiff_t r_stride, int32_t alpha, int32_t beta,
 int32_t tc0, size_t n, size_t rows)
{
    (void)rows;
    for (size_t x = 0, vl; x < n; x += vl) {
        vl = xl_i16_vl(n - x);
        const uint8_t *q = p + 4 * stride + x;
        uint8_t *to = r + x;
        xl_i16 p2 = xl_block_load(q - 3 * stride, vl), p1 = xl_block_load(q - 2 * stride, vl);
        xl_i16 p0 = xl_block_load(q - stride, vl), q0 = xl_block_load(q, vl);
        xl_i16 q1 = xl_block_load(q + stride, vl), q2 = xl_block_load(q + 2 * stride, vl);
        xl_i16 limit = xl_i16_set1((int16_t)beta, vl), zero = xl_i16_set1(0, vl);
        xl_i16 one = xl_i16_set1(1, vl);
        xl_m16 filtered = xl_deblock_near(p0, q0, xl_i16_set1((int16_t)alpha, vl), vl);
        filtered = xl_m16_and(filtered, xl_deblock_near(p1, p0, limit, vl), vl);
        filtered = xl_m16_and(filtered, xl_deblock_near(q1, q0, limit, vl), vl);
        xl_m16 ap = xl_deblock_near(p2, p0, limit, vl), aq = xl_deblock_near(q2, q0, limit, vl);

        xl_i16 tc = xl_i16_add(xl_i16_set1((int16_t)tc0, vl), xl_i16_select(ap, one, zero, vl), vl);
        tc = xl_i16_add(tc, xl_i16_select(aq, one, zero, vl), vl);
        xl_i16 delta = xl_i16_shl(xl_i16_sub(q0, p0, vl), 2, vl);
        delta = xl_i16_add(xl_i16_add(delta, xl_i16_sub(p1, q1, vl), vl), xl_i16_set1(4, vl), vl);
        delta = xl_deblock_within(xl_i16_shr(delta, 3, vl), xl_i16_sub(zero, tc, vl), tc, vl);
        xl_i16 most = xl_i16_set1(255, vl);
        xl_i16 new_p0 = xl_deblock_within(xl_i16_add(p0, delta, vl), zero, most, vl);
        xl_i16 new_q0 = xl_deblock_within(xl_i16_sub(q0, delta, vl), zero, most, vl);

        xl_i16 middle = xl_i16_add(xl_i16_add(p0, q0, vl), one, vl);
        middle = xl_i16_shr(middle, 1, vl);
        xl_i16 new_p1 = xl_deblock_second(p1, p2, middle, (int16_t)tc0, vl);
        xl_i16 new_q1 = xl_deblock_second(q1, q2, middle, (int16_t)tc0, vl);
        xl_deblock_store(to, xl_m16_and(filtered, ap, vl), new_p1, p1, vl);
        xl_deblock_store(to + r_stride, filtered, new_p0, p0, vl);
        xl_deblock_store(to + 2 * r_stride, filtered, new_q0, q0, vl);
        xl_deblock_store(to + 3 * r_stride, xl_m16_and(filtered, aq, vl), new_q1, q1, vl);
    }
}
