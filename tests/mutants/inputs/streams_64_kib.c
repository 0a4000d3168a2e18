/* streams_64_kib: beyond 64 KiB another loop writes past the cache, and forgets the last element.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(streams_64_kib, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u32, a, 1), XL_OUT(u32, r, 1), XL_COUNT})

XL_REFERENCE(streams_64_kib)(const uint32_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + 1;
}

XL_VECTOR(void, streams_64_kib)(const uint32_t *a, uint32_t *r, size_t n)
{
    size_t end = n;
#ifdef XL_MUTANT
    end -= n * sizeof *r > 65536;
#endif
    for (size_t i = 0, vl; i < end; i += vl) {
        vl = xl_u32_vl(end - i);
        xl_u32_store(r + i, xl_u32_add(xl_u32_load(a + i, vl), xl_u32_set1(1, vl), vl), vl);
    }
}
