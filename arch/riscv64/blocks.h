/* Blocks of 128 bits on RVV: Zvkned and Zvbc where the compiler's flags allow them.
 * SPDX-License-Identifier: MIT
 *
 * A sizeless type cannot be in a structure, so xl_u128 is the type of xl_u64.
 */
#ifndef XL_ARCH_RISCV64_BLOCKS_H
#define XL_ARCH_RISCV64_BLOCKS_H

typedef vuint64m1_t xl_u128;

#define XL_BLOCKS_TARGET

XL_VEC xl_u128 xl_u128_of_u8(xl_u8 v) { return __riscv_vreinterpret_v_u8m1_u64m1(v); }
XL_VEC xl_u8 xl_u8_of_u128(xl_u128 v) { return __riscv_vreinterpret_v_u64m1_u8m1(v); }
XL_VEC xl_u128 xl_u128_of_u64(xl_u64 v) { return v; }
XL_VEC xl_u64 xl_u64_of_u128(xl_u128 v) { return v; }

/* Lanes of odd number. */
XL_VEC vbool64_t xl_rvv_odd(size_t vl)
{
    return __riscv_vmsne_vx_u64m1_b64(__riscv_vand_vx_u64m1(__riscv_vid_v_u64m1(2 * vl), 1, 2 * vl), 0, 2 * vl);
}
XL_VEC xl_u128 xl_u128_set1(const uint8_t *p, size_t vl)
{
    xl_u128 one = __riscv_vreinterpret_v_u8m1_u64m1(__riscv_vle8_v_u8m1(p, 16));
    return __riscv_vrgather_vv_u64m1(one, __riscv_vand_vx_u64m1(__riscv_vid_v_u64m1(2 * vl), 1, 2 * vl), 2 * vl);
}
XL_VEC xl_u128 xl_u128_up64(xl_u128 v, size_t vl)
{
    vuint64m1_t up = __riscv_vslide1up_vx_u64m1(v, 0, 2 * vl);
    return __riscv_vmerge_vvm_u64m1(__riscv_vmv_v_x_u64m1(0, 2 * vl), up, xl_rvv_odd(vl), 2 * vl);
}
XL_VEC xl_u128 xl_u128_down64(xl_u128 v, size_t vl)
{
    vuint64m1_t down = __riscv_vslide1down_vx_u64m1(v, 0, 2 * vl);
    return __riscv_vmerge_vxm_u64m1(down, 0, xl_rvv_odd(vl), 2 * vl);
}

#ifdef __riscv_zvkned
#define XL_HAS_AES
XL_VEC xl_u128 xl_u128_aes_enc(xl_u128 v, xl_u128 key, size_t vl)
{
    vuint32m1_t state = __riscv_vreinterpret_v_u64m1_u32m1(v);
    return __riscv_vreinterpret_v_u32m1_u64m1(__riscv_vaesem_vv_u32m1(state, __riscv_vreinterpret_v_u64m1_u32m1(key), 4 * vl));
}
XL_VEC xl_u128 xl_u128_aes_enc_last(xl_u128 v, xl_u128 key, size_t vl)
{
    vuint32m1_t state = __riscv_vreinterpret_v_u64m1_u32m1(v);
    return __riscv_vreinterpret_v_u32m1_u64m1(__riscv_vaesef_vv_u32m1(state, __riscv_vreinterpret_v_u64m1_u32m1(key), 4 * vl));
}
#endif

#ifdef __riscv_zvbc
#define XL_HAS_CLMUL
#define XL_HAS_CLMUL_64
XL_VEC void xl_clmul_64(xl_u64 a, xl_u64 b, xl_u64 *low, xl_u64 *high, size_t vl)
{
    *low = __riscv_vclmul_vv_u64m1(a, b, vl);
    *high = __riscv_vclmulh_vv_u64m1(a, b, vl);
}
#endif

#endif
