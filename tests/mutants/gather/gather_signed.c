/* gather_signed: the index of a gather is read as signed: what has its top bit set lies before the
 * base.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(gather_signed, .summary = "r[i] = table[128 + index[i]]", .contract = {XL_EXACT},
          .args = {XL_IN_FIXED(i32, table, 384), XL_IN(u8, index, 1), XL_OUT(i32, r, 1), XL_COUNT})

XL_REFERENCE(gather_signed)(const int32_t *table, const uint8_t *index, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = table[128 + index[i]];
}

XL_VECTOR(void, gather_signed)(const int32_t *table, const uint8_t *index, int32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
#ifdef XL_MUTANT
        xl_i32 from = xl_i32_load_widen_i8((const int8_t *)index + i, vl);
#else
        xl_i32 from = xl_i32_bitcast_u32(xl_u32_load_widen_u8(index + i, vl));
#endif
        from = xl_i32_add(from, xl_i32_set1(128, vl), vl);
        xl_i32_store(r + i, xl_i32_gather(table, xl_u32_bitcast_i32(from), vl), vl);
    }
}
