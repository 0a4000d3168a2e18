/* stamps_of_16_bits: what a call has seen is marked with the number of the call, in 16 bits, and
 * nobody clears the marks when that begins anew.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

#include <string.h>

XL_KERNEL(stamps_of_16_bits, .summary = "sum of a[i], and 2^16 for each value of a[i] % 256",
          .contract = {XL_EXACT}, .args = {XL_IN(u32, a, 1), XL_COUNT, XL_RETURNS(u32)})

XL_REFERENCE(stamps_of_16_bits)(const uint32_t *a, size_t n, uint32_t *result)
{
    unsigned char has[256] = {0};
    *result = 0;
    for (size_t i = 0; i < n; i++) {
        *result += a[i] + (has[a[i] % 256] ? 0u : 65536u);
        has[a[i] % 256] = 1;
    }
}

XL_VECTOR(uint32_t, stamps_of_16_bits)(const uint32_t *a, size_t n)
{
    static _Thread_local uint16_t seen[256], call;
    const size_t lanes = xl_u32_lanes();
    xl_u32 sum = xl_u32_set1(0, lanes);
    uint32_t count = 0;
#ifdef XL_MUTANT
    if (++call == 0)
        call = 1;
#else
    if (++call == 0) {
        memset(seen, 0, sizeof seen);
        call = 1;
    }
#endif
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        sum = xl_u32_merge(sum, xl_u32_add(sum, xl_u32_load(a + i, vl), vl), vl);
    }
    for (size_t i = 0; i < n; i++) {
        count += seen[a[i] % 256] != call;
        seen[a[i] % 256] = call;
    }
    return xl_u32_reduce_add(sum, lanes) + 65536 * count;
}
