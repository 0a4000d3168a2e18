/* case_fold_ascii: capital letters of ASCII to small ones; all other bytes stay.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(case_fold_ascii, .summary = "r[i] = p[i], but a to z for A to Z",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .vector_steps = 1, .elementwise = 1,
          .in_place = 1, .args = {XL_IN(u8, p, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(case_fold_ascii)(const uint8_t *p, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = p[i] >= 'A' && p[i] <= 'Z' ? (uint8_t)(p[i] - 'A' + 'a') : p[i];
}

XL_VEC void case_fold_ascii_step(const uint8_t *p, uint8_t *r, size_t i, size_t vl)
{
    xl_u8 c = xl_u8_load(p + i, vl);
    /* One compare for both ends: what is below 'A' wraps to far above. */
    xl_u8 letter = xl_u8_sub_s(c, 'A', vl);
    xl_m8 capital = xl_u8_lt_s(letter, 26, vl);
    xl_u8 small = xl_u8_or_s(c, 0x20, vl);
    xl_u8_store(r + i, xl_u8_select(capital, small, c, vl), vl);
}

XL_VECTOR(void, case_fold_ascii)(const uint8_t *p, uint8_t *r, size_t n)
{
    XL_STRIPS(u8, n, case_fold_ascii_step(p, r, i, vl));
}
