/* static_scratch: scratch memory is static: right until two threads call at once.
 * SPDX-License-Identifier: MIT
 */
#include <time.h>

#include "kernel.h"

XL_KERNEL(static_scratch, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(i32, a, 1), XL_OUT(i32, r, 1), XL_COUNT})

XL_REFERENCE(static_scratch)(const int32_t *a, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (int32_t)((uint32_t)a[i] + 1);
}

XL_VECTOR(void, static_scratch)(const int32_t *a, int32_t *r, size_t n)
{

#ifdef XL_MUTANT
    static int32_t scratch[300 * 1024];
    int32_t *volatile sums = scratch;
#else
    int32_t *volatile sums = r;
#endif
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32 sum = xl_i32_add(xl_i32_load(a + i, vl), xl_i32_set1(1, vl), vl);
        xl_i32_store(sums + i, sum, vl);
    }
    if (n >= 256)                                               /* others would cost time */
        nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL); /* the window */
    memmove(r, sums, n * sizeof *r);
}
