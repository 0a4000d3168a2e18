/* z_accumulator: a zeroing add is an accumulator: the last step clears the lanes that it does not
 * reach.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(z_accumulator, .summary = "sum of a[i], wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(i32, a, 1), XL_COUNT, XL_RETURNS(i32)})

XL_REFERENCE(z_accumulator)(const int32_t *a, size_t n, int32_t *result)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += (uint32_t)a[i];
    *result = (int32_t)sum;
}

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
