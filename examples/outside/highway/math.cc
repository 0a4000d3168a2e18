/* hwy/contrib/math: bounds and valid ranges are those of math-inl.h, whose ULP are floats between the result and the
 * rounded exact one: half a unit more.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

#include <cfloat>

#define HWY_COMPILE_ONLY_STATIC
#include "hwy/contrib/math/math-inl.h"
#include "hwy/highway.h"

namespace hn = hwy::HWY_NAMESPACE;

#define HIGHWAY_ISAS "sse4 avx2 avx512 neon sve sve2 vsx vsx3 vsx31 rvv rva23"

#define MATH(FUNCTION, T, ULP, LO, HI)                                                             \
    .summary = "r[i] = " FUNCTION "(a[i])", .contract = {.kind = XL_ULP, .ulp = ULP + 0.5, .zero_sign = XL_FREE},              \
    .args = {XL_IN_RANGE(T, a, 1, LO, HI), XL_OUT(T, r, 1), XL_COUNT}, .only = HIGHWAY_ISAS,       \
    .function = FUNCTION, .needs = {{"avx512", "bmi2"}}
#define CALL(KERNEL, T, FUNCTION)                                                                  \
    XL_VECTOR(void, KERNEL)(const xl_e_##T *a, xl_e_##T *r, size_t n)                              \
    {                                                                                              \
        const hn::ScalableTag<xl_e_##T> d;                                                         \
        for (size_t i = 0; i < n; i += hn::Lanes(d))                                               \
            hn::StoreN(hn::FUNCTION(d, hn::LoadN(d, a + i, n - i)), d, r + i, n - i);              \
    }

XL_KERNEL(acos_f32, MATH("acos", f32, 2, -1, 1))
CALL(acos_f32, f32, Acos)
XL_KERNEL(acos_f64, MATH("acos", f64, 2, -1, 1))
CALL(acos_f64, f64, Acos)
XL_KERNEL(acosh_f32, MATH("acosh", f32, 3, 1, FLT_MAX))
CALL(acosh_f32, f32, Acosh)
XL_KERNEL(acosh_f64, MATH("acosh", f64, 3, 1, DBL_MAX))
CALL(acosh_f64, f64, Acosh)
XL_KERNEL(asin_f32, MATH("asin", f32, 2, -1, 1))
CALL(asin_f32, f32, Asin)
XL_KERNEL(asin_f64, MATH("asin", f64, 2, -1, 1))
CALL(asin_f64, f64, Asin)
XL_KERNEL(asinh_f32, MATH("asinh", f32, 3, -FLT_MAX, FLT_MAX))
CALL(asinh_f32, f32, Asinh)
XL_KERNEL(asinh_f64, MATH("asinh", f64, 3, -DBL_MAX, DBL_MAX))
CALL(asinh_f64, f64, Asinh)
XL_KERNEL(atan_f32, MATH("atan", f32, 3, -FLT_MAX, FLT_MAX))
CALL(atan_f32, f32, Atan)
XL_KERNEL(atan_f64, MATH("atan", f64, 3, -DBL_MAX, DBL_MAX))
CALL(atan_f64, f64, Atan)
XL_KERNEL(atanh_f32, MATH("atanh", f32, 3, -0x1.fffffep-1, 0x1.fffffep-1))
CALL(atanh_f32, f32, Atanh)
XL_KERNEL(atanh_f64, MATH("atanh", f64, 3, -0x1.fffffffffffffp-1, 0x1.fffffffffffffp-1))
CALL(atanh_f64, f64, Atanh)
XL_KERNEL(cos_f32, MATH("cos", f32, 3, -39000, 39000))
CALL(cos_f32, f32, Cos)
XL_KERNEL(cos_f64, MATH("cos", f64, 3, -39000, 39000))
CALL(cos_f64, f64, Cos)
XL_KERNEL(exp_f32, MATH("exp", f32, 1, -FLT_MAX, 104))
CALL(exp_f32, f32, Exp)
XL_KERNEL(exp_f64, MATH("exp", f64, 1, -DBL_MAX, 706))
CALL(exp_f64, f64, Exp)
XL_KERNEL(exp2_f32, MATH("exp2", f32, 2, -FLT_MAX, 128))
CALL(exp2_f32, f32, Exp2)
XL_KERNEL(exp2_f64, MATH("exp2", f64, 2, -DBL_MAX, 1024))
CALL(exp2_f64, f64, Exp2)
XL_KERNEL(expm1_f32, MATH("expm1", f32, 4, -FLT_MAX, 104))
CALL(expm1_f32, f32, Expm1)
XL_KERNEL(expm1_f64, MATH("expm1", f64, 4, -DBL_MAX, 706))
CALL(expm1_f64, f64, Expm1)
XL_KERNEL(log_f32, MATH("log", f32, 4, 0x1p-149, FLT_MAX))
CALL(log_f32, f32, Log)
XL_KERNEL(log_f64, MATH("log", f64, 4, 0x1p-1074, DBL_MAX))
CALL(log_f64, f64, Log)
XL_KERNEL(log10_f32, MATH("log10", f32, 2, 0x1p-149, FLT_MAX))
CALL(log10_f32, f32, Log10)
XL_KERNEL(log10_f64, MATH("log10", f64, 2, 0x1p-1074, DBL_MAX))
CALL(log10_f64, f64, Log10)
XL_KERNEL(log1p_f32, MATH("log1p", f32, 2, 0, FLT_MAX))
CALL(log1p_f32, f32, Log1p)
XL_KERNEL(log1p_f64, MATH("log1p", f64, 2, 0, DBL_MAX))
CALL(log1p_f64, f64, Log1p)
XL_KERNEL(log2_f32, MATH("log2", f32, 2, 0x1p-149, FLT_MAX))
CALL(log2_f32, f32, Log2)
XL_KERNEL(log2_f64, MATH("log2", f64, 2, 0x1p-1074, DBL_MAX))
CALL(log2_f64, f64, Log2)
XL_KERNEL(sin_f32, MATH("sin", f32, 3, -39000, 39000))
CALL(sin_f32, f32, Sin)
XL_KERNEL(sin_f64, MATH("sin", f64, 3, -39000, 39000))
CALL(sin_f64, f64, Sin)
XL_KERNEL(sinh_f32, MATH("sinh", f32, 4, -88.7228, 88.7228))
CALL(sinh_f32, f32, Sinh)
XL_KERNEL(sinh_f64, MATH("sinh", f64, 4, -709, 709))
CALL(sinh_f64, f64, Sinh)
XL_KERNEL(tanh_f32, MATH("tanh", f32, 4, -FLT_MAX, FLT_MAX))
CALL(tanh_f32, f32, Tanh)
XL_KERNEL(tanh_f64, MATH("tanh", f64, 4, -DBL_MAX, DBL_MAX))
CALL(tanh_f64, f64, Tanh)
