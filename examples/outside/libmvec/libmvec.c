/* Every vector function of libmvec. Written by generate.sh.
 * SPDX-License-Identifier: MIT
 */
#include "mvec_more.h"

XL_KERNEL(acos_f64, MVEC_v("acos", f64, MVEC_ALL))
MVEC_CALL_v(acos_f64, f64, MVEC_f64(v, acos))

XL_KERNEL(acosh_f64, MVEC_v("acosh", f64, MVEC_ALL))
MVEC_CALL_v(acosh_f64, f64, MVEC_f64(v, acosh))

XL_KERNEL(asin_f64, MVEC_v("asin", f64, MVEC_ALL))
MVEC_CALL_v(asin_f64, f64, MVEC_f64(v, asin))

XL_KERNEL(asinh_f64, MVEC_v("asinh", f64, MVEC_ALL))
MVEC_CALL_v(asinh_f64, f64, MVEC_f64(v, asinh))

XL_KERNEL(atan_f64, MVEC_v("atan", f64, MVEC_ALL))
MVEC_CALL_v(atan_f64, f64, MVEC_f64(v, atan))

XL_KERNEL(atanh_f64, MVEC_v("atanh", f64, MVEC_ALL))
MVEC_CALL_v(atanh_f64, f64, MVEC_f64(v, atanh))

XL_KERNEL(cbrt_f64, MVEC_v("cbrt", f64, MVEC_ALL))
MVEC_CALL_v(cbrt_f64, f64, MVEC_f64(v, cbrt))

XL_KERNEL(cos_f64, MVEC_v("cos", f64, MVEC_ALL))
MVEC_CALL_v(cos_f64, f64, MVEC_f64(v, cos))

XL_KERNEL(cosh_f64, MVEC_v("cosh", f64, MVEC_ALL))
MVEC_CALL_v(cosh_f64, f64, MVEC_f64(v, cosh))

XL_KERNEL(erf_f64, MVEC_v("erf", f64, MVEC_ALL))
MVEC_CALL_v(erf_f64, f64, MVEC_f64(v, erf))

XL_KERNEL(erfc_f64, MVEC_v("erfc", f64, MVEC_ALL))
MVEC_CALL_v(erfc_f64, f64, MVEC_f64(v, erfc))

XL_KERNEL(exp_f64, MVEC_v("exp", f64, MVEC_ALL))
MVEC_CALL_v(exp_f64, f64, MVEC_f64(v, exp))

XL_KERNEL(exp10_f64, MVEC_v("exp10", f64, MVEC_ALL))
MVEC_CALL_v(exp10_f64, f64, MVEC_f64(v, exp10))

XL_KERNEL(exp2_f64, MVEC_v("exp2", f64, MVEC_ALL))
MVEC_CALL_v(exp2_f64, f64, MVEC_f64(v, exp2))

XL_KERNEL(expm1_f64, MVEC_v("expm1", f64, MVEC_ALL))
MVEC_CALL_v(expm1_f64, f64, MVEC_f64(v, expm1))

XL_KERNEL(log_f64, MVEC_v("log", f64, MVEC_ALL))
MVEC_CALL_v(log_f64, f64, MVEC_f64(v, log))

XL_KERNEL(log10_f64, MVEC_v("log10", f64, MVEC_ALL))
MVEC_CALL_v(log10_f64, f64, MVEC_f64(v, log10))

XL_KERNEL(log1p_f64, MVEC_v("log1p", f64, MVEC_ALL))
MVEC_CALL_v(log1p_f64, f64, MVEC_f64(v, log1p))

XL_KERNEL(log2_f64, MVEC_v("log2", f64, MVEC_ALL))
MVEC_CALL_v(log2_f64, f64, MVEC_f64(v, log2))

XL_KERNEL(sin_f64, MVEC_v("sin", f64, MVEC_ALL))
MVEC_CALL_v(sin_f64, f64, MVEC_f64(v, sin))

XL_KERNEL(sinh_f64, MVEC_v("sinh", f64, MVEC_ALL))
MVEC_CALL_v(sinh_f64, f64, MVEC_f64(v, sinh))

XL_KERNEL(tan_f64, MVEC_v("tan", f64, MVEC_ALL))
MVEC_CALL_v(tan_f64, f64, MVEC_f64(v, tan))

XL_KERNEL(tanh_f64, MVEC_v("tanh", f64, MVEC_ALL))
MVEC_CALL_v(tanh_f64, f64, MVEC_f64(v, tanh))

