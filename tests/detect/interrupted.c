/* A number that waits below the stack pointer, where a signal handler may write.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(interrupted, .summary = "r[i] = a[i], the last one by way of the stack",
          .contract = {XL_EXACT}, .args = {XL_IN(u32, a, 1), XL_OUT(u32, r, 1), XL_COUNT})

XL_REFERENCE(interrupted)(const uint32_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i];
}

XL_VECTOR(void, interrupted)(const uint32_t *a, uint32_t *r, size_t n)
{
    char *frame = __builtin_frame_address(0);
    volatile uint32_t *last = (uint32_t *)(void *)(frame - 1000);
    *last = n ? a[n - 1] : 0;
    for (size_t i = 0, vl; i + 1 < n; i += vl) {
        vl = xl_u32_vl(n - 1 - i);
        xl_u32_store(r + i, xl_u32_load(a + i, vl), vl);
    }
    if (n)
        r[n - 1] = *last;
}
