/* streams_1_mib: from 1 MiB on another loop writes past the cache, whole vectors alone, and forgets
 * the bytes behind them.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(streams_1_mib, .summary = "r[i] = ~a[i]", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(streams_1_mib)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)~a[i];
}

XL_VECTOR(void, streams_1_mib)(const uint8_t *a, uint8_t *r, size_t n)
{
    size_t end = n;
#ifdef XL_MUTANT
    const size_t lanes = xl_u8_lanes();
    end = n >= 1 << 20 ? n / lanes * lanes : n;
#endif
    for (size_t i = 0, vl; i < end; i += vl) {
        vl = xl_u8_vl(end - i);
        xl_u8_store(r + i, xl_u8_not(xl_u8_load(a + i, vl), vl), vl);
    }
}
