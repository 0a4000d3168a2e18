/* The error function.
 * SPDX-License-Identifier: MIT
 *
 * Up to 1, erf(x) = x + x P(x^2), P the minimax polynomial of degree 7 (f64: 12). Above,
 * erf(x) = 1 - e^-(x^2 + G(x - c)), G the minimax polynomial of degree 8 (24) for
 * -ln(1 - erf(x)) - x^2, which grows slowly, up to 4 (6), where erf is 1 in the type; c = 2.5 (3.5)
 * is the middle. All coefficients are numbers of the type. erf has relative errors of 2^-30 (2^-56)
 * and 2^-29 (2^-58) from them.
 *
 * Bound, in ULP. Up to 1, the last sum rounds by 0.5; what it adds is at most 0.13 of the result
 * and off by 3 roundings: 0.9. Above, the result is above 0.84 and e^-(x^2 + G) below 0.16. The
 * exponent is at least 1.8 and off by 2 ULP there, 0.6 ULP of the result; where it is larger, the
 * power is smaller by more. With 0.9 ULP of the exponential, 0.25 of the result, and 0.5 of the
 * difference that is 1.35.
 */
#ifndef XL_KERNELS_MATH_ERF_H
#define XL_KERNELS_MATH_ERF_H

#include "exp.h"

static const float xl_math_near_f32_coefficients[] = {
    -0x1.1fd45cp-17f, 0x1.c77348p-14f, -0x1.b99eb6p-11f, 0x1.55dcc6p-8f,
    -0x1.b821e6p-6f,  0x1.ce2eap-4f,   -0x1.812744p-2f,  0x1.06eba8p-3f};
static const float xl_math_far_f32_coefficients[] = {
    -0x1.b27cc2p-20f, 0x1.be7b44p-17f, -0x1.447e28p-14f, 0x1.b890ccp-12f, -0x1.1bccd4p-9f,
    0x1.63cfcp-7f,    -0x1.cb9f76p-5f, 0x1.69252p-2f,    0x1.8e8b72p0f};
static const double xl_math_near_f64_coefficients[] = {
    0x1.2978304266ff7p-34, -0x1.46794feb16f44p-30, 0x1.fc78cbccf6129p-27, -0x1.5f9828c55da45p-23,
    0x1.b9ee95850f6f5p-20, -0x1.f4d333884b5cap-17, 0x1.f9a335388d2f5p-14, -0x1.c02db49b09506p-11,
    0x1.565bcd12991cp-8,   -0x1.b82ce312abf08p-6,  0x1.ce2f21a04362dp-4,  -0x1.812746b0379fdp-2,
    0x1.06eba8214db69p-3};
static const double xl_math_far_f64_coefficients[] = {
    -0x1.64d4e5bf03cf5p-61, 0x1.765f47b8fa951p-58,  -0x1.4bc98078cd44ep-57, -0x1.7020e59985bbep-56,
    0x1.76013454f5d07p-55,  -0x1.3167c738f2c53p-51, 0x1.3c38fd373437bp-47,  -0x1.2ec0dc793f8fdp-44,
    0x1.bc4108536be9fp-42,  -0x1.211df45afc6eep-39, 0x1.42ec83f4cb5bp-37,   -0x1.0da73ab33a6f7p-35,
    0x1.b469f70e888aep-36,  0x1.aa0237ff8549fp-31,  -0x1.47818738cc83ap-27, 0x1.5a92e8ca3b757p-24,
    -0x1.3a66384db7be3p-21, 0x1.05061558ed9a2p-18,  -0x1.9922ad46e4e71p-16, 0x1.34e7e4079d218p-13,
    -0x1.ca1053db09255p-11, 0x1.5677ff29cf08ep-8,   -0x1.105be5d25e6bdp-5,  0x1.107c691607bcdp-2,
    0x1.dcc8b29512d7ep0};

#define XL_W 32
#include "erf_body.h"

#define XL_W 64
#include "erf_body.h"

#endif
