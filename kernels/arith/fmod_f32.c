/* fmod_f32: the remainder of a division that truncates; exact, as fmodf of C. Made in double, where
 * it is exact too, and a float again.
 * SPDX-License-Identifier: MIT
 */
#include "fmod.h"

XL_KERNEL(fmod_f32, .summary = "r[i] = fmodf(a[i], b[i])", .contract = {XL_EXACT}, .elementwise = 1,
          .in_place = 1, .args = {XL_IN(f32, a, 1), XL_IN(f32, b, 1), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(fmod_f32)(const float *a, const float *b, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = fmodf(a[i], b[i]);
}

XL_VEC void fmod_f32_step(const float *a, const float *b, float *r, size_t i, size_t vl)
{
    xl_f64 rest = xl_fmod(xl_f64_load_widen_f32(a + i, vl), xl_f64_load_widen_f32(b + i, vl), vl);
    xl_f64_store_narrow_f32(r + i, rest, vl);
}

XL_VECTOR(void, fmod_f32)(const float *a, const float *b, float *r, size_t n)
{
    XL_STRIPS(f64, n, fmod_f32_step(a, b, r, i, vl));
}
