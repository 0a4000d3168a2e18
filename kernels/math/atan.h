/* atan and atan2.
 * SPDX-License-Identifier: MIT
 *
 * atan(t) = t + t^3 A(t^2) for t from 0 to 1, A a minimax polynomial whose coefficients are numbers
 * of the type; from above 1, pi/2 - atan(1/t).
 *
 * Bounds, in ULP of the result and for 2^-p half the ULP of 1. Up to 1, what is added last is at
 * most 0.22 and off by 4 roundings, 0.86 2^-p, and the sum rounds by half an ULP: 1.4. The quotient
 * for a number above 1, or for atan2, is off by 2^-p, and the arctangent by 0.5 2^-p of that where
 * it is largest. What it is subtracted from, pi/2 or the like, is two numbers, and the difference
 * is at least 0.78, of which an ULP is 2^-p; it rounds by half of that: 0.86 + 0.5 + 0.5 + 0.5,
 * or 2.4.
 */
#ifndef XL_KERNELS_MATH_ATAN_H
#define XL_KERNELS_MATH_ATAN_H

#include "pieces.h"

/* Of degree 8, and of degree 19. The relative errors of atan are below 2^-28 and 2^-57. */
static const float xl_math_atan_f32_coefficients[] = {
    -0x1.d5a1aap-10f, 0x1.6551e2p-7f,  -0x1.fe7d24p-6f, 0x1.da9c2ep-5f, -0x1.5825f2p-4f,
    0x1.c0946cp-4f,   -0x1.24211ap-3f, 0x1.9991ecp-3f,  -0x1.55553ep-2f};
static const double xl_math_atan_f64_coefficients[] = {
    0x1.bbed9f7b04237p-17, -0x1.3f364d4b9695cp-13, 0x1.b3facbcd7bb8ap-11, -0x1.7a399ad4364a2p-9,
    0x1.d7b927bbdceedp-8,  -0x1.c78fcd542af16p-7,  0x1.683cc98472e13p-6,  -0x1.e9fa0da6643e9p-6,
    0x1.2c2e5ccfd4e26p-5,  -0x1.59a3ff2ac6667p-5,  0x1.82dad79d1736p-5,   -0x1.ae5e72c0e6984p-5,
    0x1.e1bba66c1a4b8p-5,  -0x1.110e5126fd02dp-4,  0x1.3b13669a2a047p-4,  -0x1.745d11ae74c7ap-4,
    0x1.c71c717fcf76dp-4,  -0x1.249249237f57dp-3,  0x1.99999999955b4p-3,  -0x1.5555555555526p-2};

#define XL_W 32
#include "atan_body.h"

#define XL_W 64
#include "atan_body.h"

#endif
