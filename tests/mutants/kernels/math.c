/* Rounding and accuracy.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "base.h"

/* bf16_by_truncation: float to bfloat16 by dropping the low half instead of rounding. */
XL_KERNEL(bf16_by_truncation, .summary = "r[i] = a[i] as bfloat16, to nearest even; NaN made quiet",
          .contract = {XL_EXACT}, .args = {XL_IN(f32, a, 1), XL_OUT(u16, r, 1), XL_COUNT})

XL_REFERENCE(bf16_by_truncation)(const float *a, uint16_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint32_t bits;
        memcpy(&bits, a + i, sizeof bits);
        if ((bits & 0x7fffffff) > 0x7f800000)
            r[i] = (uint16_t)(bits >> 16 | 0x40);
        else
            r[i] = (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
    }
}

XL_VECTOR(void, bf16_by_truncation)(const float *a, uint16_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 x = xl_f32_load(a + i, vl);
        xl_u32 bits = xl_u32_bitcast_f32(x), high = xl_u32_shr(bits, 16, vl);
#ifdef XL_MUTANT
        xl_u32 rounded = high;
#else
        xl_u32 half =
            xl_u32_add(xl_u32_and(high, xl_u32_set1(1, vl), vl), xl_u32_set1(0x7fff, vl), vl);
        xl_u32 rounded = xl_u32_shr(xl_u32_add(bits, half, vl), 16, vl);
#endif
        xl_u32 quiet = xl_u32_or(high, xl_u32_set1(0x40, vl), vl);
        xl_u32 magnitude = xl_u32_and(bits, xl_u32_set1(0x7fffffff, vl), vl);
        xl_m32 nan = xl_u32_lt(xl_u32_set1(0x7f800000, vl), magnitude, vl);
        xl_u32_store_narrow_u16(r + i, xl_u32_select(nan, quiet, rounded, vl), vl);
    }
}

/* fused: a fused multiply-add in a kernel whose contract has two roundings. */
XL_KERNEL(fused, .summary = "r[i] = a[i] * b[i] + c[i], rounded twice", .contract = {XL_EXACT},
          .args = {XL_IN_RANGE(f32, a, 1, 1, 1000), XL_IN_RANGE(f32, b, 1, 1, 1000),
                   XL_IN_RANGE(f32, c, 1, 1, 1000), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(fused)(const float *a, const float *b, const float *c, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        float product = a[i] * b[i];
        r[i] = product + c[i];
    }
}

XL_VECTOR(void, fused)(const float *a, const float *b, const float *c, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 x = xl_f32_load(a + i, vl), y = xl_f32_load(b + i, vl), z = xl_f32_load(c + i, vl);
#ifdef XL_MUTANT
        xl_f32 v = xl_f32_fma(x, y, z, vl);
#else
        xl_f32 v = xl_f32_add(xl_f32_mul(x, y, vl), z, vl);
#endif
        xl_f32_store(r + i, v, vl);
    }
}

/* one_unit_worse: a result that is a unit or two further off than it was, and still within the
 * contract. */
XL_KERNEL(one_unit_worse, .summary = "r[i] = 1 / sqrt(a[i])", .contract = {XL_ULP, .ulp = 4},
          .function = "rsqrt", .elementwise = 1, .in_place = 1,
          .args = {XL_IN(f32, a, 1), XL_OUT(f32, r, 1), XL_COUNT})

XL_VECTOR(void, one_unit_worse)(const float *a, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 root = xl_f32_sqrt(xl_f32_load(a + i, vl), vl);
        xl_f32 quotient = xl_f32_div(xl_f32_set1(1, vl), root, vl);
/* What it was stands in tests/mutants/accuracy: a square root and a quotient, each rounded once,
 * are off by less than 1.5 units together. */
#ifdef XL_MUTANT
        quotient = xl_f32_mul(quotient, xl_f32_set1(0x1.000002p0f, vl), vl);
#endif
        xl_f32_store(r + i, quotient, vl);
    }
}

/* small_path: a fast path for when all lanes are small is 1 % wrong: one lane that is not hides it.
 */
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

/* uneven_lanes: lane 0 goes another way than the rest: each result is near enough, and equal inputs
 * give unequal ones. */
XL_KERNEL(uneven_lanes, .summary = "r[i] = 1.1 * a[i], within four units",
          .contract = {XL_ULP, .ulp = 4}, .elementwise = 1,
          .args = {XL_IN_RANGE(f32, a, 1, 1, 2), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(uneven_lanes)(const float *a, double *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (double)a[i] * 1.1f;
}

XL_VECTOR(void, uneven_lanes)(const float *a, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 by = xl_f32_set1(1.1f, vl);
#ifdef XL_MUTANT
        by = xl_f32_merge(by, xl_f32_set1(0x1.19999cp0f, vl), 1);
#endif
        xl_f32_store(r + i, xl_f32_mul(xl_f32_load(a + i, vl), by, vl), vl);
    }
}

/* unfused: two roundings in a kernel whose contract is a fused multiply-add. */
XL_KERNEL(unfused, .summary = "r[i] = a[i] * b[i] + c[i], fused", .contract = {XL_EXACT},
          .args = {XL_IN(f32, a, 1), XL_IN(f32, b, 1), XL_IN(f32, c, 1), XL_OUT(f32, r, 1),
                   XL_COUNT})

XL_REFERENCE(unfused)(const float *a, const float *b, const float *c, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = fmaf(a[i], b[i], c[i]);
}

XL_VECTOR(void, unfused)(const float *a, const float *b, const float *c, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 x = xl_f32_load(a + i, vl), y = xl_f32_load(b + i, vl), z = xl_f32_load(c + i, vl);
#ifdef XL_MUTANT
        xl_f32 v = xl_f32_add(xl_f32_mul(x, y, vl), z, vl);
#else
        xl_f32 v = xl_f32_fma(x, y, z, vl);
#endif
        xl_f32_store(r + i, v, vl);
    }
}