XL_KERNEL(atan2_f64, MVEC_vv("atan2", f64, MVEC_ALL))
MVEC_CALL_vv(atan2_f64, f64, MVEC_f64(vv, atan2))

XL_KERNEL(hypot_f64, MVEC_vv("hypot", f64, MVEC_ALL))
MVEC_CALL_vv(hypot_f64, f64, MVEC_f64(vv, hypot))

XL_KERNEL(pow_f64, MVEC_vv("pow", f64, MVEC_ALL))
MVEC_CALL_vv(pow_f64, f64, MVEC_f64(vv, pow))

XL_KERNEL(sincos_f64, MVEC_vvv("sincos", f64, MVEC_X86))
#if XL_ISA_IS_sse4 || XL_ISA_IS_avx2 || XL_ISA_IS_avx512
MVEC_SINCOS(sincos_f64, f64, MVEC_f64(vvv, sincos), mvec_pointers, 1)
#endif

XL_KERNEL(acos_f32, MVEC_v("acos", f32, MVEC_ALL))
MVEC_CALL_v(acos_f32, f32, MVEC_f32(v, acos))

XL_KERNEL(acosh_f32, MVEC_v("acosh", f32, MVEC_ALL))
MVEC_CALL_v(acosh_f32, f32, MVEC_f32(v, acosh))

XL_KERNEL(asin_f32, MVEC_v("asin", f32, MVEC_ALL))
MVEC_CALL_v(asin_f32, f32, MVEC_f32(v, asin))

XL_KERNEL(asinh_f32, MVEC_v("asinh", f32, MVEC_ALL))
MVEC_CALL_v(asinh_f32, f32, MVEC_f32(v, asinh))

XL_KERNEL(atan_f32, MVEC_v("atan", f32, MVEC_ALL))
MVEC_CALL_v(atan_f32, f32, MVEC_f32(v, atan))

XL_KERNEL(atanh_f32, MVEC_v("atanh", f32, MVEC_ALL))
MVEC_CALL_v(atanh_f32, f32, MVEC_f32(v, atanh))

XL_KERNEL(cbrt_f32, MVEC_v("cbrt", f32, MVEC_ALL))
MVEC_CALL_v(cbrt_f32, f32, MVEC_f32(v, cbrt))

XL_KERNEL(cos_f32, MVEC_v("cos", f32, MVEC_ALL))
MVEC_CALL_v(cos_f32, f32, MVEC_f32(v, cos))

XL_KERNEL(cosh_f32, MVEC_v("cosh", f32, MVEC_ALL))
MVEC_CALL_v(cosh_f32, f32, MVEC_f32(v, cosh))

XL_KERNEL(erfc_f32, MVEC_v("erfc", f32, MVEC_ALL))
MVEC_CALL_v(erfc_f32, f32, MVEC_f32(v, erfc))

XL_KERNEL(erf_f32, MVEC_v("erf", f32, MVEC_ALL))
MVEC_CALL_v(erf_f32, f32, MVEC_f32(v, erf))

XL_KERNEL(exp10_f32, MVEC_v("exp10", f32, MVEC_ALL))
MVEC_CALL_v(exp10_f32, f32, MVEC_f32(v, exp10))

XL_KERNEL(exp2_f32, MVEC_v("exp2", f32, MVEC_ALL))
MVEC_CALL_v(exp2_f32, f32, MVEC_f32(v, exp2))

XL_KERNEL(exp_f32, MVEC_v("exp", f32, MVEC_ALL))
MVEC_CALL_v(exp_f32, f32, MVEC_f32(v, exp))

XL_KERNEL(expm1_f32, MVEC_v("expm1", f32, MVEC_ALL))
MVEC_CALL_v(expm1_f32, f32, MVEC_f32(v, expm1))

XL_KERNEL(log10_f32, MVEC_v("log10", f32, MVEC_ALL))
MVEC_CALL_v(log10_f32, f32, MVEC_f32(v, log10))

XL_KERNEL(log1p_f32, MVEC_v("log1p", f32, MVEC_ALL))
MVEC_CALL_v(log1p_f32, f32, MVEC_f32(v, log1p))

XL_KERNEL(log2_f32, MVEC_v("log2", f32, MVEC_ALL))
MVEC_CALL_v(log2_f32, f32, MVEC_f32(v, log2))

