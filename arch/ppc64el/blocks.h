/* Blocks of 128 bits on VSX: vcipher and vpmsumd.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_PPC64EL_BLOCKS_H
#define XL_ARCH_PPC64EL_BLOCKS_H

typedef struct { xl_u64 v; } xl_u128;

#define XL_BLOCKS_TARGET

XL_VEC xl_u128 xl_u128_of_u8(xl_u8 v) { return (xl_u128){(xl_u64)v}; }
XL_VEC xl_u8 xl_u8_of_u128(xl_u128 v) { return (xl_u8)v.v; }
XL_VEC xl_u128 xl_u128_of_u64(xl_u64 v) { return (xl_u128){v}; }
XL_VEC xl_u64 xl_u64_of_u128(xl_u128 v) { return v.v; }
XL_VEC xl_u128 xl_u128_set1(const uint8_t *p, size_t vl) { (void)vl; return (xl_u128){(xl_u64)xl_vsx_load(p, 16, 1)}; }
XL_VEC xl_u128 xl_u128_up64(xl_u128 v, size_t vl) { (void)vl; return (xl_u128){vec_mergeh((xl_u64){0, 0}, v.v)}; }
XL_VEC xl_u128 xl_u128_down64(xl_u128 v, size_t vl) { (void)vl; return (xl_u128){vec_mergel(v.v, (xl_u64){0, 0})}; }

/* vcipher has the block's first byte at the register's left, where the last of 16 is. */
XL_VEC xl_u64 xl_vsx_turned(xl_u64 v)
{
#ifdef _ARCH_PWR9
    return (xl_u64)vec_revb((__vector unsigned __int128)v);
#else
    xl_u8 last_first = {15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0};
    return (xl_u64)vec_perm((xl_u8)v, (xl_u8)v, last_first);
#endif
}
#ifdef __clang__
#define XL_VSX_CIPHER(V) ((xl_u64)__builtin_altivec_crypto_vcipher((xl_u8)(V), (xl_u8)(xl_u64){0, 0}))
#define XL_VSX_CIPHER_LAST(V) ((xl_u64)__builtin_altivec_crypto_vcipherlast((xl_u8)(V), (xl_u8)(xl_u64){0, 0}))
#define XL_VSX_PMSUM __builtin_altivec_crypto_vpmsumd
#else
#define XL_VSX_CIPHER(V) __builtin_crypto_vcipher(V, (xl_u64){0, 0})
#define XL_VSX_CIPHER_LAST(V) __builtin_crypto_vcipherlast(V, (xl_u64){0, 0})
#define XL_VSX_PMSUM __builtin_crypto_vpmsumd
#endif
#define XL_HAS_AES
XL_VEC xl_u128 xl_u128_aes_enc(xl_u128 v, xl_u128 key, size_t vl)
{
    (void)vl;
    return (xl_u128){xl_vsx_turned(XL_VSX_CIPHER(xl_vsx_turned(v.v))) ^ key.v};
}
XL_VEC xl_u128 xl_u128_aes_enc_last(xl_u128 v, xl_u128 key, size_t vl)
{
    (void)vl;
    return (xl_u128){xl_vsx_turned(XL_VSX_CIPHER_LAST(xl_vsx_turned(v.v))) ^ key.v};
}

/* vpmsumd adds the products of both halves. A half that must not count is zero in one operand. */
#define XL_HAS_CLMUL
#define XL_HAS_CLMUL_MID
XL_VEC xl_u128 xl_u128_clmul_lo(xl_u128 a, xl_u128 b, size_t vl)
{
    (void)vl;
    return (xl_u128){XL_VSX_PMSUM(a.v & (xl_u64){UINT64_MAX, 0}, b.v)};
}
XL_VEC xl_u128 xl_u128_clmul_hi(xl_u128 a, xl_u128 b, size_t vl)
{
    (void)vl;
    return (xl_u128){XL_VSX_PMSUM(a.v & (xl_u64){0, UINT64_MAX}, b.v)};
}
XL_VEC xl_u128 xl_u128_clmul_mid(xl_u128 a, xl_u128 b, size_t vl)
{
    (void)vl;
    return (xl_u128){XL_VSX_PMSUM(a.v, vec_xxpermdi(b.v, b.v, 2))};
}

#endif
