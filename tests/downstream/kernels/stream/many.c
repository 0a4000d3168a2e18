/* Kernels of many arguments, and of wide ones.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

/* Seven inputs, each with its weight: sixteen arguments, of which most ABIs have some on the stack.
 */
#define SUM_7_PARAMETERS                                                                           \
    const uint32_t *a, const uint32_t *b, const uint32_t *c, const uint32_t *d, const uint32_t *e, \
        const uint32_t *f, const uint32_t *g, uint32_t wa, uint32_t wb, uint32_t wc, uint32_t wd,  \
        uint32_t we, uint32_t wf, uint32_t wg, uint32_t *r, size_t n

XL_KERNEL(sum_of_7_u32, .summary = "r = wa a + wb b + ... + wg g, wrapping", .contract = {XL_EXACT},
          .in_place = 1,
          .args = {XL_IN(u32, a, 1), XL_IN(u32, b, 1), XL_IN(u32, c, 1), XL_IN(u32, d, 1),
                   XL_IN(u32, e, 1), XL_IN(u32, f, 1), XL_IN(u32, g, 1), XL_VALUE(u32, wa),
                   XL_VALUE(u32, wb), XL_VALUE(u32, wc), XL_VALUE(u32, wd), XL_VALUE(u32, we),
                   XL_VALUE(u32, wf), XL_VALUE(u32, wg), XL_OUT(u32, r, 1), XL_COUNT})

XL_REFERENCE(sum_of_7_u32)(SUM_7_PARAMETERS)
{
    for (size_t i = 0; i < n; i++)
        r[i] = wa * a[i] + wb * b[i] + wc * c[i] + wd * d[i] + we * e[i] + wf * f[i] + wg * g[i];
}

XL_VECTOR(void, sum_of_7_u32)(SUM_7_PARAMETERS)
{
    const uint32_t *const in[] = {a, b, c, d, e, f, g}, weights[] = {wa, wb, wc, wd, we, wf, wg};
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        xl_u32 sum = xl_u32_set1(0, vl);
        for (size_t k = 0; k < 7; k++)
            sum = xl_u32_add(
                sum, xl_u32_mul(xl_u32_load(in[k] + i, vl), xl_u32_set1(weights[k], vl), vl), vl);
        xl_u32_store(r + i, sum, vl);
    }
}

/* An integer of 64 bits by value, which has two registers on ARMv7, and one as the result. */
XL_KERNEL(add_time_i64, .summary = "r[i] = a[i] + seconds, wrapping; seconds 2^scale",
          .contract = {XL_EXACT},
          .args = {XL_IN(i64, a, 1), XL_VALUE_SIZE(scale, 0, 63), XL_OUT(i64, r, 1),
                   XL_VALUE(i64, seconds), XL_COUNT, XL_RETURNS(i64)})

XL_REFERENCE(add_time_i64)
(const int64_t *a, size_t scale, int64_t *r, int64_t seconds, size_t n, int64_t *result)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (int64_t)((uint64_t)a[i] + (uint64_t)seconds);
    *result = (int64_t)((uint64_t)seconds << scale);
}

XL_VECTOR(int64_t, add_time_i64)
(const int64_t *a, size_t scale, int64_t *r, int64_t seconds, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i64_vl(n - i);
        xl_i64_store(r + i, xl_i64_add(xl_i64_load(a + i, vl), xl_i64_set1(seconds, vl), vl), vl);
    }
    return (int64_t)((uint64_t)seconds << scale);
}
