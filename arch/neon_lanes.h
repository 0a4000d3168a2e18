/* The lanes of Advanced SIMD and their way to memory and back, the same on AArch64 and ARMv7.
 * SPDX-License-Identifier: MIT
 *
 * Who includes this has xl_f64, and the intrinsics' name for what holds its lanes as XL_NEON_F64.
 */
#ifndef XL_ARCH_NEON_LANES_H
#define XL_ARCH_NEON_LANES_H

typedef float32x4_t xl_f32;
typedef int8x16_t xl_i8;
typedef int16x8_t xl_i16;
typedef int32x4_t xl_i32;
typedef int64x2_t xl_i64;
typedef uint8x16_t xl_u8;
typedef uint16x8_t xl_u16;
typedef uint32x4_t xl_u32;
typedef uint64x2_t xl_u64;
typedef uint8x16_t xl_m8;
typedef uint16x8_t xl_m16;
typedef uint32x4_t xl_m32;
typedef uint64x2_t xl_m64;

/* A vector of T as bytes and back; S is the intrinsics' name for what holds T. */
#define XL_NEON_BYTES(T, S)                                                                                            \
    XL_VEC uint8x16_t xl_neon_bytes_##T(xl_##T v) { return vreinterpretq_u8_##S(v); }                                  \
    XL_VEC xl_##T xl_neon_##T##_bytes(uint8x16_t v) { return vreinterpretq_##S##_u8(v); }
#define XL_NEON_BYTES_OF(T, MACRO) XL_NEON_BYTES(T, MACRO)

XL_NEON_BYTES(f32, f32)
XL_NEON_BYTES_OF(f64, XL_NEON_F64)
XL_NEON_BYTES(i8, s8)
XL_NEON_BYTES(i16, s16)
XL_NEON_BYTES(i32, s32)
XL_NEON_BYTES(i64, s64)
XL_VEC uint8x16_t xl_neon_bytes_u8(xl_u8 v) { return v; }
XL_VEC xl_u8 xl_neon_u8_bytes(uint8x16_t v) { return v; }
XL_NEON_BYTES(u16, u16)
XL_NEON_BYTES(u32, u32)
XL_NEON_BYTES(u64, u64)

/* All ones in the bytes below n. */
XL_VEC uint8x16_t xl_neon_below(size_t n)
{
    uint8x16_t iota = vcombine_u8(vcreate_u8(0x0706050403020100), vcreate_u8(0x0f0e0d0c0b0a0908));
    return vcltq_u8(iota, vdupq_n_u8((uint8_t)n));
}

/* The eight bytes of v moved by n bytes towards the last lane (n < 0: the first); zeros come in. */
XL_VEC uint8x8_t xl_neon_move(uint8x8_t v, int n)
{
    return vreinterpret_u8_u64(vshl_u64(vreinterpret_u64_u8(v), vdup_n_s64(8 * n)));
}

/* The n bytes from p on, 1 <= n <= 4, then zeros. Reads that overlap touch just those bytes; a byte read twice lands in
 * the same place both times. */
XL_VEC uint8x8_t xl_neon_load_quarter(const void *from, size_t n)
{
    const uint8_t *p = (const uint8_t *)from;
    uint32_t bits;
    if (n == 4)
        memcpy(&bits, p, 4);
    else
        bits = p[0] | (uint32_t)p[n / 2] << n / 2 * 8 | (uint32_t)p[n - 1] << (n - 1) * 8;
    return vcreate_u8(bits);
}

XL_VEC void xl_neon_store_quarter(void *to, uint8x8_t v, size_t n)
{
    uint8_t *p = (uint8_t *)to;
    if (n == 4) {
        uint32_t bits = vget_lane_u32(vreinterpret_u32_u8(v), 0);
        memcpy(p, &bits, 4);
        return;
    }
    vst1_lane_u8(p, v, 0);
    vst1_lane_u8(p + n / 2, xl_neon_move(v, -(int)(n / 2)), 0);
    vst1_lane_u8(p + n - 1, xl_neon_move(v, 1 - (int)n), 0);
}

