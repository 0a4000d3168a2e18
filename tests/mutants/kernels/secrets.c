/* Secrets that decide how long a call takes.
 * SPDX-License-Identifier: MIT
 */
#include "base.h"

/* tag_ends_early: a comparison of tags returns at the first vector that differs. */
XL_KERNEL(tag_ends_early, .summary = "whether two tags are equal", .contract = {XL_EXACT},
          .args = {XL_IN(u8, tag, 1), XL_IN(u8, expected, 1), XL_COUNT, XL_RETURNS(i32)},
          .secret = {"tag"})

XL_REFERENCE(tag_ends_early)
(const uint8_t *tag, const uint8_t *expected, size_t n, int32_t *result)
{
    *result = 1;
    for (size_t i = 0; i < n; i++)
        if (tag[i] != expected[i])
            *result = 0;
}

XL_VECTOR(int32_t, tag_ends_early)(const uint8_t *tag, const uint8_t *expected, size_t n)
{
    size_t same = 0;
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_m8 m = xl_u8_eq(xl_u8_load(tag + i, vl), xl_u8_load(expected + i, vl), vl);
        same += xl_m8_count(m, vl);
#ifdef XL_MUTANT
        if (same != i + vl)
            return 0;
#endif
    }
    return same == n;
}

/* zeros_skipped: a product leaves out vectors of zeros. */
XL_KERNEL(zeros_skipped, .summary = "r[i] += key[i] * p[i], wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u32, key, 1), XL_IN(u32, p, 1), XL_INOUT(u32, r, 1), XL_COUNT},
          .secret = {"key"})

XL_REFERENCE(zeros_skipped)(const uint32_t *key, const uint32_t *p, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] += key[i] * p[i];
}

XL_VECTOR(void, zeros_skipped)(const uint32_t *key, const uint32_t *p, uint32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        xl_u32 k = xl_u32_load(key + i, vl);
#ifdef XL_MUTANT
        if (xl_m32_count(xl_u32_eq(k, xl_u32_set1(0, vl), vl), vl) == vl)
            continue;
#endif
        xl_u32 x = xl_u32_mul(k, xl_u32_load(p + i, vl), vl);
        xl_u32_store(r + i, xl_u32_add(xl_u32_load(r + i, vl), x, vl), vl);
    }
}

/* row_of_table: a table is read at a secret index, by a gather where the ISA has one. */
XL_KERNEL(row_of_table, .summary = "r[i] = table[index[i] % 8]", .contract = {XL_EXACT},
          .args = {XL_IN_FIXED(u32, table, 8), XL_IN(u32, index, 1), XL_OUT(u32, r, 1), XL_COUNT},
          .secret = {"index"})

XL_REFERENCE(row_of_table)(const uint32_t *table, const uint32_t *index, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = table[index[i] % 8];
}

XL_VECTOR(void, row_of_table)(const uint32_t *table, const uint32_t *index, uint32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        xl_u32 at = xl_u32_and(xl_u32_load(index + i, vl), xl_u32_set1(7, vl), vl);
#ifdef XL_MUTANT
        xl_u32 x = xl_u32_gather(table, at, vl);
#else
        xl_u32 x = xl_u32_set1(0, vl);
        for (uint32_t row = 0; row < 8; row++) {
            xl_m32 is_it = xl_u32_eq(at, xl_u32_set1(row, vl), vl);
            x = xl_u32_select(is_it, xl_u32_set1(table[row], vl), x, vl);
        }
#endif
        xl_u32_store(r + i, x, vl);
    }
}
