/* Functions of Vectorized<float> and Vectorized<double> that call SLEEF. Its names promise the bounds: u10 is 1 ULP, u35 is 3.5.
 * SPDX-License-Identifier: MIT
 */
#include "vectorized.h"

namespace pytorch {

#define FUNCTION(T, NAME, ULP)                                                                                                  \
    .summary = #NAME, .contract = {.kind = XL_ULP, .ulp = ULP, .zero_sign = XL_FREE},                                           \
    .args = {XL_IN(T, a, 1), XL_OUT(T, r, 1), XL_COUNT}
#define FUNCTION_2(T, NAME, ULP)                                                                                                \
    .summary = #NAME, .contract = {.kind = XL_ULP, .ulp = ULP, .zero_sign = XL_FREE},                                           \
    .args = {XL_IN(T, a, 1), XL_IN(T, b, 1), XL_OUT(T, r, 1), XL_COUNT}
#define CALL(KERNEL, T, NAME)                                                                                                   \
    struct KERNEL {                                                                                                             \
        template <class V> static V of(const V &a) { return a.NAME(); }                                                         \
    };                                                                                                                          \
    XL_VECTOR(void, KERNEL)(const CPP_##T *a, CPP_##T *r, size_t n)                                                             \
    {                                                                                                                           \
        operations<struct KERNEL>::vectors<CPP_##T, CPP_##T>(n, {r}, a);                                                        \
    }
#define CALL_2(KERNEL, T, NAME)                                                                                                 \
    struct KERNEL {                                                                                                             \
        template <class V> static V of(const V &a, const V &b) { return a.NAME(b); }                                            \
    };                                                                                                                          \
    XL_VECTOR(void, KERNEL)(const CPP_##T *a, const CPP_##T *b, CPP_##T *r, size_t n)                                           \
    {                                                                                                                           \
        operations<struct KERNEL>::vectors<CPP_##T, CPP_##T>(n, {r}, a, b);                                                     \
    }

XL_KERNEL(acos_f32, FUNCTION(f32, acos, 1), WRITTEN_f32, .function = "acos")
CALL(acos_f32, f32, acos)
XL_KERNEL(asin_f32, FUNCTION(f32, asin, 1), WRITTEN_f32, .function = "asin")
CALL(asin_f32, f32, asin)
XL_KERNEL(atan_f32, FUNCTION(f32, atan, 1), WRITTEN_f32, .function = "atan")
CALL(atan_f32, f32, atan)
XL_KERNEL(atanh_f32, FUNCTION(f32, atanh, 1), WRITTEN_f32, .function = "atanh")
CALL(atanh_f32, f32, atanh)
XL_KERNEL(erfc_f32, FUNCTION(f32, erfc, 1.5), WRITTEN_f32, .function = "erfc")
CALL(erfc_f32, f32, erfc)
XL_KERNEL(exp_f32, FUNCTION(f32, exp, 1), WRITTEN_f32, .function = "exp")
CALL(exp_f32, f32, exp)
XL_KERNEL(exp2_f32, FUNCTION(f32, exp2, 1), WRITTEN_f32, .function = "exp2")
CALL(exp2_f32, f32, exp2)
XL_KERNEL(expm1_f32, FUNCTION(f32, expm1, 1), WRITTEN_f32, .function = "expm1")
CALL(expm1_f32, f32, expm1)
XL_KERNEL(log_f32, FUNCTION(f32, log, 1), WRITTEN_f32, .function = "log")
CALL(log_f32, f32, log)
XL_KERNEL(log2_f32, FUNCTION(f32, log2, 1), WRITTEN_f32, .function = "log2")
CALL(log2_f32, f32, log2)
XL_KERNEL(log10_f32, FUNCTION(f32, log10, 1), WRITTEN_f32, .function = "log10")
CALL(log10_f32, f32, log10)
XL_KERNEL(log1p_f32, FUNCTION(f32, log1p, 1), WRITTEN_f32, .function = "log1p")
CALL(log1p_f32, f32, log1p)
XL_KERNEL(sin_f32, FUNCTION(f32, sin, 3.5), WRITTEN_f32, .function = "sin")
CALL(sin_f32, f32, sin)
XL_KERNEL(sinh_f32, FUNCTION(f32, sinh, 1), WRITTEN_f32, .function = "sinh")
CALL(sinh_f32, f32, sinh)
XL_KERNEL(cos_f32, FUNCTION(f32, cos, 3.5), WRITTEN_f32, .function = "cos")
CALL(cos_f32, f32, cos)
XL_KERNEL(cosh_f32, FUNCTION(f32, cosh, 1), WRITTEN_f32, .function = "cosh")
CALL(cosh_f32, f32, cosh)
XL_KERNEL(tan_f32, FUNCTION(f32, tan, 1), WRITTEN_f32, .function = "tan")
CALL(tan_f32, f32, tan)
XL_KERNEL(tanh_f32, FUNCTION(f32, tanh, 1), WRITTEN_f32, .function = "tanh")
CALL(tanh_f32, f32, tanh)
XL_KERNEL(atan2_f32, FUNCTION_2(f32, atan2, 1), WRITTEN_f32, .function = "atan2")
CALL_2(atan2_f32, f32, atan2)
XL_KERNEL(hypot_f32, FUNCTION_2(f32, hypot, 0.5001), WRITTEN_f32, .function = "hypot")
CALL_2(hypot_f32, f32, hypot)
XL_KERNEL(pow_f32, FUNCTION_2(f32, pow, 1), WRITTEN_f32, .function = "pow")
CALL_2(pow_f32, f32, pow)
XL_KERNEL(acos_f64, FUNCTION(f64, acos, 1), WRITTEN_f64, .function = "acos")
CALL(acos_f64, f64, acos)
XL_KERNEL(asin_f64, FUNCTION(f64, asin, 1), WRITTEN_f64, .function = "asin")
CALL(asin_f64, f64, asin)
XL_KERNEL(atan_f64, FUNCTION(f64, atan, 1), WRITTEN_f64, .function = "atan")
CALL(atan_f64, f64, atan)
XL_KERNEL(atanh_f64, FUNCTION(f64, atanh, 1), WRITTEN_f64, .function = "atanh")
CALL(atanh_f64, f64, atanh)
XL_KERNEL(erfc_f64, FUNCTION(f64, erfc, 1.5), WRITTEN_f64, .function = "erfc")
CALL(erfc_f64, f64, erfc)
XL_KERNEL(exp_f64, FUNCTION(f64, exp, 1), WRITTEN_f64, .function = "exp")
CALL(exp_f64, f64, exp)
XL_KERNEL(exp2_f64, FUNCTION(f64, exp2, 1), WRITTEN_f64, .function = "exp2")
CALL(exp2_f64, f64, exp2)
XL_KERNEL(expm1_f64, FUNCTION(f64, expm1, 1), WRITTEN_f64, .function = "expm1")
CALL(expm1_f64, f64, expm1)
XL_KERNEL(log_f64, FUNCTION(f64, log, 1), WRITTEN_f64, .function = "log")
CALL(log_f64, f64, log)
XL_KERNEL(log2_f64, FUNCTION(f64, log2, 1), WRITTEN_f64, .function = "log2")
CALL(log2_f64, f64, log2)
XL_KERNEL(log10_f64, FUNCTION(f64, log10, 1), WRITTEN_f64, .function = "log10")
CALL(log10_f64, f64, log10)
XL_KERNEL(log1p_f64, FUNCTION(f64, log1p, 1), WRITTEN_f64, .function = "log1p")
CALL(log1p_f64, f64, log1p)
XL_KERNEL(sin_f64, FUNCTION(f64, sin, 1), WRITTEN_f64, .function = "sin")
CALL(sin_f64, f64, sin)
XL_KERNEL(sinh_f64, FUNCTION(f64, sinh, 1), WRITTEN_f64, .function = "sinh")
CALL(sinh_f64, f64, sinh)
XL_KERNEL(cos_f64, FUNCTION(f64, cos, 1), WRITTEN_f64, .function = "cos")
CALL(cos_f64, f64, cos)
XL_KERNEL(cosh_f64, FUNCTION(f64, cosh, 1), WRITTEN_f64, .function = "cosh")
CALL(cosh_f64, f64, cosh)
XL_KERNEL(tan_f64, FUNCTION(f64, tan, 1), WRITTEN_f64, .function = "tan")
CALL(tan_f64, f64, tan)
XL_KERNEL(tanh_f64, FUNCTION(f64, tanh, 1), WRITTEN_f64, .function = "tanh")
CALL(tanh_f64, f64, tanh)
XL_KERNEL(atan2_f64, FUNCTION_2(f64, atan2, 1), WRITTEN_f64, .function = "atan2")
CALL_2(atan2_f64, f64, atan2)
XL_KERNEL(hypot_f64, FUNCTION_2(f64, hypot, 0.5001), WRITTEN_f64, .function = "hypot")
CALL_2(hypot_f64, f64, hypot)
XL_KERNEL(pow_f64, FUNCTION_2(f64, pow, 1), WRITTEN_f64, .function = "pow")
CALL_2(pow_f64, f64, pow)
} // namespace pytorch