/* The same for 1 <= n <= 8, and for 1 <= n <= 16. */
XL_VEC uint8x8_t xl_neon_load_half(const void *from, size_t n)
{
    const uint8_t *p = (const uint8_t *)from;
    if (n == 8)
        return vld1_u8(p);
    if (n <= 4)
        return xl_neon_load_quarter(p, n);
    return vorr_u8(xl_neon_load_quarter(p, 4), xl_neon_move(xl_neon_load_quarter(p + n - 4, 4), (int)n - 4));
}

XL_VEC void xl_neon_store_half(void *to, uint8x8_t v, size_t n)
{
    uint8_t *p = (uint8_t *)to;
    if (n == 8) {
        vst1_u8(p, v);
        return;
    }
    xl_neon_store_quarter(p, v, n < 4 ? n : 4);
    if (n > 4)
        xl_neon_store_quarter(p + n - 4, xl_neon_move(v, 4 - (int)n), 4);
}

XL_VEC uint8x16_t xl_neon_load(const void *from, size_t n)
{
    const uint8_t *p = (const uint8_t *)from;
    if (n == 16)
        return vld1q_u8(p);
    if (n <= 8)
        return vcombine_u8(xl_neon_load_half(p, n), vdup_n_u8(0));
    return vcombine_u8(vld1_u8(p), xl_neon_move(vld1_u8(p + n - 8), (int)n - 16));
}

XL_VEC void xl_neon_store(void *to, uint8x16_t v, size_t n)
{
    uint8_t *p = (uint8_t *)to;
    if (n == 16) {
        vst1q_u8(p, v);
        return;
    }
    xl_neon_store_half(p, vget_low_u8(v), n < 8 ? n : 8);
    if (n > 8) {
        uint8x8_t from_low = xl_neon_move(vget_low_u8(v), 8 - (int)n);
        vst1_u8(p + n - 8, vorr_u8(from_low, xl_neon_move(vget_high_u8(v), 16 - (int)n)));
    }
}

/* What all ten lane types share: S the intrinsics' name for T, W its width. There is no instruction that takes a lane
 * number from a register, hence the memory in get. */
