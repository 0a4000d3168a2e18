/* Template of generic.h's CLAMP, for floats of XL_W bits.
 * SPDX-License-Identifier: MIT
 */
#define XL_T XL_JOIN(f, XL_W, )

XL_VEC XL_V XL_OP(clamp)(XL_V x, XL_E least, XL_E most, size_t vl)
{
    XL_V low = XL_OP(set1)(least, vl), high = XL_OP(set1)(most, vl);
    x = XL_OP(select)(XL_OP(lt)(x, low, vl), low, x, vl);
    return XL_OP(select)(XL_OP(lt)(high, x, vl), high, x, vl);
}

#undef XL_T
#undef XL_W
