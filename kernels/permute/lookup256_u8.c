/* lookup256_u8: bytes through a table of 256, such as a cipher's substitution.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"
#include "native.h"

XL_KERNEL(lookup256_u8, .summary = "r[i] = table[p[i]]",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS},
          .by_lane = {{"sse2", "no shuffle of bytes"}}, .in_place = 1,
          .args = {XL_IN_FIXED(u8, table, 256), XL_IN(u8, p, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(lookup256_u8)(const uint8_t *table, const uint8_t *p, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = table[p[i]];
}

XL_VEC xl_u8 xl_lookup256(const uint8_t *table, xl_u8 index, size_t vl)
{
#if XL_ISA_IS_neon
    /* TBX keeps the lanes whose index is not within its 64 bytes. */
    xl_u8 found = vqtbl4q_u8(vld1q_u8_x4(table), index);
    for (uint8_t part = 1; part < 4; part++)
        found = vqtbx4q_u8(found, vld1q_u8_x4(table + 64 * part),
                           vsubq_u8(index, vdupq_n_u8(64 * part)));
    return found;
#elif XL_ON_RVV
    return __riscv_vluxei8_v_u8m1(table, index, vl);
#else
    /* Sixteen tables of 16; each serves the lanes whose upper half is its number. */
    xl_u8 upper = xl_u8_shr(index, 4, vl);
    xl_u8 lower = xl_u8_and(index, xl_u8_set1(15, vl), vl);
    xl_u8 found = xl_u8_lookup16(table, lower, vl);
    for (uint8_t part = 1; part < 16; part++) {
        xl_u8 here = xl_u8_lookup16(table + 16 * part, lower, vl);
        xl_m8 mine = xl_u8_eq(upper, xl_u8_set1(part, vl), vl);
        found = xl_u8_select(mine, here, found, vl);
    }
    return found;
#endif
}

XL_VECTOR(void, lookup256_u8)(const uint8_t *table, const uint8_t *p, uint8_t *r, size_t n)
{
    XL_STRIPS(u8, n, xl_u8_store(r + i, xl_lookup256(table, xl_u8_load(p + i, vl), vl), vl));
}
