/* static_scratch: scratch memory is static: right until two threads call at once.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(static_scratch, .summary = "r[i] = sum of a[0] to a[i], wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(i32, a, 1), XL_OUT(i32, r, 1), XL_COUNT})

XL_REFERENCE(static_scratch)(const int32_t *a, int32_t *r, size_t n)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < n; i++)
        r[i] = (int32_t)(sum += (uint32_t)a[i]);
}

XL_VECTOR(void, static_scratch)(const int32_t *a, int32_t *r, size_t n)
{

#ifdef XL_MUTANT
    static int32_t scratch[64], before;
#else
    int32_t scratch[64], before;
#endif
    before = 0;
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32 sums = xl_i32_scan_add(xl_i32_load(a + i, vl), vl);
        xl_i32_store(scratch, xl_i32_add(sums, xl_i32_set1(before, vl), vl), vl);
        /* What the compiler must believe, and what gives another thread its time. */
        __asm__ volatile("" : : "r"(scratch), "r"(&before) : "memory");
        xl_i32_store(r + i, xl_i32_load(scratch, vl), vl);
        before = scratch[vl - 1];
    }
}
