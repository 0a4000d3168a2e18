/* What all ten lane types share. scalar_float.h and scalar_int.h include this template file.
 * SPDX-License-Identifier: MIT
 */

/* A structure, so that the compiler refuses a vector of another lane type. */
typedef struct {
    XL_E v;
} XL_V;

XL_VEC size_t XL_OP(lanes)(void) { return 1; }
XL_VEC size_t XL_OP(vl)(size_t n) { return n > 0; }
XL_VEC XL_V XL_OP(set1)(XL_E x, size_t vl) { (void)vl; return (XL_V){x}; }
XL_VEC XL_V XL_OP(load)(const XL_E *p, size_t vl) { (void)vl; return (XL_V){*p}; }
XL_VEC void XL_OP(store)(XL_E *p, XL_V v, size_t vl) { (void)vl; *p = v.v; }
XL_VEC XL_V XL_OP(merge)(XL_V a, XL_V b, size_t vl) { return vl ? b : a; }
XL_VEC XL_E XL_OP(get)(XL_V v, size_t i, size_t vl) { (void)i, (void)vl; return v.v; }
XL_VEC XL_M XL_OP(eq)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_M){a.v == b.v}; }
XL_VEC XL_M XL_OP(lt)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_M){a.v < b.v}; }
XL_VEC XL_M XL_OP(le)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_M){a.v <= b.v}; }
XL_VEC XL_V XL_OP(select)(XL_M m, XL_V a, XL_V b, size_t vl) { (void)vl; return m.v ? a : b; }
XL_VEC XL_E XL_OP(reduce_add)(XL_V v, size_t vl) { (void)vl; return v.v; }
XL_VEC XL_E XL_OP(reduce_min)(XL_V v, size_t vl) { (void)vl; return v.v; }
XL_VEC XL_E XL_OP(reduce_max)(XL_V v, size_t vl) { (void)vl; return v.v; }

/* The only lane moves to no other. */
XL_VEC XL_V XL_OP(slide_up)(XL_V v, size_t k, size_t vl) { (void)k, (void)vl; return v; }
XL_VEC XL_V XL_OP(slide_down)(XL_V v, size_t k, size_t vl) { (void)k, (void)vl; return v; }
XL_VEC XL_V XL_OP(broadcast_lane)(XL_V v, size_t i, size_t vl) { (void)i, (void)vl; return v; }
XL_VEC XL_V XL_OP(reverse)(XL_V v, size_t vl) { (void)vl; return v; }
