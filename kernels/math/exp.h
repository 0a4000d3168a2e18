/* Exponential functions, for exp, exp2, pow and erf.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_KERNELS_MATH_EXP_H
#define XL_KERNELS_MATH_EXP_H

#include "pieces.h"

/* 2^t for |t| <= 0.51: minimax polynomials of degree 6 and 12 with the constant 1. Coefficients are
 * floats and doubles. Relative errors are below 2^-27.3 (2^-28 up to 0.5) and 2^-59. */
static const float xl_math_exp2_f32_coefficients[] = {
    0x1.3fa206p-13f, 0x1.5f0b82p-10f, 0x1.3b30ap-7f, 0x1.c6af76p-5f,
    0x1.ebfbd8p-3f,  0x1.62e43p-1f,   1.0f};
static const double xl_math_exp2_f64_coefficients[] = {0x1.de49d623857dp-36,
                                                       0x1.eafdc2f7f8aa1p-32,
                                                       0x1.e4bbc00d2bdaap-28,
                                                       0x1.b524232262315p-24,
                                                       0x1.62c027b683cf7p-20,
                                                       0x1.ffcbfcdb1c5bep-17,
                                                       0x1.430912f7013a2p-13,
                                                       0x1.5d87fe7888dffp-10,
                                                       0x1.3b2ab6fba53b8p-7,
                                                       0x1.c6b08d704a182p-5,
                                                       0x1.ebfbdff82c58dp-3,
                                                       0x1.62e42fefa39efp-1,
                                                       1.0};

/* e^t for |t| <= 0.3466: the same of degree 6 and 11, with 1 + t at the start. Relative errors are
 * below 2^-28 and 2^-57. */
static const float xl_math_exp_f32_coefficients[] = {
    0x1.694c82p-10f, 0x1.12397cp-7f, 0x1.555a26p-5f, 0x1.555492p-3f, 0x1.fffffap-2f, 1.0f, 1.0f};
static const double xl_math_exp_f64_coefficients[] = {0x1.ad92d1e47a0d8p-26,
                                                      0x1.28adf8e81298cp-22,
                                                      0x1.71df18f7a1dd8p-19,
                                                      0x1.a019996298ecdp-16,
                                                      0x1.a01a012fed2f7p-13,
                                                      0x1.6c16c18475fabp-10,
                                                      0x1.1111111126b36p-7,
                                                      0x1.55555555506bfp-5,
                                                      0x1.55555555554fep-3,
                                                      0x1.000000000000ap-1,
                                                      1.0,
                                                      1.0};

#define XL_W 32
#include "exp_body.h"

#define XL_W 64
#include "exp_body.h"

#endif
