/* A template: loads and stores of sixteen vectors that are interleaved in memory, in two passes of
 * four by four. A strip of sixteen columns is transposed by it.
 * SPDX-License-Identifier: MIT
 *
 *     #define XL_T u32                 // u8, u16 or u32
 *     #define XL_W 32
 *     #include "permute/interleave16.h"    // ends with #undef XL_T and #undef XL_W
 */
#include "template.h"

/* The lanes of a strip, at most as many as the passes have room for. */
#ifndef XL_INTERLEAVE16_MOST
#define XL_INTERLEAVE16_MOST 64
#endif

XL_VEC size_t XL_OP(vl16)(size_t n)
{
    return XL_OP(vl)(n < XL_INTERLEAVE16_MOST ? n : XL_INTERLEAVE16_MOST);
}

/* p[16 i + k] is lane i of vector k. The first pass puts every fourth vector together: with vectors
 * 0, 4, 8 and 12, element 4 i + q is lane i of vector 4 q. */
XL_VEC void XL_OP(store16)(XL_E *p, XL_V v0, XL_V v1, XL_V v2, XL_V v3, XL_V v4, XL_V v5, XL_V v6,
                           XL_V v7, XL_V v8, XL_V v9, XL_V v10, XL_V v11, XL_V v12, XL_V v13,
                           XL_V v14, XL_V v15, size_t vl)
{
    XL_E fours[4][4 * XL_INTERLEAVE16_MOST];
    XL_OP(store4)(fours[0], v0, v4, v8, v12, vl);
    XL_OP(store4)(fours[1], v1, v5, v9, v13, vl);
    XL_OP(store4)(fours[2], v2, v6, v10, v14, vl);
    XL_OP(store4)(fours[3], v3, v7, v11, v15, vl);
    for (size_t i = 0, part; i < 4 * vl; i += part) {
        part = XL_OP(vl)(4 * vl - i);
        XL_OP(store4)(p + 4 * i, XL_OP(load)(fours[0] + i, part), XL_OP(load)(fours[1] + i, part),
                      XL_OP(load)(fours[2] + i, part), XL_OP(load)(fours[3] + i, part), part);
    }
}

/* The reverse. */
XL_VEC void XL_OP(load16)(const XL_E *p, XL_V *v0, XL_V *v1, XL_V *v2, XL_V *v3, XL_V *v4, XL_V *v5,
                          XL_V *v6, XL_V *v7, XL_V *v8, XL_V *v9, XL_V *v10, XL_V *v11, XL_V *v12,
                          XL_V *v13, XL_V *v14, XL_V *v15, size_t vl)
{
    XL_E fours[4][4 * XL_INTERLEAVE16_MOST];
    for (size_t i = 0, part; i < 4 * vl; i += part) {
        part = XL_OP(vl)(4 * vl - i);
        XL_V a, b, c, d;
        XL_OP(load4)(p + 4 * i, &a, &b, &c, &d, part);
        XL_OP(store)(fours[0] + i, a, part);
        XL_OP(store)(fours[1] + i, b, part);
        XL_OP(store)(fours[2] + i, c, part);
        XL_OP(store)(fours[3] + i, d, part);
    }
    XL_OP(load4)(fours[0], v0, v4, v8, v12, vl);
    XL_OP(load4)(fours[1], v1, v5, v9, v13, vl);
    XL_OP(load4)(fours[2], v2, v6, v10, v14, vl);
    XL_OP(load4)(fours[3], v3, v7, v11, v15, vl);
}

#undef XL_T
#undef XL_W
