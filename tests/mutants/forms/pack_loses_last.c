/* pack_loses_last: the last element is counted, and never stored: n elements are kept where all
 * are.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(pack_loses_last, .summary = "r = the positive elements of a; how many there are",
          .contract = {XL_EXACT}, .lengths = {{"r", "result"}},
          .args = {XL_IN(i32, a, 1), XL_OUT(i32, r, 1), XL_COUNT, XL_RETURNS_SIZE})

XL_REFERENCE(pack_loses_last)(const int32_t *a, int32_t *r, size_t n, size_t *kept)
{
    *kept = 0;
    for (size_t i = 0; i < n; i++)
        if (a[i] > 0)
            r[(*kept)++] = a[i];
}

XL_VECTOR(size_t, pack_loses_last)(const int32_t *a, int32_t *r, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        const xl_i32 x = xl_i32_load(a + i, vl);
        const xl_m32 wanted = xl_i32_lt(xl_i32_set1(0, vl), x, vl);
        size_t count = xl_m32_count(wanted, vl), stored = count;
#ifdef XL_MUTANT
        if (i + vl == n && kept + count == n && count)
            stored = count - 1;
#endif
        if (stored)
            xl_i32_store(r + kept, xl_i32_compress(x, wanted, vl), stored);
        kept += count;
    }
    return kept;
}
