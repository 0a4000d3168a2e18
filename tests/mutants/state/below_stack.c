/* below_stack: a sum is kept below the stack pointer, as a function may that no signal interrupts.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(below_stack, .summary = "r[0] = a[0] + a[1] + ... mod 2^32", .contract = {XL_EXACT},
          .args = {XL_IN(i32, a, 1), XL_OUT_FIXED(i32, r, 1), XL_COUNT})

XL_REFERENCE(below_stack)(const int32_t *a, int32_t *r, size_t n)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += (uint32_t)a[i];
    *r = (int32_t)sum;
}

/* Further down than the red zones of x86-64 and POWER, and than the frame of a function so small.
 */
enum { BELOW = 1000 };

XL_VECTOR(void, below_stack)(const int32_t *a, int32_t *r, size_t n)
{
#ifdef XL_MUTANT
    char *frame = __builtin_frame_address(0);
    volatile uint32_t *sum = (uint32_t *)(void *)(frame - BELOW);
#else
    uint32_t kept;
    volatile uint32_t *sum = &kept;
#endif
    *sum = 0;
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        *sum += (uint32_t)xl_i32_reduce_add(xl_i32_load(a + i, vl), vl);
    }
    *r = (int32_t)*sum;
}
