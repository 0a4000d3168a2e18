/* one_at_a_time: a step is one lane: right, by vector instructions, and as many of them as there
 * are elements.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(one_at_a_time, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .vector_steps = 1, .args = {XL_IN(i32, a, 1), XL_OUT(i32, r, 1), XL_COUNT})

XL_REFERENCE(one_at_a_time)(const int32_t *a, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (int32_t)((uint32_t)a[i] + 1);
}

XL_VECTOR(void, one_at_a_time)(const int32_t *a, int32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
#ifdef XL_MUTANT
        vl = 1;
#else
        vl = xl_i32_vl(n - i);
#endif
        xl_i32_store(r + i, xl_i32_add(xl_i32_load(a + i, vl), xl_i32_set1(1, vl), vl), vl);
    }
}
