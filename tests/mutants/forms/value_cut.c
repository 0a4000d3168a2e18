/* value_cut: a number of 64 bits by value is taken for one of 32.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(value_cut, .summary = "r[i] = a[i] ^ mask", .contract = {XL_EXACT}, .bitwise = 1,
          .args = {XL_IN(u64, a, 1), XL_OUT(u64, r, 1), XL_VALUE(u64, mask), XL_COUNT})

XL_REFERENCE(value_cut)(const uint64_t *a, uint64_t *r, uint64_t mask, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] ^ mask;
}

XL_VECTOR(void, value_cut)(const uint64_t *a, uint64_t *r, uint64_t mask, size_t n)
{
#ifdef XL_MUTANT
    mask = (unsigned)mask;
#endif
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u64_vl(n - i);
        xl_u64_store(r + i, xl_u64_xor(xl_u64_load(a + i, vl), xl_u64_set1(mask, vl), vl), vl);
    }
}
