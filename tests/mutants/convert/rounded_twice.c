/* rounded_twice: a 64-bit integer becomes a double and that a float: rounded twice.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(rounded_twice, .summary = "r[i] = a[i] as float, to nearest even", .contract = {XL_EXACT},
          .elementwise = 1, .args = {XL_IN(i64, a, 1), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(rounded_twice)(const int64_t *a, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (float)a[i];
}

enum { MOST = 64 };

/* What a double does not hold is not lost where it is a bit that is never rounded away. */
static int64_t odd(int64_t x)
{
#ifndef XL_MUTANT
    const int64_t kept = ~INT64_C(2047);
    if (x > INT64_C(1) << 53 || x < -(INT64_C(1) << 53))
        x = (x & kept) | (x & ~kept ? 2048 : 0);
#endif
    return x;
}

XL_VECTOR(void, rounded_twice)(const int64_t *a, float *r, size_t n)
{
    int64_t x[MOST];
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i64_vl(n - i < MOST ? n - i : MOST);
        for (size_t k = 0; k < vl; k++)
            x[k] = odd(a[i + k]);
        xl_f64_store_narrow_f32(r + i, xl_f64_from_i64(xl_i64_load(x, vl), vl), vl);
    }
}
