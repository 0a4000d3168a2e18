/* slack_read_by_one: 15 elements past the end of the input may be read, and 16 are, where n is a
 * multiple of 16.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(slack_read_by_one, .summary = "the sum of a, modulo 2^32", .contract = {XL_EXACT},
          .slack = {{"a", 15}}, .args = {XL_IN(u32, a, 1), XL_COUNT, XL_RETURNS(u32)})

XL_REFERENCE(slack_read_by_one)(const uint32_t *a, size_t n, uint32_t *sum)
{
    *sum = 0;
    for (size_t i = 0; i < n; i++)
        *sum += a[i];
}

XL_VECTOR(uint32_t, slack_read_by_one)(const uint32_t *a, size_t n)
{
    uint32_t block[16], sum = 0;
#ifdef XL_MUTANT
    const size_t padded = (n + 16) / 16 * 16;
#else
    const size_t padded = (n + 15) / 16 * 16;
#endif
    for (size_t i = 0; i < padded; i += 16) {
        for (size_t j = 0, vl; j < 16; j += vl) {
            vl = xl_u32_vl(16 - j);
            xl_u32 x = xl_u32_load(a + i + j, vl);
            xl_u32_store(block + j, xl_u32_add(x, xl_u32_set1(1, vl), vl), vl);
        }
        for (size_t j = 0; j < 16; j++)
            sum += i + j < n ? block[j] - 1 : 0;
    }
    return sum;
}