XL_KERNEL(log_f32, MVEC_v("log", f32, MVEC_ALL))
MVEC_CALL_v(log_f32, f32, MVEC_f32(v, log))

XL_KERNEL(sin_f32, MVEC_v("sin", f32, MVEC_ALL))
MVEC_CALL_v(sin_f32, f32, MVEC_f32(v, sin))

XL_KERNEL(sinh_f32, MVEC_v("sinh", f32, MVEC_ALL))
MVEC_CALL_v(sinh_f32, f32, MVEC_f32(v, sinh))

XL_KERNEL(tan_f32, MVEC_v("tan", f32, MVEC_ALL))
MVEC_CALL_v(tan_f32, f32, MVEC_f32(v, tan))

XL_KERNEL(tanh_f32, MVEC_v("tanh", f32, MVEC_ALL))
MVEC_CALL_v(tanh_f32, f32, MVEC_f32(v, tanh))

XL_KERNEL(atan2_f32, MVEC_vv("atan2", f32, MVEC_ALL))
MVEC_CALL_vv(atan2_f32, f32, MVEC_f32(vv, atan2))

XL_KERNEL(hypot_f32, MVEC_vv("hypot", f32, MVEC_ALL))
MVEC_CALL_vv(hypot_f32, f32, MVEC_f32(vv, hypot))

XL_KERNEL(pow_f32, MVEC_vv("pow", f32, MVEC_ALL))
MVEC_CALL_vv(pow_f32, f32, MVEC_f32(vv, pow))

XL_KERNEL(sincos_f32, MVEC_vvv("sincos", f32, MVEC_X86))
#if XL_ISA_IS_sse4 || XL_ISA_IS_avx2 || XL_ISA_IS_avx512
MVEC_SINCOS(sincos_f32, f32, MVEC_f32(vvv, sincos), mvec_pointers, 2)
#endif

XL_KERNEL(c_acos_f64, MVEC_v("acos", f64, "avx2", .dispatch = {{"sse4", "_ZGVbN*_acos_sse4"}}))
MVEC_CALL_v(c_acos_f64, f64, _ZGVcN4v_acos)

XL_KERNEL(c_acosh_f64, MVEC_v("acosh", f64, "avx2", .dispatch = {{"sse4", "_ZGVbN*_acosh_sse4"}}))
MVEC_CALL_v(c_acosh_f64, f64, _ZGVcN4v_acosh)

XL_KERNEL(c_asin_f64, MVEC_v("asin", f64, "avx2", .dispatch = {{"sse4", "_ZGVbN*_asin_sse4"}}))
MVEC_CALL_v(c_asin_f64, f64, _ZGVcN4v_asin)

XL_KERNEL(c_asinh_f64, MVEC_v("asinh", f64, "avx2", .dispatch = {{"sse4", "_ZGVbN*_asinh_sse4"}}))
MVEC_CALL_v(c_asinh_f64, f64, _ZGVcN4v_asinh)

XL_KERNEL(c_atan_f64, MVEC_v("atan", f64, "avx2", .dispatch = {{"sse4", "_ZGVbN*_atan_sse4"}}))
MVEC_CALL_v(c_atan_f64, f64, _ZGVcN4v_atan)

XL_KERNEL(c_atanh_f64, MVEC_v("atanh", f64, "avx2", .dispatch = {{"sse4", "_ZGVbN*_atanh_sse4"}}))
MVEC_CALL_v(c_atanh_f64, f64, _ZGVcN4v_atanh)

XL_KERNEL(c_cbrt_f64, MVEC_v("cbrt", f64, "avx2", .dispatch = {{"sse4", "_ZGVbN*_cbrt_sse4"}}))
MVEC_CALL_v(c_cbrt_f64, f64, _ZGVcN4v_cbrt)

XL_KERNEL(c_cos_f64, MVEC_v("cos", f64, "avx2", .dispatch = {{"sse4", "_ZGVbN*_cos_sse4"}}))
MVEC_CALL_v(c_cos_f64, f64, _ZGVcN4v_cos)

XL_KERNEL(c_cosh_f64, MVEC_v("cosh", f64, "avx2", .dispatch = {{"sse4", "_ZGVbN*_cosh_sse4"}}))
MVEC_CALL_v(c_cosh_f64, f64, _ZGVcN4v_cosh)

XL_KERNEL(c_erf_f64, MVEC_v("erf", f64, "avx2", .dispatch = {{"sse4", "_ZGVbN*_erf_sse4"}}))
MVEC_CALL_v(c_erf_f64, f64, _ZGVcN4v_erf)

