/* Vectors, and after each vector that has a negative argument a scalar loop, as vector libraries
 * have for arguments outside the domain. outside_domain has it for these alone and is correct;
 * outside_never has it for all.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

#include <math.h>

#define XL_RECORD                                                                                  \
    .summary = "r[i] = sqrt(a[i])", .contract = {XL_ULP, .ulp = 0.5}, .function = "sqrt",          \
    .only = "sse2 sse4 avx2 vxe vxe2", .args = {XL_IN(f32, a, 1), XL_OUT(f32, r, 1), XL_COUNT}

static inline void outside_roots(const float *a, float *r, size_t n, int is_always)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        const xl_f32 v = xl_f32_load(a + i, vl);
        xl_f32_store(r + i, xl_f32_sqrt(v, vl), vl);
        if (!is_always && !xl_m32_any(xl_f32_lt(v, xl_f32_set1(0, vl), vl), vl))
            continue;
        for (size_t k = i; k < i + vl; k++) {
            volatile float step = r[k];
            for (int s = 0; s < 8; s++)
                step = step * 1;
            r[k] = step;
        }
    }
}

XL_KERNEL(outside_domain, XL_RECORD)

XL_VECTOR(void, outside_domain)(const float *a, float *r, size_t n)
{
    outside_roots(a, r, n, 0);
}

XL_KERNEL(outside_never, XL_RECORD)

XL_VECTOR(void, outside_never)(const float *a, float *r, size_t n)
{
    outside_roots(a, r, n, 1);
}
