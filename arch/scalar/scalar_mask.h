/* Masks in plain C: a template file of each_mask.h.
 * SPDX-License-Identifier: MIT
 */
typedef struct {
    bool v;
} XL_M;

XL_VEC XL_M XL_MASK_OP(and)(XL_M a, XL_M b, size_t vl)
{
    (void)vl;
    XL_SCALAR_OPAQUE(a.v);
    return (XL_M){(bool)(a.v & b.v)};
}
XL_VEC XL_M XL_MASK_OP(or)(XL_M a, XL_M b, size_t vl)
{
    (void)vl;
    XL_SCALAR_OPAQUE(a.v);
    return (XL_M){(bool)(a.v | b.v)};
}
XL_VEC XL_M XL_MASK_OP(not)(XL_M a, size_t vl) { (void)vl; return (XL_M){!a.v}; }
XL_VEC bool XL_MASK_OP(any)(XL_M m, size_t vl) { return m.v && vl; }
XL_VEC size_t XL_MASK_OP(first)(XL_M m, size_t vl) { return m.v ? 0 : vl; }
XL_VEC size_t XL_MASK_OP(count)(XL_M m, size_t vl) { return m.v && vl; }
