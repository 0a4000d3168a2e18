/* Functions that Vectorized<float> and Vectorized<double> have of SLEEF: PyTorch's choice of them,
 * and what it does around the call. Errors: u10 and u35 of SLEEF's names are 1.0 and 3.5 ULP.
 * SPDX-License-Identifier: MIT
 */
#include "vectorized.h"

namespace pytorch {

OPERATION_1(exp, a.exp(), std::exp(a))
OPERATION_1(log, a.log(), std::log(a))
OPERATION_1(sin, a.sin(), std::sin(a))
OPERATION_2(pow, a.pow(b), std::pow(a, b))

/* The vectors that compute are in SLEEF's shared library. */
#define SLEEF .by_lane = {{"avx2 avx512 neon sve " VSX ZVECTOR, "SLEEF computes it"}}
#define ACCURATE(INS, T, ULP, F, SAME)                                                             \
    .summary = "r[i] = " #F, .contract = {XL_ULP, .ulp = ULP},                                     \
    .args = {INPUTS_##INS(T), XL_OUT(T, r, 1), XL_COUNT}, SLEEF, WRITTEN_##T, .elementwise = SAME, \
    .function = #F
#define VECTORS(NAME, INS, T, F)                                                                   \
    XL_VECTOR(void, NAME)(ARGUMENTS_##INS(CPP_##T), CPP_##T *r, size_t n)                          \
    {                                                                                              \
        operations<F>::vectors<CPP_##T, CPP_##T>(n, {r}, NAMES_##INS);                             \
    }

XL_KERNEL(exp_f32, ACCURATE(1, f32, 1.0, exp, 1))
VECTORS(exp_f32, 1, f32, exp)
XL_KERNEL(log_f32, ACCURATE(1, f32, 1.0, log, 1))
VECTORS(log_f32, 1, f32, log)
/* AVX2 and AVX-512: u35. The largest argument of a vector chooses the reduction by pi for all lanes,
 * so a result depends on its neighbours. */
XL_KERNEL(sin_f32, ACCURATE(1, f32, 3.5, sin, 0), .period = M_PI_2)
VECTORS(sin_f32, 1, f32, sin)
XL_KERNEL(pow_f32, ACCURATE(2, f32, 1.0, pow, 1))
VECTORS(pow_f32, 2, f32, pow)
XL_KERNEL(exp_f64, ACCURATE(1, f64, 1.0, exp, 1))
VECTORS(exp_f64, 1, f64, exp)
XL_KERNEL(log_f64, ACCURATE(1, f64, 1.0, log, 1))
VECTORS(log_f64, 1, f64, log)
XL_KERNEL(sin_f64, ACCURATE(1, f64, 1.0, sin, 1), .period = M_PI_2)
VECTORS(sin_f64, 1, f64, sin)
XL_KERNEL(pow_f64, ACCURATE(2, f64, 1.0, pow, 1))
VECTORS(pow_f64, 2, f64, pow)

} // namespace pytorch
