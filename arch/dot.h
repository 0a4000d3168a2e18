/* Dot products of bytes in lanes of 32 bits, by each ISA's own instructions.
 * SPDX-License-Identifier: MIT
 *
 * The products of full vectors. Which lane of the sum gets which product is the ISA's choice: four neighbours in most. No step saturates:
 * x86's PMADDUBSW, which adds two products in 16 bits, would.
 */
#ifndef XL_ARCH_DOT_H
#define XL_ARCH_DOT_H

#if defined XL_ARCH_SCALAR_SCALAR_H

XL_VEC xl_i32 xl_dot_i8(xl_i32 sum, xl_i8 a, xl_i8 b) { return (xl_i32){(int32_t)((uint32_t)sum.v + (uint32_t)(a.v * b.v))}; }
XL_VEC xl_i32 xl_dot_u8i8(xl_i32 sum, xl_u8 a, xl_i8 b) { return (xl_i32){(int32_t)((uint32_t)sum.v + (uint32_t)(a.v * b.v))}; }

#elif defined __x86_64__ && ((XL_X86_BITS == 512 && defined __AVX512VNNI__) || (XL_X86_BITS < 512 && defined __AVX512VNNI__ && defined __AVX512VL__))

/* VPDPBUSD takes unsigned by signed bytes. a + 128 is unsigned. */
XL_VEC xl_i32 xl_dot_u8i8(xl_i32 sum, xl_u8 a, xl_i8 b)
{
    return (xl_i32)XL_X86(dpbusd_epi32)((xl_x86)sum, (xl_x86)a, (xl_x86)b);
}
XL_VEC xl_i32 xl_dot_i8(xl_i32 sum, xl_i8 a, xl_i8 b)
{
    const size_t lanes = xl_u8_lanes();
    xl_u8 offset = xl_u8_set1(128, lanes);
    xl_i32 more = xl_dot_u8i8(xl_i32_set1(0, lanes / 4), offset, b);
    return xl_i32_sub(xl_dot_u8i8(sum, xl_u8_xor((xl_u8)a, offset, lanes), b), more, lanes / 4);
}

#elif defined __x86_64__

/* PMADDWD of lanes with even numbers, and of the others. */
XL_VEC xl_i32 xl_dot_pairs(xl_i32 sum, xl_i16 a, xl_i16 b)
{
    return xl_i32_add(sum, (xl_i32)XL_X86(madd_epi16)((xl_x86)a, (xl_x86)b), xl_i32_lanes());
}
XL_VEC xl_i32 xl_dot_i8(xl_i32 sum, xl_i8 a, xl_i8 b)
{
    const size_t lanes = xl_i16_lanes();
    xl_i16 x = (xl_i16)a, y = (xl_i16)b;
    sum = xl_dot_pairs(sum, xl_i16_shr(x, 8, lanes), xl_i16_shr(y, 8, lanes));
    return xl_dot_pairs(sum, xl_i16_shr(xl_i16_shl(x, 8, lanes), 8, lanes), xl_i16_shr(xl_i16_shl(y, 8, lanes), 8, lanes));
}
XL_VEC xl_i32 xl_dot_u8i8(xl_i32 sum, xl_u8 a, xl_i8 b)
{
    const size_t lanes = xl_i16_lanes();
    xl_u16 x = (xl_u16)a;
    xl_i16 y = (xl_i16)b;
    sum = xl_dot_pairs(sum, (xl_i16)xl_u16_shr(x, 8, lanes), xl_i16_shr(y, 8, lanes));
    return xl_dot_pairs(sum, (xl_i16)xl_u16_and(x, xl_u16_set1(0xff, lanes), lanes), xl_i16_shr(xl_i16_shl(y, 8, lanes), 8, lanes));
}

#elif defined __ARM_FEATURE_SVE

XL_VEC xl_i32 xl_dot_i8(xl_i32 sum, xl_i8 a, xl_i8 b) { return svdot_s32(sum, a, b); }
#ifdef __ARM_FEATURE_SVE_MATMUL_INT8
XL_VEC xl_i32 xl_dot_u8i8(xl_i32 sum, xl_u8 a, xl_i8 b) { return svusdot_s32(sum, a, b); }
#else
/* a - 128 is signed. */
XL_VEC xl_i32 xl_dot_u8i8(xl_i32 sum, xl_u8 a, xl_i8 b)
{
    svint8_t less = svreinterpret_s8_u8(sveor_n_u8_x(svptrue_b8(), a, 128)), half = svdup_n_s8(64);
    return svdot_s32(svdot_s32(svdot_s32(sum, less, b), half, b), half, b);
}
#endif

#elif defined __ARM_NEON

#ifdef __ARM_FEATURE_DOTPROD
XL_VEC xl_i32 xl_dot_i8(xl_i32 sum, xl_i8 a, xl_i8 b) { return vdotq_s32(sum, a, b); }
#else
XL_VEC xl_i32 xl_dot_i8(xl_i32 sum, xl_i8 a, xl_i8 b)
{
    sum = vpadalq_s16(sum, vmull_s8(vget_low_s8(a), vget_low_s8(b)));
    return vpadalq_s16(sum, vmull_s8(vget_high_s8(a), vget_high_s8(b)));
}
#endif
#ifdef __ARM_FEATURE_MATMUL_INT8
XL_VEC xl_i32 xl_dot_u8i8(xl_i32 sum, xl_u8 a, xl_i8 b) { return vusdotq_s32(sum, a, b); }
#else
XL_VEC xl_i32 xl_dot_u8i8(xl_i32 sum, xl_u8 a, xl_i8 b)
{
    int16x8_t low = vreinterpretq_s16_u16(vmovl_u8(vget_low_u8(a)));
    int16x8_t high = vreinterpretq_s16_u16(vmovl_u8(vget_high_u8(a)));
    sum = vpadalq_s16(sum, vmulq_s16(low, vmovl_s8(vget_low_s8(b))));
    return vpadalq_s16(sum, vmulq_s16(high, vmovl_s8(vget_high_s8(b))));
}
#endif

