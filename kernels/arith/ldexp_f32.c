/* ldexp_f32: a times 2 to an integer power, rounded once where the result is subnormal.
 * SPDX-License-Identifier: MIT
 */
#include "ldexp.h"

#include <math.h>

XL_LDEXP(f32, i32, 127, 23)

XL_KERNEL(ldexp_f32, .summary = "r[i] = a[i] * 2^power[i], rounded once",
          .contract = {XL_EXACT, .rounding = 1}, .elementwise = 1, .in_place = 1,
          .args = {XL_IN(f32, a, 1), XL_IN(i32, power, 1), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(ldexp_f32)(const float *a, const int32_t *power, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        /* ldexpf takes an int; past these nothing changes. */
        int32_t p = power[i] < -1000 ? -1000 : power[i] > 1000 ? 1000 : power[i];
        r[i] = ldexpf(a[i], (int)p);
    }
}

XL_VEC void ldexp_f32_step(const float *a, const int32_t *power, float *r, size_t i, size_t vl)
{
    xl_f32 x = xl_ldexp_f32(xl_f32_load(a + i, vl), xl_i32_load(power + i, vl), vl);
    xl_f32_store(r + i, x, vl);
}

XL_VECTOR(void, ldexp_f32)(const float *a, const int32_t *power, float *r, size_t n)
{
    XL_STRIPS(f32, n, ldexp_f32_step(a, power, r, i, vl));
}
