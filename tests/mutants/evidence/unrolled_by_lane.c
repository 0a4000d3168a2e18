/* unrolled_by_lane: four steps of one lane each, written one below the other: each instruction is
 * executed once for each four lanes.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(unrolled_by_lane, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .vector_steps = 1, .args = {XL_IN(i32, a, 1), XL_OUT(i32, r, 1), XL_COUNT})

XL_REFERENCE(unrolled_by_lane)(const int32_t *a, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (int32_t)((uint32_t)a[i] + 1);
}

/* Up to vl lanes from one element on. Returns how many they were. */
static size_t add_some(const int32_t *restrict a, int32_t *restrict r, size_t i, size_t vl)
{
    vl = xl_i32_vl(vl);
    xl_i32_store(r + i, xl_i32_add(xl_i32_load(a + i, vl), xl_i32_set1(1, vl), vl), vl);
    return vl;
}

XL_VECTOR(void, unrolled_by_lane)(const int32_t *restrict a, int32_t *restrict r, size_t n)
{
    size_t i = 0;
#ifdef XL_MUTANT
    for (; n - i >= 4; i += 4) {
        add_some(a, r, i, 1);
        add_some(a, r, i + 1, 1);
        add_some(a, r, i + 2, 1);
        add_some(a, r, i + 3, 1);
    }
#endif
    while (i < n)
        i += add_some(a, r, i, n - i);
}
