/* The operations of f32 and f64 in plain C: a template file of each_float.h.
 * SPDX-License-Identifier: MIT
 */
#include "scalar_common.h"

/* The C library's function for the lane type: sqrtf or sqrt. */
#define XL_SCALAR_LIBM(NAME) XL_JOIN(XL_SCALAR_LIBM_, XL_T, )(NAME)

XL_VEC XL_V XL_OP(add)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_V){a.v + b.v}; }
XL_VEC XL_V XL_OP(sub)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_V){a.v - b.v}; }
XL_VEC XL_V XL_OP(mul)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_V){a.v * b.v}; }
XL_VEC XL_V XL_OP(div)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_V){a.v / b.v}; }
XL_VEC XL_V XL_OP(sqrt)(XL_V a, size_t vl) { (void)vl; return (XL_V){XL_SCALAR_LIBM(sqrt)(a.v)}; }
XL_VEC XL_V XL_OP(fma)(XL_V a, XL_V b, XL_V c, size_t vl) { (void)vl; return (XL_V){XL_SCALAR_LIBM(fma)(a.v, b.v, c.v)}; }
XL_VEC XL_V XL_OP(abs)(XL_V a, size_t vl) { (void)vl; return (XL_V){XL_SCALAR_LIBM(fabs)(a.v)}; }
XL_VEC XL_V XL_OP(neg)(XL_V a, size_t vl) { (void)vl; return (XL_V){-a.v}; }
XL_VEC XL_V XL_OP(roundeven)(XL_V a, size_t vl) { (void)vl; return (XL_V){XL_SCALAR_LIBM(rint)(a.v)}; }

XL_VEC XL_V XL_OP(min)(XL_V a, XL_V b, size_t vl)
{
    (void)vl;
    if (a.v != a.v || b.v != b.v)
        return (XL_V){a.v + b.v};
    return a.v < b.v || (a.v == b.v && signbit(a.v)) ? a : b;
}
XL_VEC XL_V XL_OP(max)(XL_V a, XL_V b, size_t vl)
{
    (void)vl;
    if (a.v != a.v || b.v != b.v)
        return (XL_V){a.v + b.v};
    return a.v > b.v || (a.v == b.v && !signbit(a.v)) ? a : b;
}

#undef XL_SCALAR_LIBM
