/* embedding_sum_f32: the sum of those rows of a table that four indices name.
 * SPDX-License-Identifier: MIT
 *
 * Bound: three roundings, gamma(3) times the sum of sizes. A CPU that flushes loses 2^-126 of each
 * of seven numbers.
 */
#include "kernel.h"
#include "reduce/sum.h"

enum { XL_EMBEDDING_ROWS = 8, XL_EMBEDDING_INDICES = 4 };

XL_KERNEL(embedding_sum_f32, .summary = "r[i] = sum over k < 4 of table[index[k] * n + i]",
          .contract = {XL_BOUND, .reproducible = 1},
          .args = {XL_IN_RANGE(f32, table, XL_EMBEDDING_ROWS, -1000, 1000),
                   {XL_ARG_IN, XL_u8, "index", 0, XL_EMBEDDING_INDICES, 0, XL_EMBEDDING_ROWS - 1},
                   XL_OUT(f32, r, 1),
                   XL_COUNT})

XL_REFERENCE(embedding_sum_f32)
(const float *table, const uint8_t *index, struct xl_bounded *r, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct xl_sum s = {0};
        for (size_t k = 0; k < XL_EMBEDDING_INDICES; k++)
            xl_sum_add(&s, table[index[k] * n + i]);
        r[i].value = xl_sum_value(&s);
        r[i].bound = xl_gamma(XL_EMBEDDING_INDICES - 1, XL_UNIT_F32) * s.magnitude + 0x1p-123;
    }
}

XL_VEC void embedding_sum_f32_step(const float *table, const uint8_t *index, float *r, size_t n,
                                   size_t i, size_t vl)
{
    xl_f32 sum = xl_f32_load(table + index[0] * n + i, vl);
    for (size_t k = 1; k < XL_EMBEDDING_INDICES; k++)
        sum = xl_f32_add(sum, xl_f32_load(table + index[k] * n + i, vl), vl);
    xl_f32_store(r + i, sum, vl);
}

XL_VECTOR(void, embedding_sum_f32)(const float *table, const uint8_t *index, float *r, size_t n)
{
    XL_STRIPS(f32, n, embedding_sum_f32_step(table, index, r, n, i, vl));
}