XL_KERNEL(c_erfc_f64, MVEC_v("erfc", f64, "avx2", .dispatch = {{"sse4", "_ZGVbN*_erfc_sse4"}}))
MVEC_CALL_v(c_erfc_f64, f64, _ZGVcN4v_erfc)

XL_KERNEL(c_exp_f64, MVEC_v("exp", f64, "avx2", .dispatch = {{"sse4", "_ZGVbN*_exp_sse4"}}))
MVEC_CALL_v(c_exp_f64, f64, _ZGVcN4v_exp)

XL_KERNEL(c_exp10_f64, MVEC_v("exp10", f64, "avx2", .dispatch = {{"sse4", "_ZGVbN*_exp10_sse4"}}))
MVEC_CALL_v(c_exp10_f64, f64, _ZGVcN4v_exp10)

XL_KERNEL(c_exp2_f64, MVEC_v("exp2", f64, "avx2", .dispatch = {{"sse4", "_ZGVbN*_exp2_sse4"}}))
MVEC_CALL_v(c_exp2_f64, f64, _ZGVcN4v_exp2)

XL_KERNEL(c_expm1_f64, MVEC_v("expm1", f64, "avx2", .dispatch = {{"sse4", "_ZGVbN*_expm1_sse4"}}))
MVEC_CALL_v(c_expm1_f64, f64, _ZGVcN4v_expm1)

XL_KERNEL(c_log_f64, MVEC_v("log", f64, "avx2", .dispatch = {{"sse4", "_ZGVbN*_log_sse4"}}))
MVEC_CALL_v(c_log_f64, f64, _ZGVcN4v_log)

XL_KERNEL(c_log10_f64, MVEC_v("log10", f64, "avx2", .dispatch = {{"sse4", "_ZGVbN*_log10_sse4"}}))
MVEC_CALL_v(c_log10_f64, f64, _ZGVcN4v_log10)

XL_KERNEL(c_log1p_f64, MVEC_v("log1p", f64, "avx2", .dispatch = {{"sse4", "_ZGVbN*_log1p_sse4"}}))
MVEC_CALL_v(c_log1p_f64, f64, _ZGVcN4v_log1p)

XL_KERNEL(c_log2_f64, MVEC_v("log2", f64, "avx2", .dispatch = {{"sse4", "_ZGVbN*_log2_sse4"}}))
MVEC_CALL_v(c_log2_f64, f64, _ZGVcN4v_log2)

XL_KERNEL(c_sin_f64, MVEC_v("sin", f64, "avx2", .dispatch = {{"sse4", "_ZGVbN*_sin_sse4"}}))
MVEC_CALL_v(c_sin_f64, f64, _ZGVcN4v_sin)

XL_KERNEL(c_sinh_f64, MVEC_v("sinh", f64, "avx2", .dispatch = {{"sse4", "_ZGVbN*_sinh_sse4"}}))
MVEC_CALL_v(c_sinh_f64, f64, _ZGVcN4v_sinh)

XL_KERNEL(c_tan_f64, MVEC_v("tan", f64, "avx2", .dispatch = {{"sse4", "_ZGVbN*_tan_sse4"}}))
MVEC_CALL_v(c_tan_f64, f64, _ZGVcN4v_tan)

XL_KERNEL(c_tanh_f64, MVEC_v("tanh", f64, "avx2", .dispatch = {{"sse4", "_ZGVbN*_tanh_sse4"}}))
MVEC_CALL_v(c_tanh_f64, f64, _ZGVcN4v_tanh)

XL_KERNEL(c_atan2_f64, MVEC_vv("atan2", f64, "avx2", .dispatch = {{"sse4", "_ZGVbN*_atan2_sse4"}}))
MVEC_CALL_vv(c_atan2_f64, f64, _ZGVcN4vv_atan2)

XL_KERNEL(c_hypot_f64, MVEC_vv("hypot", f64, "avx2", .dispatch = {{"sse4", "_ZGVbN*_hypot_sse4"}}))
MVEC_CALL_vv(c_hypot_f64, f64, _ZGVcN4vv_hypot)

XL_KERNEL(c_pow_f64, MVEC_vv("pow", f64, "avx2", .dispatch = {{"sse4", "_ZGVbN*_pow_sse4"}}))
MVEC_CALL_vv(c_pow_f64, f64, _ZGVcN4vv_pow)

