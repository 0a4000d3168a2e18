/* lost_tail: whole vectors only; the elements behind the last whole one are never written.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(lost_tail, .summary = "r[i] = a[i] + b[i]", .contract = {XL_EXACT},
          .args = {XL_IN(f32, a, 1), XL_IN(f32, b, 1), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(lost_tail)(const float *a, const float *b, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + b[i];
}

XL_VECTOR(void, lost_tail)(const float *a, const float *b, float *r, size_t n)
{
    size_t whole = n;
#ifdef XL_MUTANT
    whole -= n % xl_f32_lanes();
#endif
    for (size_t i = 0, vl; i < whole; i += vl) {
        vl = xl_f32_vl(whole - i);
        xl_f32_store(r + i, xl_f32_add(xl_f32_load(a + i, vl), xl_f32_load(b + i, vl), vl), vl);
    }
}
