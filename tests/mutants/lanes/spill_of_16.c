/* spill_of_16: an accumulator is spilled into 16 elements, and all 16 are added: right where a
 * vector has 16 lanes.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(spill_of_16, .summary = "sum of a[i], wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(i32, a, 1), XL_COUNT, XL_RETURNS(i32)})

XL_REFERENCE(spill_of_16)(const int32_t *a, size_t n, int32_t *result)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += (uint32_t)a[i];
    *result = (int32_t)sum;
}

XL_VECTOR(int32_t, spill_of_16)(const int32_t *a, size_t n)
{
    size_t lanes = xl_i32_lanes();
    xl_i32 sum = xl_i32_set1(0, lanes);
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        sum = xl_i32_merge(sum, xl_i32_add(sum, xl_i32_load(a + i, vl), vl), vl);
    }
#ifdef XL_MUTANT
    /* As a stack may be. */
    int32_t spill[16];
    memset(spill, 0x5a, sizeof spill);
    xl_i32_store(spill, sum, lanes < 16 ? lanes : 16);
    uint32_t total = 0;
    for (size_t k = 0; k < 16; k++)
        total += (uint32_t)spill[k];
    return (int32_t)total;
#else
    return xl_i32_reduce_add(sum, lanes);
#endif
}
