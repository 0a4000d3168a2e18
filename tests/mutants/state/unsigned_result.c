/* unsigned_result: an unsigned sum of 32 bits is returned with zeros above it, where the ABI wants
 * its bit 31 there.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(unsigned_result, .summary = "sum of a[i], wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u32, a, 1), XL_COUNT, XL_RETURNS(u32)})

XL_REFERENCE(unsigned_result)(const uint32_t *a, size_t n, uint32_t *result)
{
    *result = 0;
    for (size_t i = 0; i < n; i++)
        *result += a[i];
}

/* As the assembly that it stands for has it: what it returns is a register. */
#ifdef XL_MUTANT
XL_VECTOR(uint64_t, unsigned_result)(const uint32_t *a, size_t n)
#else
XL_VECTOR(uint32_t, unsigned_result)(const uint32_t *a, size_t n)
#endif
{
    size_t lanes = xl_u32_lanes();
    xl_u32 sum = xl_u32_set1(0, lanes);
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        sum = xl_u32_merge(sum, xl_u32_add(sum, xl_u32_load(a + i, vl), vl), vl);
    }
    return xl_u32_reduce_add(sum, lanes);
}