#define XL_NEON_MEMORY(T, S, W)                                                                                        \
    XL_VEC size_t xl_##T##_lanes(void) { return 128 / W; }                                                             \
    XL_VEC size_t xl_##T##_vl(size_t n) { return n < 128 / W ? n : 128 / W; }                                          \
    XL_VEC xl_##T xl_##T##_load(const xl_e_##T *p, size_t vl)                                                          \
    {                                                                                                                  \
        return xl_neon_##T##_bytes(xl_neon_load(p, vl * (W / 8)));                                                     \
    }                                                                                                                  \
    XL_VEC void xl_##T##_store(xl_e_##T *p, xl_##T v, size_t vl)                                                       \
    {                                                                                                                  \
        xl_neon_store(p, xl_neon_bytes_##T(v), vl * (W / 8));                                                          \
    }                                                                                                                  \
    XL_VEC xl_##T xl_##T##_merge(xl_##T a, xl_##T b, size_t vl)                                                        \
    {                                                                                                                  \
        uint8x16_t from_a = xl_neon_bytes_##T(a), from_b = xl_neon_bytes_##T(b);                                       \
        return xl_neon_##T##_bytes(vbslq_u8(xl_neon_below(vl * (W / 8)), from_b, from_a));                             \
    }                                                                                                                  \
    XL_VEC xl_e_##T xl_##T##_get(xl_##T v, size_t i, size_t vl)                                                        \
    {                                                                                                                  \
        xl_e_##T lanes[128 / W];                                                                                       \
        (void)vl;                                                                                                      \
        vst1q_u8((uint8_t *)lanes, xl_neon_bytes_##T(v));                                                              \
        return lanes[i];                                                                                               \
    }                                                                                                                  \
    XL_VEC xl_##T xl_##T##_select(xl_m##W m, xl_##T a, xl_##T b, size_t vl) { (void)vl; return vbslq_##S(m, a, b); }

/* What all T share that Advanced SIMD computes with. */
#define XL_NEON_BASIC(T, S, W)                                                                                         \
    XL_NEON_MEMORY(T, S, W)                                                                                            \
    XL_VEC xl_##T xl_##T##_set1(xl_e_##T x, size_t vl) { (void)vl; return vdupq_n_##S(x); }                            \
    XL_VEC xl_##T xl_##T##_add(xl_##T a, xl_##T b, size_t vl) { (void)vl; return vaddq_##S(a, b); }                    \
    XL_VEC xl_##T xl_##T##_sub(xl_##T a, xl_##T b, size_t vl) { (void)vl; return vsubq_##S(a, b); }

/* Where one instruction multiplies. */
#define XL_NEON_MUL(T, S)                                                                                              \
    XL_VEC xl_##T xl_##T##_mul(xl_##T a, xl_##T b, size_t vl) { (void)vl; return vmulq_##S(a, b); }

/* Integers: N the intrinsics' name for the signed type of width W, which a shift count has. A negative count shifts
 * right, and one of W leaves zeros or signs. */
#define XL_NEON_INT(T, S, W, N)                                                                                        \
    XL_NEON_BASIC(T, S, W)                                                                                             \
    XL_VEC xl_##T xl_##T##_and(xl_##T a, xl_##T b, size_t vl) { (void)vl; return vandq_##S(a, b); }                    \
    XL_VEC xl_##T xl_##T##_or(xl_##T a, xl_##T b, size_t vl) { (void)vl; return vorrq_##S(a, b); }                     \
    XL_VEC xl_##T xl_##T##_xor(xl_##T a, xl_##T b, size_t vl) { (void)vl; return veorq_##S(a, b); }                    \
    XL_VEC xl_##T xl_##T##_not(xl_##T a, size_t vl)                                                                    \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return xl_neon_##T##_bytes(vmvnq_u8(xl_neon_bytes_##T(a)));                                                    \
    }                                                                                                                  \
    XL_VEC xl_##T xl_##T##_shl(xl_##T a, unsigned k, size_t vl)                                                        \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return vshlq_##S(a, vdupq_n_##N((int##W##_t)(k < W ? k : W)));                                                 \
    }                                                                                                                  \
    XL_VEC xl_##T xl_##T##_shr(xl_##T a, unsigned k, size_t vl)                                                        \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return vshlq_##S(a, vdupq_n_##N((int##W##_t)-(int)(k < W ? k : W)));                                           \
    }

#define XL_NEON_SATURATING(T, S)                                                                                       \
    XL_VEC xl_##T xl_##T##_add_sat(xl_##T a, xl_##T b, size_t vl) { (void)vl; return vqaddq_##S(a, b); }                  \
    XL_VEC xl_##T xl_##T##_sub_sat(xl_##T a, xl_##T b, size_t vl) { (void)vl; return vqsubq_##S(a, b); }

