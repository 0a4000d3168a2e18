/* popcount_by_word: bits are counted a word at a time; a scalar's are counted in a vector register,
 * too, where no other instruction counts bits.
 * SPDX-License-Identifier: MIT
 */
#include "integer/popcount.h"

XL_KERNEL(popcount_by_word, .summary = "r[i] = how many bits of a[i] are set",
          .contract = {XL_EXACT}, .args = {XL_IN(u64, a, 1), XL_OUT(u64, r, 1), XL_COUNT})

XL_REFERENCE(popcount_by_word)(const uint64_t *a, uint64_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint64_t)__builtin_popcountll(a[i]);
}

XL_VECTOR(void, popcount_by_word)(const uint64_t *restrict a, uint64_t *restrict r, size_t n)
{
#ifdef XL_MUTANT
    for (size_t i = 0; i < n; i++)
        r[i] = (uint64_t)__builtin_popcountll(a[i]);
#else
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u64_vl(n - i);
        xl_u64_store(r + i, xl_popcount_u64(xl_u64_load(a + i, vl), vl), vl);
    }
#endif
}