#elif defined __riscv

/* Products of 16 bits in two registers, then sums of 32 in two. */
XL_VEC xl_i32 xl_dot_products(xl_i32 sum, vint16m2_t products)
{
    const size_t lanes = xl_i16_lanes();
    vint16m1_t low = __riscv_vget_v_i16m2_i16m1(products, 0), high = __riscv_vget_v_i16m2_i16m1(products, 1);
    vint32m2_t sums = __riscv_vwadd_vv_i32m2(low, high, lanes);
    sum = xl_i32_add(sum, __riscv_vget_v_i32m2_i32m1(sums, 0), lanes / 2);
    return xl_i32_add(sum, __riscv_vget_v_i32m2_i32m1(sums, 1), lanes / 2);
}
XL_VEC xl_i32 xl_dot_i8(xl_i32 sum, xl_i8 a, xl_i8 b)
{
    return xl_dot_products(sum, __riscv_vwmul_vv_i16m2(a, b, xl_i8_lanes()));
}
XL_VEC xl_i32 xl_dot_u8i8(xl_i32 sum, xl_u8 a, xl_i8 b)
{
    return xl_dot_products(sum, __riscv_vwmulsu_vv_i16m2(b, a, xl_i8_lanes()));
}

#elif defined __powerpc64__

/* vmsummbm takes signed by unsigned bytes. b + 128 is unsigned. */
XL_VEC xl_i32 xl_dot_u8i8(xl_i32 sum, xl_u8 a, xl_i8 b) { return vec_msum(b, a, sum); }
XL_VEC xl_i32 xl_dot_i8(xl_i32 sum, xl_i8 a, xl_i8 b)
{
    xl_u8 offset = vec_splats((unsigned char)128);
    xl_i32 more = vec_msum(a, offset, vec_splats(0));
    return xl_i32_sub(vec_msum(a, (xl_u8)b ^ offset, sum), more, 4);
}

#elif defined __s390x__

/* The 16-bit products of lanes with even and odd numbers, times 1 in 32 bits. */
XL_VEC xl_i32 xl_dot_pairs(xl_i32 sum, xl_i16 a, xl_i16 b) { return vec_moadd(a, b, vec_meadd(a, b, sum)); }
XL_VEC xl_i32 xl_dot_i8(xl_i32 sum, xl_i8 a, xl_i8 b)
{
    xl_i16 one = vec_splats((signed short)1);
    return xl_dot_pairs(xl_dot_pairs(sum, vec_mule(a, b), one), vec_mulo(a, b), one);
}
XL_VEC xl_i32 xl_dot_u8i8(xl_i32 sum, xl_u8 a, xl_i8 b)
{
    xl_u16 x = (xl_u16)a;
    xl_i16 y = (xl_i16)b;
    sum = xl_dot_pairs(sum, (xl_i16)xl_u16_shr(x, 8, 8), xl_i16_shr(y, 8, 8));
    return xl_dot_pairs(sum, (xl_i16)(x & vec_splats((unsigned short)0xff)), xl_i16_shr(xl_i16_shl(y, 8, 8), 8, 8));
}

#elif defined __loongarch64

XL_VEC xl_i32 xl_dot_products(xl_i32 sum, xl_lx even, xl_lx odd)
{
    xl_lx sums = XL_LX(add_w)(XL_LX(haddw_w_h)(even, even), XL_LX(haddw_w_h)(odd, odd));
    return (xl_i32)XL_LX(add_w)((xl_lx)sum, sums);
}
XL_VEC xl_i32 xl_dot_i8(xl_i32 sum, xl_i8 a, xl_i8 b)
{
    return xl_dot_products(sum, XL_LX(mulwev_h_b)((xl_lx)a, (xl_lx)b), XL_LX(mulwod_h_b)((xl_lx)a, (xl_lx)b));
}
XL_VEC xl_i32 xl_dot_u8i8(xl_i32 sum, xl_u8 a, xl_i8 b)
{
    return xl_dot_products(sum, XL_LX(mulwev_h_bu_b)((xl_lx)a, (xl_lx)b), XL_LX(mulwod_h_bu_b)((xl_lx)a, (xl_lx)b));
}

#endif

/* Zeros from vl on: in one factor, they are enough. */
XL_VEC xl_i8 xl_dot_below(xl_i8 v, size_t vl) { return xl_i8_merge(xl_i8_set1(0, xl_i8_lanes()), v, vl); }
XL_VEC xl_i32 xl_i32_dot_i8(xl_i32 sum, xl_i8 a, xl_i8 b, size_t vl) { return xl_dot_i8(sum, a, xl_dot_below(b, vl)); }
XL_VEC xl_i32 xl_i32_dot_u8i8(xl_i32 sum, xl_u8 a, xl_i8 b, size_t vl) { return xl_dot_u8i8(sum, a, xl_dot_below(b, vl)); }

#endif
