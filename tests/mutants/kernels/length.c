/* Tails of loops.
 * SPDX-License-Identifier: MIT
 */
#include "base.h"

/* lost_last: `i + 1 < n` ends the loop: an element that would be alone in the last vector is lost.
 */
XL_KERNEL(lost_last, PLUS_1(u8))
PLUS_1_REFERENCE(lost_last, uint8_t)

XL_VECTOR(void, lost_last)(const uint8_t *a, uint8_t *r, size_t n)
{

#ifdef XL_MUTANT
    size_t more = 1;
#else
    size_t more = 0;
#endif
    for (size_t i = 0, vl; i + more < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8_store(r + i, xl_u8_add(xl_u8_load(a + i, vl), xl_u8_set1(1, vl), vl), vl);
    }
}

/* lost_tail: whole vectors only; the elements behind the last whole one are never written. */
XL_KERNEL(lost_tail, .summary = "r[i] = a[i] + b[i]", .contract = {XL_EXACT},
          .args = {XL_IN(f32, a, 1), XL_IN(f32, b, 1), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(lost_tail)(const float *a, const float *b, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + b[i];
}

XL_VECTOR(void, lost_tail)(const float *a, const float *b, float *r, size_t n)
{
    size_t whole = n;
#ifdef XL_MUTANT
    whole -= n % xl_f32_lanes();
#endif
    add_f32(a, b, r, whole);
}

/* lost_tail_sum: a sum of whole vectors only. */
XL_KERNEL(lost_tail_sum, SUM(i32))
SUM_REFERENCE(lost_tail_sum, int32_t)

XL_VECTOR(int32_t, lost_tail_sum)(const int32_t *a, size_t n)
{
    size_t lanes = xl_i32_lanes();
    size_t whole = n;
#ifdef XL_MUTANT
    whole -= n % lanes;
#endif
    return xl_i32_reduce_add(sums_i32(a, whole), lanes);
}

/* rest_of_unrolled: eight vectors a step, then what is left; six whole ones that are left are taken
 * for five, once there was a step. */
XL_KERNEL(rest_of_unrolled, PLUS_1(u32))
PLUS_1_REFERENCE(rest_of_unrolled, uint32_t)

static void add_one(const uint32_t *a, uint32_t *r, size_t vl)
{
    xl_u32_store(r, xl_u32_add(xl_u32_load(a, vl), xl_u32_set1(1, vl), vl), vl);
}

XL_VECTOR(void, rest_of_unrolled)(const uint32_t *a, uint32_t *r, size_t n)
{
    const size_t lanes = xl_u32_lanes(), most = 8;
    size_t i = 0;
    for (; n - i >= most * lanes; i += most * lanes)
        for (size_t k = 0; k < most; k++)
            add_one(a + i + k * lanes, r + i + k * lanes, lanes);
    size_t whole = (n - i) / lanes, skipped = 0;
#ifdef XL_MUTANT
    skipped = i && whole == 6;
#endif
    for (size_t k = 0; k + skipped < whole; k++)
        add_one(a + i + k * lanes, r + i + k * lanes, lanes);
    i += whole * lanes;
    if (i < n)
        add_one(a + i, r + i, n - i);
}
