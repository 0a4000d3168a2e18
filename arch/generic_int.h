/* Groups of generic.h for integer types: a template file of each_int.h.
 * SPDX-License-Identifier: MIT
 */
#if XL_W <= 16 && !XL_IS_SIGNED
#ifndef XL_HAS_AVERAGE
/* Half of the differing bits, taken from all bits of either. */
XL_VEC XL_V XL_OP(avg)(XL_V a, XL_V b, size_t vl)
{
    return XL_OP(sub)(XL_OP(or)(a, b, vl), XL_OP(shr)(XL_OP(xor)(a, b, vl), 1, vl), vl);
}
#endif
#ifndef XL_HAS_ABSDIFF
XL_VEC XL_V XL_OP(absdiff)(XL_V a, XL_V b, size_t vl) { return XL_OP(sub)(XL_OP(max)(a, b, vl), XL_OP(min)(a, b, vl), vl); }
#endif
#endif
