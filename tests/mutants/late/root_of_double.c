/* root_of_double: an integer's root by a double's, which is one too large just below the square of
 * a large number.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(root_of_double, .summary = "r[i] = the root of a[i], rounded down",
          .contract = {XL_EXACT}, .elementwise = 1,
          .args = {XL_IN_RANGE(u64, a, 1, 0, 1e18), XL_OUT(u64, r, 1), XL_COUNT})

XL_REFERENCE(root_of_double)(const uint64_t *a, uint64_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        r[i] = 0;
        for (uint64_t bit = 1 << 30; bit; bit >>= 1)
            if ((r[i] + bit) * (r[i] + bit) <= a[i])
                r[i] += bit;
    }
}

XL_VECTOR(void, root_of_double)(const uint64_t *a, uint64_t *r, size_t n)
{
    enum { MOST = 64 };
    double roots[MOST];
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f64_vl(n - i < MOST ? n - i : MOST);
        for (size_t k = 0; k < vl; k++)
            roots[k] = (double)a[i + k];
        xl_f64_store(roots, xl_f64_sqrt(xl_f64_load(roots, vl), vl), vl);
        for (size_t k = 0; k < vl; k++) {
            r[i + k] = (uint64_t)roots[k];
#ifndef XL_MUTANT
            r[i + k] -= r[i + k] * r[i + k] > a[i + k];
#endif
        }
    }
}