XL_KERNEL(c_sincos_f64, MVEC_vvv("sincos", f64, "avx2", .dispatch = {{"", "_ZGVbN*_sincos"}}))
#if XL_ISA_IS_avx2
MVEC_SINCOS(c_sincos_f64, f64, _ZGVcN4vvv_sincos, __m128i, 2)
#endif

XL_KERNEL(c_acos_f32, MVEC_v("acos", f32, "avx2", .dispatch = {{"sse4", "_ZGVbN*_acosf_sse4"}}))
MVEC_CALL_v(c_acos_f32, f32, _ZGVcN8v_acosf)

XL_KERNEL(c_acosh_f32, MVEC_v("acosh", f32, "avx2", .dispatch = {{"sse4", "_ZGVbN*_acoshf_sse4"}}))
MVEC_CALL_v(c_acosh_f32, f32, _ZGVcN8v_acoshf)

XL_KERNEL(c_asin_f32, MVEC_v("asin", f32, "avx2", .dispatch = {{"sse4", "_ZGVbN*_asinf_sse4"}}))
MVEC_CALL_v(c_asin_f32, f32, _ZGVcN8v_asinf)

XL_KERNEL(c_asinh_f32, MVEC_v("asinh", f32, "avx2", .dispatch = {{"sse4", "_ZGVbN*_asinhf_sse4"}}))
MVEC_CALL_v(c_asinh_f32, f32, _ZGVcN8v_asinhf)

XL_KERNEL(c_atan_f32, MVEC_v("atan", f32, "avx2", .dispatch = {{"sse4", "_ZGVbN*_atanf_sse4"}}))
MVEC_CALL_v(c_atan_f32, f32, _ZGVcN8v_atanf)

XL_KERNEL(c_atanh_f32, MVEC_v("atanh", f32, "avx2", .dispatch = {{"sse4", "_ZGVbN*_atanhf_sse4"}}))
MVEC_CALL_v(c_atanh_f32, f32, _ZGVcN8v_atanhf)

XL_KERNEL(c_cbrt_f32, MVEC_v("cbrt", f32, "avx2", .dispatch = {{"sse4", "_ZGVbN*_cbrtf_sse4"}}))
MVEC_CALL_v(c_cbrt_f32, f32, _ZGVcN8v_cbrtf)

XL_KERNEL(c_cos_f32, MVEC_v("cos", f32, "avx2", .dispatch = {{"sse4", "_ZGVbN*_cosf_sse4"}}))
MVEC_CALL_v(c_cos_f32, f32, _ZGVcN8v_cosf)

XL_KERNEL(c_cosh_f32, MVEC_v("cosh", f32, "avx2", .dispatch = {{"sse4", "_ZGVbN*_coshf_sse4"}}))
MVEC_CALL_v(c_cosh_f32, f32, _ZGVcN8v_coshf)

XL_KERNEL(c_erfc_f32, MVEC_v("erfc", f32, "avx2", .dispatch = {{"sse4", "_ZGVbN*_erfcf_sse4"}}))
MVEC_CALL_v(c_erfc_f32, f32, _ZGVcN8v_erfcf)

XL_KERNEL(c_erf_f32, MVEC_v("erf", f32, "avx2", .dispatch = {{"sse4", "_ZGVbN*_erff_sse4"}}))
MVEC_CALL_v(c_erf_f32, f32, _ZGVcN8v_erff)

XL_KERNEL(c_exp10_f32, MVEC_v("exp10", f32, "avx2", .dispatch = {{"sse4", "_ZGVbN*_exp10f_sse4"}}))
MVEC_CALL_v(c_exp10_f32, f32, _ZGVcN8v_exp10f)

XL_KERNEL(c_exp2_f32, MVEC_v("exp2", f32, "avx2", .dispatch = {{"sse4", "_ZGVbN*_exp2f_sse4"}}))
MVEC_CALL_v(c_exp2_f32, f32, _ZGVcN8v_exp2f)

XL_KERNEL(c_exp_f32, MVEC_v("exp", f32, "avx2", .dispatch = {{"sse4", "_ZGVbN*_expf_sse4"}}))
MVEC_CALL_v(c_exp_f32, f32, _ZGVcN8v_expf)

XL_KERNEL(c_expm1_f32, MVEC_v("expm1", f32, "avx2", .dispatch = {{"sse4", "_ZGVbN*_expm1f_sse4"}}))
MVEC_CALL_v(c_expm1_f32, f32, _ZGVcN8v_expm1f)

