/* small_path: a fast path for when all lanes are small is 1 % wrong: one lane that is not hides
 * it.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(small_path, .summary = "r[i] = a[i] * 3", .contract = {XL_EXACT},
          .args = {XL_IN_RANGE(f32, a, 1, -1000, 1000), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(small_path)(const float *a, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] * 3;
}

XL_VECTOR(void, small_path)(const float *a, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 x = xl_f32_load(a + i, vl);
#ifdef XL_MUTANT
        xl_f32 limit = xl_f32_set1(0.0625f, vl), size = xl_f32_abs(x, vl);
        float by =
            vl == xl_f32_lanes() && xl_m32_count(xl_f32_lt(size, limit, vl), vl) == vl ? 3.03f : 3;
#else
        float by = 3;
#endif
        xl_f32_store(r + i, xl_f32_mul(x, xl_f32_set1(by, vl), vl), vl);
    }
}
