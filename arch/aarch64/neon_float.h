/* Template of neon.h, for the lane types f32 and f64.
 * SPDX-License-Identifier: MIT
 */
XL_VEC XL_V XL_OP(add)(XL_V a, XL_V b, size_t vl) { (void)vl; return XL_NEON(vaddq)(a, b); }
XL_VEC XL_V XL_OP(sub)(XL_V a, XL_V b, size_t vl) { (void)vl; return XL_NEON(vsubq)(a, b); }
XL_VEC XL_V XL_OP(mul)(XL_V a, XL_V b, size_t vl) { (void)vl; return XL_NEON(vmulq)(a, b); }
XL_VEC XL_V XL_OP(div)(XL_V a, XL_V b, size_t vl) { (void)vl; return XL_NEON(vdivq)(a, b); }
XL_VEC XL_V XL_OP(sqrt)(XL_V a, size_t vl) { (void)vl; return XL_NEON(vsqrtq)(a); }
XL_VEC XL_V XL_OP(fma)(XL_V a, XL_V b, XL_V c, size_t vl) { (void)vl; return XL_NEON(vfmaq)(c, a, b); }
XL_VEC XL_V XL_OP(abs)(XL_V a, size_t vl) { (void)vl; return XL_NEON(vabsq)(a); }
XL_VEC XL_V XL_OP(neg)(XL_V a, size_t vl) { (void)vl; return XL_NEON(vnegq)(a); }
XL_VEC XL_V XL_OP(roundeven)(XL_V a, size_t vl) { (void)vl; return XL_NEON(vrndnq)(a); }
XL_VEC XL_V XL_OP(floor)(XL_V a, size_t vl) { (void)vl; return XL_NEON(vrndmq)(a); }
XL_VEC XL_V XL_OP(ceil)(XL_V a, size_t vl) { (void)vl; return XL_NEON(vrndpq)(a); }
XL_VEC XL_V XL_OP(trunc)(XL_V a, size_t vl) { (void)vl; return XL_NEON(vrndq)(a); }
XL_VEC XL_M XL_OP(eq)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_M){XL_NEON(vceqq)(a, b)}; }

XL_VEC XL_V XL_OP(copysign)(XL_V a, XL_V b, size_t vl)
{
    (void)vl;
    return XL_NEON(vbslq)(XL_NEON_U(vdupq_n)((XL_U_E)1 << (XL_W - 1)), b, a);
}

/* FMIN and FMAX are IEEE's minimum and maximum. */
XL_VEC XL_V XL_OP(min)(XL_V a, XL_V b, size_t vl) { (void)vl; return XL_NEON(vminq)(a, b); }
XL_VEC XL_V XL_OP(max)(XL_V a, XL_V b, size_t vl) { (void)vl; return XL_NEON(vmaxq)(a, b); }

XL_VEC XL_M XL_OP(lt)(XL_V a, XL_V b, size_t vl)
{
    XL_M m = {XL_NEON(vcltq)(a, b)};
    (void)vl;
    XL_NEON_HIDE(m.v);
    return m;
}

XL_VEC XL_M XL_OP(le)(XL_V a, XL_V b, size_t vl)
{
    XL_M m = {XL_NEON(vcleq)(a, b)};
    (void)vl;
    XL_NEON_HIDE(m.v);
    return m;
}

/* FMAX and FMIN keep a NaN. But they put a limit of +0 in the place of -0, and the reverse, which clamp must not. */
XL_VEC XL_V XL_OP(clamp)(XL_V x, XL_E least, XL_E most, size_t vl)
{
    XL_V low = XL_OP(set1)(least, vl), high = XL_OP(set1)(most, vl);
    if (__builtin_constant_p(least) && __builtin_constant_p(most) && least != 0 && most != 0)
        return XL_OP(min)(XL_OP(max)(x, low, vl), high, vl);
    x = XL_OP(select)(XL_OP(lt)(x, low, vl), low, x, vl);
    return XL_OP(select)(XL_OP(lt)(high, x, vl), high, x, vl);
}

/* The neutral lane of a float sum is -0. */
XL_VEC XL_E XL_OP(reduce_add)(XL_V v, size_t vl)
{
    return XL_NEON(vaddvq)(XL_OP(merge)(XL_NEON(vdupq_n)(-(XL_E)0), v, vl));
}

/* The first lane, which always counts, stands in for those from vl on. */
XL_VEC XL_E XL_OP(reduce_min)(XL_V v, size_t vl)
{
    return XL_NEON(vminvq)(XL_OP(merge)(XL_NEON(vdupq_laneq)(v, 0), v, vl));
}

XL_VEC XL_E XL_OP(reduce_max)(XL_V v, size_t vl)
{
    return XL_NEON(vmaxvq)(XL_OP(merge)(XL_NEON(vdupq_laneq)(v, 0), v, vl));
}

#undef XL_T
#undef XL_W