XL_KERNEL(c_log10_f32, MVEC_v("log10", f32, "avx2", .dispatch = {{"sse4", "_ZGVbN*_log10f_sse4"}}))
MVEC_CALL_v(c_log10_f32, f32, _ZGVcN8v_log10f)

XL_KERNEL(c_log1p_f32, MVEC_v("log1p", f32, "avx2", .dispatch = {{"sse4", "_ZGVbN*_log1pf_sse4"}}))
MVEC_CALL_v(c_log1p_f32, f32, _ZGVcN8v_log1pf)

XL_KERNEL(c_log2_f32, MVEC_v("log2", f32, "avx2", .dispatch = {{"sse4", "_ZGVbN*_log2f_sse4"}}))
MVEC_CALL_v(c_log2_f32, f32, _ZGVcN8v_log2f)

XL_KERNEL(c_log_f32, MVEC_v("log", f32, "avx2", .dispatch = {{"sse4", "_ZGVbN*_logf_sse4"}}))
MVEC_CALL_v(c_log_f32, f32, _ZGVcN8v_logf)

XL_KERNEL(c_sin_f32, MVEC_v("sin", f32, "avx2", .dispatch = {{"sse4", "_ZGVbN*_sinf_sse4"}}))
MVEC_CALL_v(c_sin_f32, f32, _ZGVcN8v_sinf)

XL_KERNEL(c_sinh_f32, MVEC_v("sinh", f32, "avx2", .dispatch = {{"sse4", "_ZGVbN*_sinhf_sse4"}}))
MVEC_CALL_v(c_sinh_f32, f32, _ZGVcN8v_sinhf)

XL_KERNEL(c_tan_f32, MVEC_v("tan", f32, "avx2", .dispatch = {{"sse4", "_ZGVbN*_tanf_sse4"}}))
MVEC_CALL_v(c_tan_f32, f32, _ZGVcN8v_tanf)

XL_KERNEL(c_tanh_f32, MVEC_v("tanh", f32, "avx2", .dispatch = {{"sse4", "_ZGVbN*_tanhf_sse4"}}))
MVEC_CALL_v(c_tanh_f32, f32, _ZGVcN8v_tanhf)

XL_KERNEL(c_atan2_f32, MVEC_vv("atan2", f32, "avx2", .dispatch = {{"sse4", "_ZGVbN*_atan2f_sse4"}}))
MVEC_CALL_vv(c_atan2_f32, f32, _ZGVcN8vv_atan2f)

XL_KERNEL(c_hypot_f32, MVEC_vv("hypot", f32, "avx2", .dispatch = {{"sse4", "_ZGVbN*_hypotf_sse4"}}))
MVEC_CALL_vv(c_hypot_f32, f32, _ZGVcN8vv_hypotf)

XL_KERNEL(c_pow_f32, MVEC_vv("pow", f32, "avx2", .dispatch = {{"sse4", "_ZGVbN*_powf_sse4"}}))
MVEC_CALL_vv(c_pow_f32, f32, _ZGVcN8vv_powf)

XL_KERNEL(c_sincos_f32, MVEC_vvv("sincos", f32, "avx2", .dispatch = {{"", "_ZGVbN*_sincosf"}}))
#if XL_ISA_IS_avx2
MVEC_SINCOS(c_sincos_f32, f32, _ZGVcN8vvv_sincosf, __m128i, 4)
#endif

XL_KERNEL(n2_acos_f32, MVEC_v("acos", f32, "neon", .narrow = "vectors of 64 bits"))
#if XL_ISA_IS_neon
MVEC_HALF_v(n2_acos_f32, _ZGVnN2v_acosf)
#endif

XL_KERNEL(n2_acosh_f32, MVEC_v("acosh", f32, "neon", .narrow = "vectors of 64 bits"))
#if XL_ISA_IS_neon
MVEC_HALF_v(n2_acosh_f32, _ZGVnN2v_acoshf)
#endif

XL_KERNEL(n2_asin_f32, MVEC_v("asin", f32, "neon", .narrow = "vectors of 64 bits"))
#if XL_ISA_IS_neon
MVEC_HALF_v(n2_asin_f32, _ZGVnN2v_asinf)
#endif

XL_KERNEL(n2_asinh_f32, MVEC_v("asinh", f32, "neon", .narrow = "vectors of 64 bits"))
#if XL_ISA_IS_neon
MVEC_HALF_v(n2_asinh_f32, _ZGVnN2v_asinhf)
#endif

