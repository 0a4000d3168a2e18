/* Broken: takes away the memory that the agent shares with the host.
 * SPDX-License-Identifier: MIT
 */
#include <sys/mman.h>

#include "kernel.h"

XL_KERNEL(unmaps_all, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(unmaps_all)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
}

XL_VECTOR(void, unmaps_all)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8_store(r + i, xl_u8_add(xl_u8_load(a + i, vl), xl_u8_set1(1, vl), vl), vl);
    }
    /* The host's part begins below the first slot, and is no longer than this. */
    const uintptr_t length = 1 << 22, page = 4096;
    if (n == 5)
        munmap((void *)(((uintptr_t)r - length) / page * page), 2 * length);
}
