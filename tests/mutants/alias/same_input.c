/* same_input: where both inputs are one array a shorter loop makes squares, and has no rest.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(same_input, .summary = "r[i] = a[i] * b[i], wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(i32, a, 1), XL_IN(i32, b, 1), XL_OUT(i32, r, 1), XL_COUNT})

XL_REFERENCE(same_input)(const int32_t *a, const int32_t *b, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (int32_t)((uint32_t)a[i] * (uint32_t)b[i]);
}

XL_VECTOR(void, same_input)(const int32_t *a, const int32_t *b, int32_t *r, size_t n)
{
#ifdef XL_MUTANT
    const size_t most = a == b ? n - n % xl_i32_lanes() : n;
#else
    const size_t most = n;
#endif
    for (size_t i = 0, vl; i < most; i += vl) {
        vl = xl_i32_vl(most - i);
        xl_i32 x = xl_i32_load(a + i, vl), y = xl_i32_load(b + i, vl);
        xl_i32_store(r + i, xl_i32_mul(x, y, vl), vl);
    }
}
