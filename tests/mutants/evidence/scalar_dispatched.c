/* scalar_dispatched: a dispatcher that returns the scalar code: right in every lane, and no vector
 * instruction runs.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(scalar_dispatched, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(i32, a, 1), XL_OUT(i32, r, 1), XL_COUNT})

XL_REFERENCE(scalar_dispatched)(const int32_t *a, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (int32_t)((uint32_t)a[i] + 1);
}

__attribute__((noinline)) static void add_scalar(const int32_t *restrict a, int32_t *restrict r,
                                                 size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (int32_t)((uint32_t)a[i] + 1);
}

__attribute__((noinline)) static void add_vector(const int32_t *a, int32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32 sum = xl_i32_add(xl_i32_load(a + i, vl), xl_i32_set1(1, vl), vl);
        xl_i32_store(r + i, sum, vl);
    }
}

XL_VECTOR(void, scalar_dispatched)(const int32_t *a, int32_t *r, size_t n)
{
#ifdef XL_MUTANT
    (void)add_vector;
    void (*volatile chosen)(const int32_t *, int32_t *, size_t) = add_scalar;
#else
    void (*volatile chosen)(const int32_t *, int32_t *, size_t) = add_vector;
    (void)add_scalar;
#endif
    chosen(a, r, n);
}
