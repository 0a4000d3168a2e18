/* The references of those of SLEEF's kernels that have no error: the C library's functions, SLEEF's
 * own scalar ones, and what ties them to arrays. The others name a `.function`.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_KERNELS_SLEEF_REFERENCES_H
#define XL_KERNELS_SLEEF_REFERENCES_H

#include <limits.h>
#include <math.h>

#include "kernel.h"

/* For the test that shows that a bound fires. */
#ifdef XL_SLEEF_TIGHT
#define XL_SLEEF_BOUND(X) ((X) / 10)
#else
#define XL_SLEEF_BOUND(X) (X)
#endif

struct xl_pair_f32 {
    float x, y;
};
struct xl_pair_f64 {
    double x, y;
};

/* Element i of each shape, by a function of the elements. */
#define XL_SLEEF_CALL_V_V(F) r[i] = F(a[i])
#define XL_SLEEF_CALL_V2_V(F) r[i] = F(a[i], b[i])
#define XL_SLEEF_CALL_V3_V(F) r[i] = F(a[i], b[i], c[i])
#define XL_SLEEF_CALL_VI_V(F) r[i] = F(a[i], b[i])
#define XL_SLEEF_CALL_V_I(F) r[i] = F(a[i])
#define XL_SLEEF_CALL_V_VV(F)                                                                      \
    do {                                                                                           \
        __auto_type pair = F(a[i]);                                                                \
        r[i] = pair.x;                                                                             \
        s[i] = pair.y;                                                                             \
    } while (0)

/* The very value; if it is a zero, of any sign. A conversion to the wider type makes a signalling
 * NaN quiet, so that fmax(NaN, 0) is as C11's annex F has it. */
#define XL_SLEEF_BOUNDED_V2_V(F)                                                                   \
    r[i] = (struct xl_bounded)                                                                     \
    {                                                                                              \
        .value = (double)F##l(a[i], b[i])                                                          \
    }

/* SLEEF's own scalar functions. */
#define XL_C_f32 float
#define XL_C_f64 double
#define XL_SLEEF_SCALAR_V_V(T, NAME) extern XL_C_##T NAME(XL_C_##T);
#define XL_SLEEF_SCALAR_V2_V(T, NAME) extern XL_C_##T NAME(XL_C_##T, XL_C_##T);
#define XL_SLEEF_SCALAR_V3_V(T, NAME) extern XL_C_##T NAME(XL_C_##T, XL_C_##T, XL_C_##T);
#define XL_SLEEF_SCALAR_VI_V(T, NAME) extern XL_C_##T NAME(XL_C_##T, int);
#define XL_SLEEF_SCALAR_V_I(T, NAME) extern int NAME(XL_C_##T);
#define XL_SLEEF_SCALAR_V_VV(T, NAME) extern struct xl_pair_##T NAME(XL_C_##T);

/* What is determined to the bit. */
#define XL_EXACT1(NAME)                                                                            \
    static inline float xl_exact_##NAME##_f32(float x)                                             \
    {                                                                                              \
        return NAME##f(x);                                                                         \
    }                                                                                              \
    static inline double xl_exact_##NAME##_f64(double x)                                           \
    {                                                                                              \
        return NAME(x);                                                                            \
    }
#define XL_EXACT2(NAME)                                                                            \
    static inline float xl_exact_##NAME##_f32(float x, float y)                                    \
    {                                                                                              \
        return NAME##f(x, y);                                                                      \
    }                                                                                              \
    static inline double xl_exact_##NAME##_f64(double x, double y)                                 \
    {                                                                                              \
        return NAME(x, y);                                                                         \
    }

XL_EXACT1(trunc)
XL_EXACT1(floor)
XL_EXACT1(ceil)
XL_EXACT1(round)
XL_EXACT1(rint)
XL_EXACT1(fabs)
XL_EXACT1(sqrt)
XL_EXACT2(fmod)
XL_EXACT2(remainder)
XL_EXACT2(copysign)
XL_EXACT2(nextafter)
XL_EXACT2(fdim)

static inline double xl_exact_ldexp_f64(double x, int exponent)
{
    return ldexp(x, exponent);
}

static inline float xl_exact_frfrexp_f32(float x)
{
    int exponent;
    return frexpf(x, &exponent);
}

static inline double xl_exact_frfrexp_f64(double x)
{
    int exponent;
    return frexp(x, &exponent);
}

static inline int xl_exact_expfrexp_f64(double x)
{
    int exponent;
    frexp(x, &exponent);
    return exponent;
}

/* Of a NaN, SLEEF_FP_ILOGBNAN of sleef.h, and of zero, SLEEF_FP_ILOGB0. */
static inline int xl_exact_ilogb_f64(double x)
{
    return isnan(x) ? INT_MAX : x == 0 ? INT_MIN : ilogb(x);
}

static inline struct xl_pair_f32 xl_exact_modf_f32(float x)
{
    float whole, fraction = modff(x, &whole);
    return (struct xl_pair_f32){fraction, whole};
}

static inline struct xl_pair_f64 xl_exact_modf_f64(double x)
{
    double whole, fraction = modf(x, &whole);
    return (struct xl_pair_f64){fraction, whole};
}

#endif
