/* wide_result: a sum modulo 2^16 is returned in all its bits, where the ABI has the function cut it
 * off.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(wide_result, .summary = "sum of a[i], modulo 2^16", .contract = {XL_EXACT},
          .args = {XL_IN(u16, a, 1), XL_COUNT, XL_RETURNS(u16)})

XL_REFERENCE(wide_result)(const uint16_t *a, size_t n, uint16_t *result)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += a[i];
    *result = (uint16_t)sum;
}

/* As the assembly that it stands for has it: what it returns is a register. */
#ifdef XL_MUTANT
XL_VECTOR(uint64_t, wide_result)(const uint16_t *a, size_t n)
#else
XL_VECTOR(uint16_t, wide_result)(const uint16_t *a, size_t n)
#endif
{
    size_t lanes = xl_u32_lanes();
    xl_u32 sum = xl_u32_set1(0, lanes);
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        sum = xl_u32_merge(sum, xl_u32_add(sum, xl_u32_load_widen_u16(a + i, vl), vl), vl);
    }
    return xl_u32_reduce_add(sum, lanes);
}
