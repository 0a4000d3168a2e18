/* wrong_implementation: a dispatcher whose table is one entry off: its values are right, and the
 * CPU has more than what it takes.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(wrong_implementation, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(i32, a, 1), XL_OUT(i32, r, 1), XL_COUNT}, .dispatch = {{"", "raise_wide"}})

XL_REFERENCE(wrong_implementation)(const int32_t *a, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (int32_t)((uint32_t)a[i] + 1);
}

__attribute__((noinline)) static void raise_narrow(const int32_t *a, int32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32_store(r + i, xl_i32_add(xl_i32_load(a + i, vl), xl_i32_set1(1, vl), vl), vl);
    }
}

/* Whole vectors, without asking at each how many lanes it has. */
__attribute__((noinline)) static void raise_wide(const int32_t *a, int32_t *r, size_t n)
{
    const size_t lanes = xl_i32_lanes();
    size_t i = 0;
    for (; n - i >= 2 * lanes; i += lanes) {
        xl_i32 x = xl_i32_load(a + i, lanes);
        xl_i32_store(r + i, xl_i32_add(x, xl_i32_set1(1, lanes), lanes), lanes);
    }
    raise_narrow(a + i, r + i, n - i);
}

XL_VECTOR(void, wrong_implementation)(const int32_t *a, int32_t *r, size_t n)
{
#ifdef XL_MUTANT
    void (*volatile chosen)(const int32_t *, int32_t *, size_t) = raise_narrow;
    (void)raise_wide;
#else
    void (*volatile chosen)(const int32_t *, int32_t *, size_t) = raise_wide;
#endif
    chosen(a, r, n);
}
