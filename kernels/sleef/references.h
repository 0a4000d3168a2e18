/* The references of SLEEF's kernels: the C library's functions in the next wider type, and what
 * ties them to arrays.
 * SPDX-License-Identifier: MIT
 *
 * glibc's double and long double functions are within a few units of their own last place ("Errors
 * in Math Functions" of its manual): below 2^-26 ULP of f32 and 2^-9 of f64. A conversion to the
 * wider type makes a signalling NaN quiet, so that pow(NaN, 0) and the like are as C11 annex F has
 * them.
 */
#ifndef XL_KERNELS_SLEEF_REFERENCES_H
#define XL_KERNELS_SLEEF_REFERENCES_H

#include <float.h>
#include <limits.h>
#include <math.h>

#include "kernel.h"

typedef long double ldouble;

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
struct xl_pair_double {
    double x, y;
};
struct xl_pair_ldouble {
    ldouble x, y;
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

#define XL_SLEEF_WIDE_V_V(F, W) XL_SLEEF_CALL_V_V(xl_wide_##F##_##W)
#define XL_SLEEF_WIDE_V2_V(F, W) XL_SLEEF_CALL_V2_V(xl_wide_##F##_##W)
#define XL_SLEEF_WIDE_V3_V(F, W) XL_SLEEF_CALL_V3_V(xl_wide_##F##_##W)
#define XL_SLEEF_WIDE_V_VV(F, W) XL_SLEEF_CALL_V_VV(xl_wide_##F##_##W)

/* The very value; if it is a zero, of any sign. */
#define XL_SLEEF_BOUNDED_V2_V(F)                                                                   \
    r[i] = (struct xl_bounded)                                                                     \
    {                                                                                              \
        .value = (double)xl_wide_##F##_ldouble(a[i], b[i])                                         \
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

/* One operand, two, three; in double and in long double. */
#define XL_WIDE1(NAME)                                                                             \
    static inline double xl_wide_##NAME##_double(double x)                                         \
    {                                                                                              \
        return NAME(x);                                                                            \
    }                                                                                              \
    static inline ldouble xl_wide_##NAME##_ldouble(ldouble x)                                      \
    {                                                                                              \
        return NAME##l(x);                                                                         \
    }
#define XL_WIDE2(NAME)                                                                             \
    static inline double xl_wide_##NAME##_double(double x, double y)                               \
    {                                                                                              \
        return NAME(x, y);                                                                         \
    }                                                                                              \
    static inline ldouble xl_wide_##NAME##_ldouble(ldouble x, ldouble y)                           \
    {                                                                                              \
        return NAME##l(x, y);                                                                      \
    }

XL_WIDE1(sin)
XL_WIDE1(cos)
XL_WIDE1(tan)
XL_WIDE1(asin)
XL_WIDE1(acos)
XL_WIDE1(atan)
XL_WIDE1(sinh)
XL_WIDE1(cosh)
XL_WIDE1(tanh)
XL_WIDE1(asinh)
XL_WIDE1(acosh)
XL_WIDE1(atanh)
XL_WIDE1(log)
XL_WIDE1(log2)
XL_WIDE1(log10)
XL_WIDE1(log1p)
XL_WIDE1(exp)
XL_WIDE1(exp2)
XL_WIDE1(exp10)
XL_WIDE1(expm1)
XL_WIDE1(sqrt)
XL_WIDE1(cbrt)
XL_WIDE1(erf)
XL_WIDE1(erfc)
XL_WIDE2(atan2)
XL_WIDE2(pow)
XL_WIDE2(hypot)
XL_WIDE2(fmax)
XL_WIDE2(fmin)

/* The gamma function has no zeros. What underflows is none, and a kernel may give it either sign.
 */
static inline double xl_wide_tgamma_double(double x)
{
    double y = tgamma(x);
    return y == 0 ? copysign(DBL_TRUE_MIN, y) : y;
}

static inline ldouble xl_wide_tgamma_ldouble(ldouble x)
{
    ldouble y = tgammal(x);
    return y == 0 ? copysignl(LDBL_TRUE_MIN, y) : y;
}

static inline double xl_wide_lgamma_double(double x)
{
    int sign;
    return lgamma_r(x, &sign);
}

static inline ldouble xl_wide_lgamma_ldouble(ldouble x)
{
    int sign;
    return lgammal_r(x, &sign);
}

static inline double xl_wide_fma_double(double x, double y, double z)
{
    return x * y + z; /* the product of two floats is a double */
}

static inline ldouble xl_wide_fma_ldouble(ldouble x, ldouble y, ldouble z)
{
    return fmal(x, y, z);
}

/* The sine and cosine of pi x: x = n / 2 + t with |t| <= 1/4, both without error. Zeros have the
 * signs of IEEE 754-2019, 9.2: the sine's is that of x, the cosine's is positive. */
static inline struct xl_pair_ldouble xl_wide_sincospi_ldouble(ldouble x)
{
    ldouble r = fmodl(x, 2), n = rintl(2 * r), t = r - n / 2;
    ldouble s = sinl(M_PIl * t), c = cosl(M_PIl * t);
    const ldouble sines[] = {s, c, -s, -c}, cosines[] = {c, -s, -c, s};
    if (isnan(r))
        return (struct xl_pair_ldouble){r, r};
    s = sines[(int)n & 3];
    c = cosines[(int)n & 3];
    return (struct xl_pair_ldouble){s == 0 ? copysignl(0, x) : s, c == 0 ? 0 : c};
}

static inline struct xl_pair_double xl_wide_sincospi_double(double x)
{
    struct xl_pair_ldouble pair = xl_wide_sincospi_ldouble(x);
    return (struct xl_pair_double){(double)pair.x, (double)pair.y};
}

static inline double xl_wide_sinpi_double(double x)
{
    return xl_wide_sincospi_double(x).x;
}

static inline ldouble xl_wide_sinpi_ldouble(ldouble x)
{
    return xl_wide_sincospi_ldouble(x).x;
}

static inline double xl_wide_cospi_double(double x)
{
    return xl_wide_sincospi_double(x).y;
}

static inline ldouble xl_wide_cospi_ldouble(ldouble x)
{
    return xl_wide_sincospi_ldouble(x).y;
}

static inline struct xl_pair_double xl_wide_sincos_double(double x)
{
    return (struct xl_pair_double){sin(x), cos(x)};
}

static inline struct xl_pair_ldouble xl_wide_sincos_ldouble(ldouble x)
{
    return (struct xl_pair_ldouble){sinl(x), cosl(x)};
}

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
