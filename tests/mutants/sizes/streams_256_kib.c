/* streams_256_kib: from 256 KiB on another loop writes past the cache, from an aligned address on,
 * and takes the elements before that for one fewer where they are not a whole vector.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(streams_256_kib, .summary = "r[i] = ~a[i]", .contract = {XL_EXACT},
          .args = {XL_IN(u64, a, 1), XL_OUT(u64, r, 1), XL_COUNT})

XL_REFERENCE(streams_256_kib)(const uint64_t *a, uint64_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = ~a[i];
}

static void negate(const uint64_t *a, uint64_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u64_vl(n - i);
        xl_u64_store(r + i, xl_u64_not(xl_u64_load(a + i, vl), vl), vl);
    }
}

XL_VECTOR(void, streams_256_kib)(const uint64_t *a, uint64_t *r, size_t n)
{
    size_t first = 0, lost = 0;
    if (n * sizeof *r >= 256 << 10) {
        while (((uintptr_t)(r + first) & 15) != 0)
            first++;
#ifdef XL_MUTANT
        lost = first != 0;
#endif
    }
    negate(a, r, first - lost);
    negate(a + first, r + first, n - first);
}
