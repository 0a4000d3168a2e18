/* Template of the floats' templates of Advanced SIMD: what is the same on AArch64 and, for f32, on ARMv7.
 * SPDX-License-Identifier: MIT
 */
XL_VEC XL_V XL_OP(add)(XL_V a, XL_V b, size_t vl) { (void)vl; return XL_NEON(vaddq)(a, b); }
XL_VEC XL_V XL_OP(sub)(XL_V a, XL_V b, size_t vl) { (void)vl; return XL_NEON(vsubq)(a, b); }
XL_VEC XL_V XL_OP(mul)(XL_V a, XL_V b, size_t vl) { (void)vl; return XL_NEON(vmulq)(a, b); }
XL_VEC XL_V XL_OP(fma)(XL_V a, XL_V b, XL_V c, size_t vl) { (void)vl; return XL_NEON(vfmaq)(c, a, b); }
XL_VEC XL_V XL_OP(abs)(XL_V a, size_t vl) { (void)vl; return XL_NEON(vabsq)(a); }
XL_VEC XL_M XL_OP(eq)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_M){XL_NEON(vceqq)(a, b)}; }

/* FMIN and FMAX are IEEE's minimum and maximum. */
XL_VEC XL_V XL_OP(min)(XL_V a, XL_V b, size_t vl) { (void)vl; return XL_NEON(vminq)(a, b); }
XL_VEC XL_V XL_OP(max)(XL_V a, XL_V b, size_t vl) { (void)vl; return XL_NEON(vmaxq)(a, b); }

XL_VEC XL_V XL_OP(copysign)(XL_V a, XL_V b, size_t vl)
{
    (void)vl;
    return XL_NEON(vbslq)(XL_NEON_U(vdupq_n)((XL_U_E)1 << (XL_W - 1)), b, a);
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
