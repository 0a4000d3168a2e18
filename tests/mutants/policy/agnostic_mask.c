/* agnostic_mask: a masked add with the default policy; the inactive lanes of the accumulator are
 * taken to be as they were.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(agnostic_mask, .summary = "sum of the a[i] above 0, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(i32, a, 1), XL_COUNT, XL_RETURNS(i32)})

XL_REFERENCE(agnostic_mask)(const int32_t *a, size_t n, int32_t *result)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += a[i] > 0 ? (uint32_t)a[i] : 0;
    *result = (int32_t)sum;
}

XL_VECTOR(int32_t, agnostic_mask)(const int32_t *a, size_t n)
{
    size_t lanes = xl_i32_lanes();
    xl_i32 sum = xl_i32_set1(0, lanes);
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32 x = xl_i32_load(a + i, vl);
        xl_m32 above = xl_i32_lt(xl_i32_set1(0, vl), x, vl);
#if defined XL_MUTANT && defined XL_ISA_IS_rvv
        /* Unmasked behind vl, so that the mask alone is at fault. */
        xl_i32 all = xl_i32_merge(xl_i32_set1(0, lanes), x, vl);
        above = xl_i32_lt(xl_i32_set1(0, lanes), all, lanes);
        sum = __riscv_vadd_vv_i32m1_m(above, sum, all, lanes);
#else
        sum = xl_i32_merge(
            sum, xl_i32_add(sum, xl_i32_select(above, x, xl_i32_set1(0, vl), vl), vl), vl);
#endif
    }
    return xl_i32_reduce_add(sum, lanes);
}
