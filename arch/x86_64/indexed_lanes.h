/* Operations of i32 and u32 that number, scan and index lanes: a template file (arch/template.h).
 * SPDX-License-Identifier: MIT
 */
XL_VEC XL_V XL_OP(iota)(XL_E start, size_t vl) { return XL_OP(add)(XL_OP(set1)(start, vl), (XL_V)xl_x86_iota32(), vl); }
XL_VEC XL_V XL_OP(scan_add)(XL_V v, size_t vl) { (void)vl; return (XL_V)xl_x86_scan32((xl_x86)v); }
XL_VEC XL_V XL_OP(gather)(const XL_E *p, xl_u32 index, size_t vl) { return (XL_V)xl_x86_gather32(p, index, vl); }

#undef XL_T
#undef XL_W