XL_KERNEL(n2_atan_f32, MVEC_v("atan", f32, "neon", .narrow = "vectors of 64 bits"))
#if XL_ISA_IS_neon
MVEC_HALF_v(n2_atan_f32, _ZGVnN2v_atanf)
#endif

XL_KERNEL(n2_atanh_f32, MVEC_v("atanh", f32, "neon", .narrow = "vectors of 64 bits"))
#if XL_ISA_IS_neon
MVEC_HALF_v(n2_atanh_f32, _ZGVnN2v_atanhf)
#endif

XL_KERNEL(n2_cbrt_f32, MVEC_v("cbrt", f32, "neon", .narrow = "vectors of 64 bits"))
#if XL_ISA_IS_neon
MVEC_HALF_v(n2_cbrt_f32, _ZGVnN2v_cbrtf)
#endif

XL_KERNEL(n2_cos_f32, MVEC_v("cos", f32, "neon", .narrow = "vectors of 64 bits"))
#if XL_ISA_IS_neon
MVEC_HALF_v(n2_cos_f32, _ZGVnN2v_cosf)
#endif

XL_KERNEL(n2_cosh_f32, MVEC_v("cosh", f32, "neon", .narrow = "vectors of 64 bits"))
#if XL_ISA_IS_neon
MVEC_HALF_v(n2_cosh_f32, _ZGVnN2v_coshf)
#endif

XL_KERNEL(cospi_f64, MVEC_v("cospi", f64, MVEC_ARM))
MVEC_CALL_v(cospi_f64, f64, MVEC_f64(v, cospi))

XL_KERNEL(n2_cospi_f32, MVEC_v("cospi", f32, "neon", .narrow = "vectors of 64 bits"))
#if XL_ISA_IS_neon
MVEC_HALF_v(n2_cospi_f32, _ZGVnN2v_cospif)
#endif

XL_KERNEL(n2_erfc_f32, MVEC_v("erfc", f32, "neon", .narrow = "vectors of 64 bits"))
#if XL_ISA_IS_neon
MVEC_HALF_v(n2_erfc_f32, _ZGVnN2v_erfcf)
#endif

XL_KERNEL(n2_erf_f32, MVEC_v("erf", f32, "neon", .narrow = "vectors of 64 bits"))
#if XL_ISA_IS_neon
MVEC_HALF_v(n2_erf_f32, _ZGVnN2v_erff)
#endif

XL_KERNEL(n2_exp10_f32, MVEC_v("exp10", f32, "neon", .narrow = "vectors of 64 bits"))
#if XL_ISA_IS_neon
MVEC_HALF_v(n2_exp10_f32, _ZGVnN2v_exp10f)
#endif

XL_KERNEL(n2_exp2_f32, MVEC_v("exp2", f32, "neon", .narrow = "vectors of 64 bits"))
#if XL_ISA_IS_neon
MVEC_HALF_v(n2_exp2_f32, _ZGVnN2v_exp2f)
#endif

XL_KERNEL(n2_exp_f32, MVEC_v("exp", f32, "neon", .narrow = "vectors of 64 bits"))
#if XL_ISA_IS_neon
MVEC_HALF_v(n2_exp_f32, _ZGVnN2v_expf)
#endif

XL_KERNEL(n2_expm1_f32, MVEC_v("expm1", f32, "neon", .narrow = "vectors of 64 bits"))
#if XL_ISA_IS_neon
MVEC_HALF_v(n2_expm1_f32, _ZGVnN2v_expm1f)
#endif

XL_KERNEL(n2_log10_f32, MVEC_v("log10", f32, "neon", .narrow = "vectors of 64 bits"))
#if XL_ISA_IS_neon
MVEC_HALF_v(n2_log10_f32, _ZGVnN2v_log10f)
#endif

XL_KERNEL(n2_log1p_f32, MVEC_v("log1p", f32, "neon", .narrow = "vectors of 64 bits"))
#if XL_ISA_IS_neon
MVEC_HALF_v(n2_log1p_f32, _ZGVnN2v_log1pf)
#endif

XL_KERNEL(n2_log2_f32, MVEC_v("log2", f32, "neon", .narrow = "vectors of 64 bits"))
#if XL_ISA_IS_neon
MVEC_HALF_v(n2_log2_f32, _ZGVnN2v_log2f)
#endif

