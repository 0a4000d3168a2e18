/* Lanes that are not of the result.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "base.h"

/* agnostic_add: an accumulator at vlmax, an add with a smaller vl and the default policy, a
 * reduction at vlmax. */
XL_KERNEL(agnostic_add, SUM(i32))
SUM_REFERENCE(agnostic_add, int32_t)

XL_VECTOR(int32_t, agnostic_add)(const int32_t *a, size_t n)
{
    size_t lanes = xl_i32_lanes();
    xl_i32 sum = xl_i32_set1(0, lanes);
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);

#ifdef XL_MUTANT
        sum = xl_i32_add(sum, xl_i32_load(a + i, vl), vl);
#else
        sum = xl_i32_merge(sum, xl_i32_add(sum, xl_i32_load(a + i, vl), vl), vl);
#endif
    }
    return xl_i32_reduce_add(sum, lanes);
}

/* agnostic_mask: a masked add with the default policy; the inactive lanes of the accumulator are
 * taken to be as they were. */
XL_KERNEL(agnostic_mask, .summary = "sum of the a[i] above 0, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(i32, a, 1), XL_COUNT, XL_RETURNS(i32)})

XL_REFERENCE(agnostic_mask)(const int32_t *a, size_t n, int32_t *result)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += a[i] > 0 ? (uint32_t)a[i] : 0;
    *result = (int32_t)sum;
}

XL_VECTOR(int32_t, agnostic_mask)(const int32_t *a, size_t n)
{
    size_t lanes = xl_i32_lanes();
    xl_i32 sum = xl_i32_set1(0, lanes);
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32 x = xl_i32_load(a + i, vl);
        xl_m32 above = xl_i32_lt(xl_i32_set1(0, vl), x, vl);
#if defined XL_MUTANT && defined XL_ISA_IS_rvv
        /* Unmasked behind vl, so that the mask alone is at fault. */
        xl_i32 all = xl_i32_merge(xl_i32_set1(0, lanes), x, vl);
        above = xl_i32_lt(xl_i32_set1(0, lanes), all, lanes);
        sum = __riscv_vadd_vv_i32m1_m(above, sum, all, lanes);
#else
        sum = xl_i32_merge(
            sum, xl_i32_add(sum, xl_i32_select(above, x, xl_i32_set1(0, vl), vl), vl), vl);
#endif
    }
    return xl_i32_reduce_add(sum, lanes);
}

/* agnostic_max: the greatest of unsigned lanes, with a smaller vl and the default policy, reduced
 * at vlmax. */
XL_KERNEL(agnostic_max, .summary = "greatest a[i], or 0", .contract = {XL_EXACT},
          .args = {XL_IN(u32, a, 1), XL_COUNT, XL_RETURNS(u32)})

XL_REFERENCE(agnostic_max)(const uint32_t *a, size_t n, uint32_t *result)
{
    *result = 0;
    for (size_t i = 0; i < n; i++)
        if (a[i] > *result)
            *result = a[i];
}

XL_VECTOR(uint32_t, agnostic_max)(const uint32_t *a, size_t n)
{
    size_t lanes = xl_u32_lanes();
    xl_u32 best = xl_u32_set1(0, lanes);
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
#ifdef XL_MUTANT
        best = xl_u32_max(best, xl_u32_load(a + i, vl), vl);
#else
        best = xl_u32_merge(best, xl_u32_max(best, xl_u32_load(a + i, vl), vl), vl);
#endif
    }
    return xl_u32_reduce_max(best, lanes);
}

/* x_accumulator: the `_x` form of an add is an accumulator, and is reduced under ptrue: its
 * inactive lanes were added to. */
XL_KERNEL(x_accumulator, .summary = "sum of a[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(i32, a, 1), XL_COUNT, XL_RETURNS(i32)})

XL_REFERENCE(x_accumulator)(const int32_t *a, size_t n, int32_t *result)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += (uint32_t)a[i] + 1;
    *result = (int32_t)sum;
}

XL_VECTOR(int32_t, x_accumulator)(const int32_t *a, size_t n)
{
    size_t lanes = xl_i32_lanes();
    xl_i32 sum = xl_i32_set1(0, lanes);
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32 x = xl_i32_load(a + i, vl);
#if defined XL_MUTANT && defined __ARM_FEATURE_SVE
        svbool_t below = svwhilelt_b32_u64(i, n);
        sum = svadd_s32_x(below, sum, svadd_n_s32_x(below, x, 1));
#else
        sum = xl_i32_merge(sum, xl_i32_add(sum, xl_i32_add(x, xl_i32_set1(1, vl), vl), vl), vl);
#endif
    }
    return xl_i32_reduce_add(sum, lanes);
}

/* z_accumulator: a zeroing add is an accumulator: the last step clears the lanes that it does not
 * reach. */
XL_KERNEL(z_accumulator, SUM(i32))
SUM_REFERENCE(z_accumulator, int32_t)

XL_VECTOR(int32_t, z_accumulator)(const int32_t *a, size_t n)
{
    size_t lanes = xl_i32_lanes();
    xl_i32 sum = xl_i32_set1(0, lanes);
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32 x = xl_i32_load(a + i, vl);
#ifdef XL_MUTANT
#if defined __ARM_FEATURE_SVE
        sum = svadd_s32_z(svwhilelt_b32_u64(i, n), sum, x);
#elif defined XL_ISA_IS_avx512
        __mmask16 below = (__mmask16)((1u << vl) - 1);
        sum = (xl_i32)_mm512_maskz_add_epi32(below, (__m512i)sum, (__m512i)x);
#else
        sum = xl_i32_merge(xl_i32_set1(0, lanes), xl_i32_add(sum, x, vl), vl);
#endif
#else
        sum = xl_i32_merge(sum, xl_i32_add(sum, x, vl), vl);
#endif
    }
    return xl_i32_reduce_add(sum, lanes);
}

/* zeroed_max: lanes that the tail does not reach are zero, and take part in the maximum: wrong
 * where all elements are negative. */
XL_KERNEL(zeroed_max, .summary = "greatest a[i], or -infinity", .contract = {XL_EXACT},
          .args = {XL_IN_RANGE(f32, a, 1, -1000, -1), XL_COUNT, XL_RETURNS(f32)})

XL_REFERENCE(zeroed_max)(const float *a, size_t n, float *result)
{
    *result = -INFINITY;
    for (size_t i = 0; i < n; i++)
        if (a[i] > *result)
            *result = a[i];
}

XL_VECTOR(float, zeroed_max)(const float *a, size_t n)
{
    size_t lanes = xl_f32_lanes();
    xl_f32 best = xl_f32_set1(-INFINITY, lanes);
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 x = xl_f32_load(a + i, vl);
#ifdef XL_MUTANT
        best = xl_f32_max(best, xl_f32_merge(xl_f32_set1(0, lanes), x, vl), lanes);
#else
        best = xl_f32_merge(best, xl_f32_max(best, x, vl), vl);
#endif
    }
    return xl_f32_reduce_max(best, lanes);
}
