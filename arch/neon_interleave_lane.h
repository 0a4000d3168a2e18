/* Template of neon_interleave.h.
 * SPDX-License-Identifier: MIT
 */
XL_VEC void XL_OP(load2)(const XL_E *p, XL_V *a, XL_V *b, size_t vl)
{
    XL_E buffer[2 * 16 / sizeof(XL_E)] __attribute__((aligned(16))) = {0};
    if (vl < 16 / sizeof(XL_E)) {
        xl_neon_fill((uint8_t *)buffer, p, 2 * vl * sizeof(XL_E));
        p = buffer;
    }
    XL_NEON_V(2) v = XL_NEON(vld2q)(p);
    *a = v.val[0], *b = v.val[1];
}

XL_VEC void XL_OP(store2)(XL_E *p, XL_V a, XL_V b, size_t vl)
{
    XL_E buffer[2 * 16 / sizeof(XL_E)] __attribute__((aligned(16)));
    XL_NEON_V(2) v = {{a, b}};
    if (vl == 16 / sizeof(XL_E)) {
        XL_NEON(vst2q)(p, v);
        return;
    }
    XL_NEON(vst2q)(buffer, v);
    xl_neon_drain(p, (const uint8_t *)buffer, 2 * vl * sizeof(XL_E));
}

XL_VEC void XL_OP(load3)(const XL_E *p, XL_V *a, XL_V *b, XL_V *c, size_t vl)
{
    XL_E buffer[3 * 16 / sizeof(XL_E)] __attribute__((aligned(16))) = {0};
    if (vl < 16 / sizeof(XL_E)) {
        xl_neon_fill((uint8_t *)buffer, p, 3 * vl * sizeof(XL_E));
        p = buffer;
    }
    XL_NEON_V(3) v = XL_NEON(vld3q)(p);
    *a = v.val[0], *b = v.val[1], *c = v.val[2];
}

XL_VEC void XL_OP(store3)(XL_E *p, XL_V a, XL_V b, XL_V c, size_t vl)
{
    XL_E buffer[3 * 16 / sizeof(XL_E)] __attribute__((aligned(16)));
    XL_NEON_V(3) v = {{a, b, c}};
    if (vl == 16 / sizeof(XL_E)) {
        XL_NEON(vst3q)(p, v);
        return;
    }
    XL_NEON(vst3q)(buffer, v);
    xl_neon_drain(p, (const uint8_t *)buffer, 3 * vl * sizeof(XL_E));
}

XL_VEC void XL_OP(load4)(const XL_E *p, XL_V *a, XL_V *b, XL_V *c, XL_V *d, size_t vl)
{
    XL_E buffer[4 * 16 / sizeof(XL_E)] __attribute__((aligned(16))) = {0};
    if (vl < 16 / sizeof(XL_E)) {
        xl_neon_fill((uint8_t *)buffer, p, 4 * vl * sizeof(XL_E));
        p = buffer;
    }
    XL_NEON_V(4) v = XL_NEON(vld4q)(p);
    *a = v.val[0], *b = v.val[1], *c = v.val[2], *d = v.val[3];
}

XL_VEC void XL_OP(store4)(XL_E *p, XL_V a, XL_V b, XL_V c, XL_V d, size_t vl)
{
    XL_E buffer[4 * 16 / sizeof(XL_E)] __attribute__((aligned(16)));
    XL_NEON_V(4) v = {{a, b, c, d}};
    if (vl == 16 / sizeof(XL_E)) {
        XL_NEON(vst4q)(p, v);
        return;
    }
    XL_NEON(vst4q)(buffer, v);
    xl_neon_drain(p, (const uint8_t *)buffer, 4 * vl * sizeof(XL_E));
}

#undef XL_T