XL_KERNEL(n2_log_f32, MVEC_v("log", f32, "neon", .narrow = "vectors of 64 bits"))
#if XL_ISA_IS_neon
MVEC_HALF_v(n2_log_f32, _ZGVnN2v_logf)
#endif

XL_KERNEL(logp1_f64, MVEC_v("log1p", f64, MVEC_ARM))
MVEC_CALL_v(logp1_f64, f64, MVEC_f64(v, logp1))

XL_KERNEL(n2_logp1_f32, MVEC_v("log1p", f32, "neon", .narrow = "vectors of 64 bits"))
#if XL_ISA_IS_neon
MVEC_HALF_v(n2_logp1_f32, _ZGVnN2v_logp1f)
#endif

XL_KERNEL(n2_sin_f32, MVEC_v("sin", f32, "neon", .narrow = "vectors of 64 bits"))
#if XL_ISA_IS_neon
MVEC_HALF_v(n2_sin_f32, _ZGVnN2v_sinf)
#endif

XL_KERNEL(n2_sinh_f32, MVEC_v("sinh", f32, "neon", .narrow = "vectors of 64 bits"))
#if XL_ISA_IS_neon
MVEC_HALF_v(n2_sinh_f32, _ZGVnN2v_sinhf)
#endif

XL_KERNEL(sinpi_f64, MVEC_v("sinpi", f64, MVEC_ARM))
MVEC_CALL_v(sinpi_f64, f64, MVEC_f64(v, sinpi))

XL_KERNEL(n2_sinpi_f32, MVEC_v("sinpi", f32, "neon", .narrow = "vectors of 64 bits"))
#if XL_ISA_IS_neon
MVEC_HALF_v(n2_sinpi_f32, _ZGVnN2v_sinpif)
#endif

XL_KERNEL(n2_tan_f32, MVEC_v("tan", f32, "neon", .narrow = "vectors of 64 bits"))
#if XL_ISA_IS_neon
MVEC_HALF_v(n2_tan_f32, _ZGVnN2v_tanf)
#endif

XL_KERNEL(n2_tanh_f32, MVEC_v("tanh", f32, "neon", .narrow = "vectors of 64 bits"))
#if XL_ISA_IS_neon
MVEC_HALF_v(n2_tanh_f32, _ZGVnN2v_tanhf)
#endif

XL_KERNEL(tanpi_f64, MVEC_v("tanpi", f64, MVEC_ARM))
MVEC_CALL_v(tanpi_f64, f64, MVEC_f64(v, tanpi))

XL_KERNEL(n2_tanpi_f32, MVEC_v("tanpi", f32, "neon", .narrow = "vectors of 64 bits"))
#if XL_ISA_IS_neon
MVEC_HALF_v(n2_tanpi_f32, _ZGVnN2v_tanpif)
#endif

XL_KERNEL(n2_atan2_f32, MVEC_vv("atan2", f32, "neon", .narrow = "vectors of 64 bits"))
#if XL_ISA_IS_neon
MVEC_HALF_vv(n2_atan2_f32, _ZGVnN2vv_atan2f)
#endif

XL_KERNEL(n2_hypot_f32, MVEC_vv("hypot", f32, "neon", .narrow = "vectors of 64 bits"))
#if XL_ISA_IS_neon
MVEC_HALF_vv(n2_hypot_f32, _ZGVnN2vv_hypotf)
#endif

XL_KERNEL(n2_pow_f32, MVEC_vv("pow", f32, "neon", .narrow = "vectors of 64 bits"))
#if XL_ISA_IS_neon
MVEC_HALF_vv(n2_pow_f32, _ZGVnN2vv_powf)
#endif

XL_KERNEL(cospi_f32, MVEC_v("cospi", f32, MVEC_ARM))
MVEC_CALL_v(cospi_f32, f32, MVEC_f32(v, cospi))

XL_KERNEL(logp1_f32, MVEC_v("log1p", f32, MVEC_ARM))
MVEC_CALL_v(logp1_f32, f32, MVEC_f32(v, logp1))

XL_KERNEL(sinpi_f32, MVEC_v("sinpi", f32, MVEC_ARM))
MVEC_CALL_v(sinpi_f32, f32, MVEC_f32(v, sinpi))

XL_KERNEL(tanpi_f32, MVEC_v("tanpi", f32, MVEC_ARM))
MVEC_CALL_v(tanpi_f32, f32, MVEC_f32(v, tanpi))
