/* Vectorized<BFloat16> and Vectorized<Half>. They compute in float, and round once.
 * SPDX-License-Identifier: MIT
 */
#include "vectorized.h"

namespace pytorch {

XL_KERNEL(arithmetic_bf16, RECORD(EXACT, 2, bf16, RESULT, add, sub, mul, div), WRITTEN_bf16)
FUNCTIONS(arithmetic_bf16, 2, bf16, RESULT, add, sub, mul, div)
XL_KERNEL(sign_bf16, RECORD(EXACT, 1, bf16, RESULT, neg, abs), WRITTEN_bf16)
FUNCTIONS(sign_bf16, 1, bf16, RESULT, neg, abs)
XL_KERNEL(angle_bf16, RECORD(EXACT, 1, bf16, RESULT, angle), WRITTEN_bf16)
FUNCTIONS(angle_bf16, 1, bf16, RESULT, angle)
XL_KERNEL(round_bf16, RECORD(EXACT, 1, bf16, RESULT, ceil, floor, round), WRITTEN_bf16)
FUNCTIONS(round_bf16, 1, bf16, RESULT, ceil, floor, round)
XL_KERNEL(trunc_bf16, RECORD(EXACT, 1, bf16, RESULT, trunc, frac), WRITTEN_bf16)
FUNCTIONS(trunc_bf16, 1, bf16, RESULT, trunc, frac)
XL_KERNEL(roots_bf16, RECORD(EXACT, 1, bf16, RESULT, sqrt, reciprocal), WRITTEN_bf16)
FUNCTIONS(roots_bf16, 1, bf16, RESULT, sqrt, reciprocal)
XL_KERNEL(isnan_bf16, RECORD(EXACT, 1, bf16, MASK, isnan), WRITTEN_bf16)
FUNCTIONS(isnan_bf16, 1, bf16, MASK, isnan)
XL_KERNEL(extremes_bf16, RECORD(ZEROS, 2, bf16, RESULT, maximum, minimum), .by_lane = {{"neon", "maximum() asks lane after lane for NaN"}}, WRITTEN_bf16)
FUNCTIONS(extremes_bf16, 2, bf16, RESULT, maximum, minimum)
XL_KERNEL(clamp_bf16, RECORD(ZEROS, bounds, bf16, RESULT, clamp), .by_lane = {{"neon", "maximum() asks lane after lane for NaN"}}, WRITTEN_bf16)
FUNCTIONS(clamp_bf16, bounds, bf16, RESULT, clamp)
XL_KERNEL(clamps_bf16, RECORD(ZEROS, bound, bf16, RESULT, clamp_min, clamp_max), .by_lane = {{"neon", "maximum() asks lane after lane for NaN"}}, WRITTEN_bf16)
FUNCTIONS(clamps_bf16, bound, bf16, RESULT, clamp_min, clamp_max)
XL_KERNEL(compare_bf16, RECORD(EXACT, 2, bf16, MASK, equal, not_equal, less, less_equal, greater, greater_equal), WRITTEN_bf16)
FUNCTIONS(compare_bf16, 2, bf16, MASK, equal, not_equal, less, less_equal, greater, greater_equal)
XL_KERNEL(ones_bf16, RECORD(EXACT, 2, bf16, RESULT, eq, ne, lt, le, gt, ge), WRITTEN_bf16)
FUNCTIONS(ones_bf16, 2, bf16, RESULT, eq, ne, lt, le, gt, ge)
XL_KERNEL(blendv_bf16, RECORD(EXACT, 2, bf16, RESULT, blendv), WRITTEN_bf16)
FUNCTIONS(blendv_bf16, 2, bf16, RESULT, blendv)
XL_KERNEL(arithmetic_f16, RECORD(EXACT, 2, f16, RESULT, add, sub, mul, div), WRITTEN_f16)
FUNCTIONS(arithmetic_f16, 2, f16, RESULT, add, sub, mul, div)
XL_KERNEL(sign_f16, RECORD(EXACT, 1, f16, RESULT, neg, abs), WRITTEN_f16)
FUNCTIONS(sign_f16, 1, f16, RESULT, neg, abs)
XL_KERNEL(angle_f16, RECORD(EXACT, 1, f16, RESULT, angle), .by_lane = {{"neon", "angle() is of one lane after the other"}}, WRITTEN_f16)
FUNCTIONS(angle_f16, 1, f16, RESULT, angle)
XL_KERNEL(round_f16, RECORD(EXACT, 1, f16, RESULT, ceil, floor, round), .by_lane = {{"neon", "ceil() is of one lane after the other"}}, WRITTEN_f16)
FUNCTIONS(round_f16, 1, f16, RESULT, ceil, floor, round)
XL_KERNEL(trunc_f16, RECORD(EXACT, 1, f16, RESULT, trunc, frac), WRITTEN_f16)
FUNCTIONS(trunc_f16, 1, f16, RESULT, trunc, frac)
XL_KERNEL(roots_f16, RECORD(EXACT, 1, f16, RESULT, sqrt, reciprocal), WRITTEN_f16)
FUNCTIONS(roots_f16, 1, f16, RESULT, sqrt, reciprocal)
XL_KERNEL(isnan_f16, RECORD(EXACT, 1, f16, MASK, isnan), .by_lane = {{"neon", "isnan() is of one lane after the other"}}, WRITTEN_f16)
FUNCTIONS(isnan_f16, 1, f16, MASK, isnan)
XL_KERNEL(extremes_f16, RECORD(ZEROS, 2, f16, RESULT, maximum, minimum), .by_lane = {{"neon", "maximum() asks lane after lane for NaN"}}, WRITTEN_f16)
FUNCTIONS(extremes_f16, 2, f16, RESULT, maximum, minimum)
XL_KERNEL(clamp_f16, RECORD(ZEROS, bounds, f16, RESULT, clamp), .by_lane = {{"neon", "maximum() asks lane after lane for NaN"}}, WRITTEN_f16)
FUNCTIONS(clamp_f16, bounds, f16, RESULT, clamp)
XL_KERNEL(clamps_f16, RECORD(ZEROS, bound, f16, RESULT, clamp_min, clamp_max), .by_lane = {{"neon", "maximum() asks lane after lane for NaN"}}, WRITTEN_f16)
FUNCTIONS(clamps_f16, bound, f16, RESULT, clamp_min, clamp_max)
XL_KERNEL(compare_f16, RECORD(EXACT, 2, f16, MASK, equal, not_equal, less, less_equal, greater, greater_equal), WRITTEN_f16)
FUNCTIONS(compare_f16, 2, f16, MASK, equal, not_equal, less, less_equal, greater, greater_equal)
XL_KERNEL(ones_f16, RECORD(EXACT, 2, f16, RESULT, eq, ne, lt, le, gt, ge), WRITTEN_f16)
FUNCTIONS(ones_f16, 2, f16, RESULT, eq, ne, lt, le, gt, ge)
XL_KERNEL(blendv_f16, RECORD(EXACT, 2, f16, RESULT, blendv), WRITTEN_f16)
FUNCTIONS(blendv_f16, 2, f16, RESULT, blendv)


/* NaN are left out: their bits may differ. */
#define FROM_FLOAT(TO, MOST)                                                                                                    \
    .summary = "r[i] = a[i], rounded to 16 bits", .contract = {XL_EXACT},                                                       \
    .args = {XL_IN_RANGE(f32, a, 1, -MOST, MOST), XL_OUT(u16, r, 1), XL_COUNT}, .only = "avx2 avx512"
#define FROM_FLOAT_FUNCTIONS(NAME, TO)                                                                                          \
    XL_REFERENCE(NAME)(const float *a, CPP_##TO *r, size_t n)                                                                   \
    {                                                                                                                           \
        std::copy(a, a + n, r);                                                                                                 \
    }                                                                                                                           \
    XL_VECTOR(void, NAME)(const float *a, CPP_##TO *r, size_t n)                                                                \
    {                                                                                                                           \
        at::vec::convert(a, r, n);                                                                                              \
    }

XL_KERNEL(convert_f32_bf16, FROM_FLOAT(bf16, 3e38))
FROM_FLOAT_FUNCTIONS(convert_f32_bf16, bf16)
XL_KERNEL(convert_f32_f16, FROM_FLOAT(f16, 1e6))
FROM_FLOAT_FUNCTIONS(convert_f32_f16, f16)
} // namespace pytorch
