/* Template of the integers' templates of Advanced SIMD: what is the same on AArch64 and ARMv7.
 * SPDX-License-Identifier: MIT
 */
XL_VEC XL_V XL_OP(add)(XL_V a, XL_V b, size_t vl) { (void)vl; return XL_NEON(vaddq)(a, b); }
XL_VEC XL_V XL_OP(sub)(XL_V a, XL_V b, size_t vl) { (void)vl; return XL_NEON(vsubq)(a, b); }
XL_VEC XL_V XL_OP(and)(XL_V a, XL_V b, size_t vl) { (void)vl; return XL_NEON(vandq)(a, b); }
XL_VEC XL_V XL_OP(or)(XL_V a, XL_V b, size_t vl) { (void)vl; return XL_NEON(vorrq)(a, b); }
XL_VEC XL_V XL_OP(xor)(XL_V a, XL_V b, size_t vl) { (void)vl; return XL_NEON(veorq)(a, b); }
XL_VEC XL_V XL_OP(not)(XL_V a, size_t vl) { (void)vl; return (XL_V)vmvnq_u8((uint8x16_t)a); }

/* VSHL takes the low byte of a lane as its count. A negative count shifts right, and one of XL_W leaves zeros or signs. gcc 14 for ARMv7
 * puts a constant count into the instruction only if it stands in C, and then shifts 64-bit lanes in general registers. */
#if XL_W < 64 && !defined __aarch64__ && !defined __clang__
#define XL_NEON_IS_IMMEDIATE(K) (__builtin_constant_p(K) && (K) < XL_W)
#else
#define XL_NEON_IS_IMMEDIATE(K) 0
#endif
#if XL_W == 64 && !defined __aarch64__
#define XL_NEON_COUNT(K) vreinterpretq_s64_s8(vdupq_n_s8((int8_t)(K))) /* not through memory */
#else
#define XL_NEON_COUNT(K) XL_NEON_I(vdupq_n)((XL_I_E)(K))
#endif
XL_VEC XL_V XL_OP(shl)(XL_V a, unsigned k, size_t vl)
{
    (void)vl;
    if (XL_NEON_IS_IMMEDIATE(k))
        return (XL_V)((XL_U_V)a << (XL_U_E)k);
    return XL_NEON(vshlq)(a, XL_NEON_COUNT(k < XL_W ? k : XL_W));
}

XL_VEC XL_V XL_OP(shr)(XL_V a, unsigned k, size_t vl)
{
    (void)vl;
    if (XL_NEON_IS_IMMEDIATE(k))
        return a >> (XL_E)k;
    return XL_NEON(vshlq)(a, XL_NEON_COUNT(-(int)(k < XL_W ? k : XL_W)));
}
#undef XL_NEON_COUNT
#undef XL_NEON_IS_IMMEDIATE

#if XL_W < 64
XL_VEC XL_V XL_OP(min)(XL_V a, XL_V b, size_t vl) { (void)vl; return XL_NEON(vminq)(a, b); }
XL_VEC XL_V XL_OP(max)(XL_V a, XL_V b, size_t vl) { (void)vl; return XL_NEON(vmaxq)(a, b); }
XL_VEC XL_M XL_OP(eq)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_M){XL_NEON(vceqq)(a, b)}; }
XL_VEC XL_M XL_OP(lt)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_M){XL_NEON(vcltq)(a, b)}; }
XL_VEC XL_M XL_OP(le)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_M){XL_NEON(vcleq)(a, b)}; }
#endif

#if XL_W == 16 || XL_W == 32
XL_VEC XL_V XL_OP(mul)(XL_V a, XL_V b, size_t vl) { (void)vl; return XL_NEON(vmulq)(a, b); }
#endif

#if XL_W < 32
XL_VEC XL_V XL_OP(add_sat)(XL_V a, XL_V b, size_t vl) { (void)vl; return XL_NEON(vqaddq)(a, b); }
XL_VEC XL_V XL_OP(sub_sat)(XL_V a, XL_V b, size_t vl) { (void)vl; return XL_NEON(vqsubq)(a, b); }
#endif

#if XL_W == 32
XL_VEC XL_V XL_OP(iota)(XL_E start, size_t vl) { return XL_OP(add)(XL_OP(set1)(start, vl), (XL_V){0, 1, 2, 3}, vl); }

XL_VEC XL_V XL_OP(scan_add)(XL_V v, size_t vl)
{
    (void)vl;
    v = XL_NEON(vaddq)(v, XL_NEON(vextq)(XL_NEON(vdupq_n)(0), v, 3));
    return XL_NEON(vaddq)(v, XL_NEON(vextq)(XL_NEON(vdupq_n)(0), v, 2));
}

/* There is no gather: each lane is loaded by itself. */
XL_VEC XL_V XL_OP(gather)(const XL_E *p, xl_u32 index, size_t vl)
{
    XL_V v = XL_NEON(vld1q_dup)(p + vgetq_lane_u32(index, 0));
    if (vl > 1)
        v = XL_NEON(vld1q_lane)(p + vgetq_lane_u32(index, 1), v, 1);
    if (vl > 2)
        v = XL_NEON(vld1q_lane)(p + vgetq_lane_u32(index, 2), v, 2);
    if (vl > 3)
        v = XL_NEON(vld1q_lane)(p + vgetq_lane_u32(index, 3), v, 3);
    return v;
}
#endif

#if XL_W == 64
/* MUL has no 64-bit lanes: low * low, to which both cross products come, shifted. */
XL_VEC XL_V XL_OP(mul)(XL_V a, XL_V b, size_t vl)
{
    uint32x2_t low_a = vmovn_u64((uint64x2_t)a), low_b = vmovn_u64((uint64x2_t)b);
    uint32x4_t swapped = vrev64q_u32((uint32x4_t)b);
    uint64x2_t cross = vpaddlq_u32(vmulq_u32((uint32x4_t)a, swapped));
    (void)vl;
    return (XL_V)vmlal_u32(vshlq_n_u64(cross, 32), low_a, low_b);
}
#endif