/* There is no gather: each lane is loaded by itself. */
#define XL_NEON_LANES_32(T, S)                                                                                         \
    XL_VEC xl_##T xl_##T##_iota(xl_e_##T start, size_t vl)                                                             \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return vaddq_##S(vdupq_n_##S(start), vcombine_##S(vcreate_##S(0x100000000), vcreate_##S(0x300000002)));        \
    }                                                                                                                  \
    XL_VEC xl_##T xl_##T##_scan_add(xl_##T v, size_t vl)                                                               \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        v = vaddq_##S(v, vextq_##S(vdupq_n_##S(0), v, 3));                                                             \
        return vaddq_##S(v, vextq_##S(vdupq_n_##S(0), v, 2));                                                          \
    }                                                                                                                  \
    XL_VEC xl_##T xl_##T##_gather(const xl_e_##T *p, xl_u32 index, size_t vl)                                          \
    {                                                                                                                  \
        xl_##T v = vld1q_dup_##S(p + vgetq_lane_u32(index, 0));                                                        \
        if (vl > 1)                                                                                                    \
            v = vld1q_lane_##S(p + vgetq_lane_u32(index, 1), v, 1);                                                    \
        if (vl > 2)                                                                                                    \
            v = vld1q_lane_##S(p + vgetq_lane_u32(index, 2), v, 2);                                                    \
        if (vl > 3)                                                                                                    \
            v = vld1q_lane_##S(p + vgetq_lane_u32(index, 3), v, 3);                                                    \
        return v;                                                                                                      \
    }

/* MUL has no 64-bit lanes: low * low, to which both cross products come, shifted. */
#define XL_NEON_LANES_64(T, S)                                                                                         \
    XL_VEC xl_##T xl_##T##_mul(xl_##T a, xl_##T b, size_t vl)                                                          \
    {                                                                                                                  \
        uint8x16_t from_a = xl_neon_bytes_##T(a), from_b = xl_neon_bytes_##T(b);                                       \
        uint32x2_t low_a = vmovn_u64(vreinterpretq_u64_u8(from_a)), low_b = vmovn_u64(vreinterpretq_u64_u8(from_b));   \
        uint32x4_t swapped = vrev64q_u32(vreinterpretq_u32_u8(from_b));                                                \
        uint64x2_t cross = vpaddlq_u32(vmulq_u32(vreinterpretq_u32_u8(from_a), swapped));                              \
        (void)vl;                                                                                                      \
        return xl_neon_##T##_bytes(vreinterpretq_u8_u64(vmlal_u32(vshlq_n_u64(cross, 32), low_a, low_b)));             \
    }                                                                                                                  \
    XL_VEC xl_e_##T xl_##T##_reduce_min(xl_##T v, size_t vl)                                                           \
    {                                                                                                                  \
        xl_##T second = vl > 1 ? vextq_##S(v, v, 1) : v;                                                               \
        return vgetq_lane_##S(xl_##T##_min(v, second, vl), 0);                                                         \
    }                                                                                                                  \
    XL_VEC xl_e_##T xl_##T##_reduce_max(xl_##T v, size_t vl)                                                           \
    {                                                                                                                  \
        xl_##T second = vl > 1 ? vextq_##S(v, v, 1) : v;                                                               \
        return vgetq_lane_##S(xl_##T##_max(v, second, vl), 0);                                                         \
    }

#define XL_NEON_BITS(TO, FROM)                                                                                         \
    XL_VEC xl_##TO xl_##TO##_bitcast_##FROM(xl_##FROM v) { return xl_neon_##TO##_bytes(xl_neon_bytes_##FROM(v)); }

