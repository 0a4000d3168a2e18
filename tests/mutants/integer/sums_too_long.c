/* sums_too_long: Adler's sums are reduced every 5840 bytes, where 5552 is what 32 bits hold: only
 * bytes that are all nearly 255 show it.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(sums_too_long, .summary = "Adler-32", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_COUNT, XL_RETURNS(u32)})

enum { MODULUS = 65521, MOST_OF_SUMS = 64 };

XL_REFERENCE(sums_too_long)(const uint8_t *a, size_t n, uint32_t *result)
{
    uint32_t sum = 1, sums = 0;
    for (size_t i = 0; i < n; i++) {
        sum = (sum + a[i]) % MODULUS;
        sums = (sums + sum) % MODULUS;
    }
    *result = sums << 16 | sum;
}

XL_VECTOR(uint32_t, sums_too_long)(const uint8_t *a, size_t n)
{
#ifdef XL_MUTANT
    const size_t most = 5840;
#else
    const size_t most = 5552;
#endif
    uint32_t sum = 1, sums = 0, prefix[MOST_OF_SUMS];
    for (size_t i = 0, end; i < n; sum %= MODULUS, sums %= MODULUS) {
        end = n - i < most ? n : i + most;
        for (size_t vl; i < end; i += vl) {
            vl = xl_u32_vl(end - i < MOST_OF_SUMS ? end - i : MOST_OF_SUMS);
            xl_u32_store(prefix, xl_u32_scan_add(xl_u32_load_widen_u8(a + i, vl), vl), vl);
            for (size_t k = 0; k < vl; k++)
                sums += sum + prefix[k];
            sum += prefix[vl - 1];
        }
    }
    return sums << 16 | sum;
}
