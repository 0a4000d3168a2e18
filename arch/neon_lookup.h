/* Bytes looked up, and lanes reversed by that, the same on AArch64 and ARMv7.
 * SPDX-License-Identifier: MIT
 *
 * Who includes this has xl_neon_lookup, of 16 bytes in 16: 0 for an index that is out of range.
 */
#ifndef XL_ARCH_NEON_LOOKUP_H
#define XL_ARCH_NEON_LOOKUP_H

#define XL_HAS_LOOKUP16
XL_VEC xl_u8 xl_u8_lookup16(const uint8_t *table, xl_u8 index, size_t vl)
{
    (void)vl;
    return xl_neon_lookup(vld1q_u8(table), index);
}

/* Byte j of the last lane goes to byte j of the first, and so on down. LAST: the indices for lanes of W bits, less the
 * bytes below vl; those of one half, for the other is 8 less. */
#define XL_HAS_REVERSE
#define XL_NEON_REVERSE(T, W, LAST)                                                                                    \
    XL_VEC xl_##T xl_##T##_reverse(xl_##T v, size_t vl)                                                                \
    {                                                                                                                  \
        uint8x16_t last = vcombine_u8(vcreate_u8(LAST), vcreate_u8((LAST)-UINT64_C(0x0808080808080808)));              \
        uint8x16_t index = vaddq_u8(last, vdupq_n_u8((uint8_t)(vl * (W / 8))));                                        \
        return xl_neon_##T##_bytes(xl_neon_lookup(xl_neon_bytes_##T(v), index));                                       \
    }
XL_NEON_REVERSE(f32, 32, 0xfbfaf9f8fffefdfc)
XL_NEON_REVERSE(f64, 64, 0xfffefdfcfbfaf9f8)
XL_NEON_REVERSE(i8, 8, 0xf8f9fafbfcfdfeff)
XL_NEON_REVERSE(i16, 16, 0xf9f8fbfafdfcfffe)
XL_NEON_REVERSE(i32, 32, 0xfbfaf9f8fffefdfc)
XL_NEON_REVERSE(i64, 64, 0xfffefdfcfbfaf9f8)
XL_NEON_REVERSE(u8, 8, 0xf8f9fafbfcfdfeff)
XL_NEON_REVERSE(u16, 16, 0xf9f8fbfafdfcfffe)
XL_NEON_REVERSE(u32, 32, 0xfbfaf9f8fffefdfc)
XL_NEON_REVERSE(u64, 64, 0xfffefdfcfbfaf9f8)

#endif