/* Masks hold all ones or zeros in a lane, so in each of its bytes. */
#define XL_NEON_MASK_BITS(W)                                                                                           \
    XL_VEC xl_m##W xl_m##W##_and(xl_m##W a, xl_m##W b, size_t vl) { (void)vl; return vandq_u##W(a, b); }               \
    XL_VEC xl_m##W xl_m##W##_or(xl_m##W a, xl_m##W b, size_t vl) { (void)vl; return vorrq_u##W(a, b); }                \
    XL_VEC xl_m##W xl_m##W##_not(xl_m##W a, size_t vl) { return xl_u##W##_not(a, vl); }                                \
    XL_VEC uint8x16_t xl_neon_m##W##_below(xl_m##W m, size_t vl)                                                       \
    {                                                                                                                  \
        return vandq_u8(xl_neon_bytes_u##W(m), xl_neon_below(vl * (W / 8)));                                           \
    }

XL_NEON_BITS(f32, i32)
XL_NEON_BITS(f32, u32)
XL_NEON_BITS(i32, f32)
XL_NEON_BITS(i32, u32)
XL_NEON_BITS(u32, f32)
XL_NEON_BITS(u32, i32)
XL_NEON_BITS(f64, i64)
XL_NEON_BITS(f64, u64)
XL_NEON_BITS(i64, f64)
XL_NEON_BITS(i64, u64)
XL_NEON_BITS(u64, f64)
XL_NEON_BITS(u64, i64)
XL_NEON_BITS(i16, u16)
XL_NEON_BITS(u16, i16)
XL_NEON_BITS(i8, u8)
XL_NEON_BITS(u8, i8)

XL_VEC void xl_u8_load3(const uint8_t *p, xl_u8 *a, xl_u8 *b, xl_u8 *c, size_t vl)
{
    uint8_t buffer[48] = {0};
    if (vl < 16) {
        for (size_t i = 0, n = 3 * vl; i < n; i += 16)
            vst1q_u8(buffer + i, xl_neon_load(p + i, n - i < 16 ? n - i : 16));
        p = buffer;
    }
    uint8x16x3_t v = vld3q_u8(p);
    *a = v.val[0];
    *b = v.val[1];
    *c = v.val[2];
}

XL_VEC xl_i32 xl_i32_load_widen_i8(const int8_t *p, size_t vl)
{
    return vmovl_s16(vget_low_s16(vmovl_s8(vreinterpret_s8_u8(xl_neon_load_quarter(p, vl)))));
}

XL_VEC xl_i32 xl_i32_load_widen_i16(const int16_t *p, size_t vl)
{
    return vmovl_s16(vreinterpret_s16_u8(xl_neon_load_half(p, 2 * vl)));
}

XL_VEC xl_u32 xl_u32_load_widen_u8(const uint8_t *p, size_t vl)
{
    return vmovl_u16(vget_low_u16(vmovl_u8(xl_neon_load_quarter(p, vl))));
}

XL_VEC xl_u32 xl_u32_load_widen_u16(const uint16_t *p, size_t vl)
{
    return vmovl_u16(vreinterpret_u16_u8(xl_neon_load_half(p, 2 * vl)));
}

XL_VEC void xl_u32_store_narrow_u8(uint8_t *p, xl_u32 v, size_t vl)
{
    xl_neon_store_quarter(p, vmovn_u16(vcombine_u16(vmovn_u32(v), vdup_n_u16(0))), vl);
}

XL_VEC void xl_u32_store_narrow_u16(uint16_t *p, xl_u32 v, size_t vl)
{
    xl_neon_store_half(p, vreinterpret_u8_u16(vmovn_u32(v)), 2 * vl);
}

#define XL_HAS_WIDEN
#define XL_NEON_WIDEN(T, M, S)                                                                                         \
    XL_VEC xl_##T xl_##T##_load_widen_##M(const xl_e_##M *p, size_t vl)                                                      \
    {                                                                                                                  \
        return vmovl_##S(vreinterpret_##S##_u8(xl_neon_load_half(p, vl * sizeof *p)));                                 \
    }
XL_NEON_WIDEN(i16, i8, s8)
XL_NEON_WIDEN(i64, i32, s32)
XL_NEON_WIDEN(u64, u32, u32)
XL_VEC xl_u16 xl_u16_load_widen_u8(const uint8_t *p, size_t vl) { return vmovl_u8(xl_neon_load_half(p, vl)); }

#define XL_HAS_NARROW
XL_VEC void xl_u16_store_narrow_u8(uint8_t *p, xl_u16 v, size_t vl) { xl_neon_store_half(p, vmovn_u16(v), vl); }
XL_VEC void xl_u64_store_narrow_u32(uint32_t *p, xl_u64 v, size_t vl)
{
    xl_neon_store_half(p, vreinterpret_u8_u32(vmovn_u64(v)), 4 * vl);
}

#endif
