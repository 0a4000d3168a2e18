/* sin cos tan: the polynomials, and what is made of them by quadrant.
 * SPDX-License-Identifier: MIT
 *
 * For r + low from the reduction,
 *
 *     sin(r + low) = r + (low + r^3 S(r^2))
 *     cos(r + low) = 1 + (r^2 C(r^2) - r low)
 *     tan(r + low) = w + low (1 + w^2), w = r + r^3 T(r^2)
 *
 * to within the square of low. S, C and T are minimax polynomials whose coefficients are numbers of
 * the type; C begins with -1/2. All errors below are relative to the result.
 *
 * Bounds, in ULP of the result. sin: what is added last is at most 0.11 of the result and off by 3
 * roundings, 0.2; low cos(r) was meant, which is up to 0.3 of low less; the sum rounds by 0.5:
 * below 1.1. cos is at least 0.707, and 1 - cos at most 0.3; r^2, C and their product less r low
 * are off by 0.23, 0.17 and 0.25; low sin(r) was meant, which may make 0.1; with 0.5 for the last
 * sum, 1.25. tan: what is added last is at most 0.22 of the result and off by 5 roundings, and the
 * sum rounds by 0.5: 1.6. In every other quadrant it is -1 over that, which rounds by 0.5, and its
 * ULP may be a smaller part of it: 2.1 + 0.5.
 */
#ifndef XL_KERNELS_MATH_TRIG_H
#define XL_KERNELS_MATH_TRIG_H

#include "reduce_f32.h"
#include "reduce_f64.h"

/* Errors of f32: below 2^-32, 2^-32 and 2^-29. */
static const float xl_math_sin_f32_coefficients[] = {0x1.77e208p-19f, -0x1.a04866p-13f,
                                                     0x1.111164p-7f, -0x1.555556p-3f};
static const float xl_math_cos_f32_coefficients[] = {0x1.99e912p-16f, -0x1.6c0c2ap-10f,
                                                     0x1.55554ap-5f, -0.5f};
static const float xl_math_tan_f32_coefficients[] = {
    0x1.1e65b6p-8f, 0x1.b1c552p-14f, 0x1.62aa52p-7f, 0x1.5cc6bep-6f,
    0x1.bad942p-5f, 0x1.110dap-3f,   0x1.55556p-2f};

/* Errors of f64: below 2^-57, 2^-63 and 2^-59. */
static const double xl_math_sin_f64_coefficients[] = {0x1.5d8e53c566e7p-33,  -0x1.ae5e54d239a84p-26,
                                                      0x1.71de355f70d67p-19, -0x1.a01a019bf286dp-13,
                                                      0x1.111111110f75fp-7,  -0x1.5555555555548p-3};
static const double xl_math_cos_f64_coefficients[] = {-0x1.8fa697f1f6a6p-37,
                                                      0x1.1ee9dbf591757p-29,
                                                      -0x1.27e4f7f1c95cfp-22,
                                                      0x1.a01a019c8f6bap-16,
                                                      -0x1.6c16c16c15017p-10,
                                                      0x1.555555555554bp-5,
                                                      -0.5};
static const double xl_math_tan_f64_coefficients[] = {
    0x1.4582850aecc67p-17, -0x1.8fd40f2d80d5ep-16, 0x1.90772e507e6b9p-15, -0x1.9bf2a78f72c12p-16,
    0x1.1658577f80b71p-14, 0x1.6077842e7bde7p-14,  0x1.feca0203b5d56p-13, 0x1.34c339f81c069p-11,
    0x1.7db0d5b36cf2dp-10, 0x1.d6d2f4f892e0bp-9,   0x1.226e3a2dc85b2p-7,  0x1.664f485fd3fbcp-6,
    0x1.ba1ba1bab1f6p-5,   0x1.11111111106e1p-3,   0x1.555555555555dp-2};

#define XL_W 32
#include "trig_body.h"

#define XL_W 64
#include "trig_body.h"

#endif
